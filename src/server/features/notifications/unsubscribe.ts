import type { NewsKind } from '#domain/notifications.ts'
import type { AppContext } from '#server/context.ts'
import type { Write } from '#server/db/write.ts'
import { setPreference } from './preferences.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Switches off what a mail's link is about. As often as it is pressed, and whoever is signed in. @returns null of no such link */
export async function unsubscribe(
  ctx: Pick<AppContext, 'secrets'>,
  write: Write,
  token: string,
): Promise<NewsKind | null> {
  const found = readUnsubscribeToken(ctx.secrets, token)
  if (!found) return null
  return write(async (tx, announce) => {
    const member = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', found.memberId)
      .where('erasedAt', 'is', null)
      .executeTakeFirst()
    if (!member) return null
    await setPreference(tx, member.id, { news: found.news, way: 'mail', wanted: false })
    announce(`member:${member.id}`)
    return found.news
  })
}
