import type { FastifyInstance } from 'fastify'
import { type NewsKind, type NewsWay, newsKinds, newsWays } from '#domain/notifications.ts'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { readDamagedLink } from '#server/http/damaged-links.ts'
import { errorBody } from '#server/http/errors.ts'

type NotificationPreferences = Record<NewsKind, Record<NewsWay, boolean>>

/** What a member wants to be told, and how: everything that they have not switched off. */
export async function readPreferences(db: Db | Tx, memberId: string): Promise<NotificationPreferences> {
  const rows = await db.selectFrom('newsOff').select(['news', 'way']).where('memberId', '=', memberId).execute()
  const isOff = (news: NewsKind, way: NewsWay) => rows.some((row) => row.news === news && row.way === way)
  const choiceOf = (news: NewsKind) => Object.fromEntries(newsWays.map((way) => [way, !isOff(news, way)]))
  return Object.fromEntries(newsKinds.map((news) => [news, choiceOf(news)])) as NotificationPreferences
}

/** Also by two at once, or twice: it is off or on. */
export async function setPreference(
  tx: Tx,
  memberId: string,
  choice: { news: NewsKind; way: NewsWay; wanted: boolean },
) {
  const { news, way, wanted } = choice
  if (wanted) {
    await tx
      .deleteFrom('newsOff')
      .where('memberId', '=', memberId)
      .where('news', '=', news)
      .where('way', '=', way)
      .execute()
    return
  }
  await tx
    .insertInto('newsOff')
    .values({ memberId, news, way })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns the ids of those who have switched it off */
export async function listOptOuts(tx: Tx, choice: { news: NewsKind; way: NewsWay }, memberIds: string[]) {
  const off = new Set<string>()
  for (const some of chunk(memberIds)) {
    const rows = await tx
      .selectFrom('newsOff')
      .select('memberId')
      .where('memberId', 'in', some)
      .where('news', '=', choice.news)
      .where('way', '=', choice.way)
      .execute()
    for (const { memberId } of rows) off.add(memberId)
  }
  return off
}

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

/**
 * The secret of the links that switch mails off: whose, and which. Sealed, so that it tells nobody anything and nobody else can
 * make one; nothing is stored, so it works for as long as the mail lies in its inbox, until AUTH_SECRET is changed.
 */
export function unsubscribeToken(secrets: Pick<Secrets, 'sealStop'>, memberId: string, news: NewsKind) {
  return secrets.sealStop(`${news} ${memberId}`)
}

/** The code beside such a link: as long as the link, it is the same in each mail of the kind. */
export function unsubscribeCode(secrets: Pick<Secrets, 'mailCode'>, memberId: string, news: NewsKind) {
  return secrets.mailCode(`unsubscribe ${news} ${memberId}`)
}

function readUnsubscribeToken(secrets: Pick<Secrets, 'unsealStop'>, token: string) {
  try {
    const [kind, memberId] = secrets.unsealStop(token).split(' ')
    const news = newsKinds.find((each) => each === kind)
    return news && memberId ? { news, memberId } : null
  } catch {
    return null
  }
}

const path = '/unsubscribe/:token'
/** As what mail programs send it (RFC 8058, 3.2); and nothing of a megabyte. */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const longestForm = 4096
/** In a form of parts some lines stand between name and value, which may say more of the part (RFC 7578, 4.4). */
const oneClick = /List-Unsubscribe[\s\S]{0,300}?One-Click/

/**
 * What mail programs ask that have a button of their own for stopping mails: `List-Unsubscribe` names this address. No session is
 * looked at, for the token is the right; and reading it changes nothing, because mail scanners open every link: it leads to the
 * page whose button does the same.
 */
export function addUnsubscribe(app: FastifyInstance, ctx: AppContext) {
  app.get<{ Params: { token: string } }>(path, { config: { policy: 'anyone' } }, async (request, reply) => {
    const { token } = request.params
    const isWhole = /^[\w-]+$/.test(token)
    const page = isWhole ? `/unsubscribe#token=${token}` : readDamagedLink(`/unsubscribe/${token}`)
    return reply.redirect(`${ctx.baseUrl}${page}`, 302)
  })
  app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: longestForm }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { token: string } }>(
      path,
      { config: { policy: 'anyone', takes: forms } },
      async (request, reply) => {
        if (!oneClick.test(String(request.body)))
          return reply.code(400).send(errorBody('BAD_REQUEST', 'Send List-Unsubscribe=One-Click.', request.id))
        const news = await unsubscribe(ctx, ctx.write, request.params.token)
        if (news === null) return reply.code(404).send(errorBody('NOT_FOUND', stopMessages.linkUnknown, request.id))
        return reply.type('text/plain; charset=utf-8').send(stopMessages.stopped[news])
      },
    )
  })
}
