import type { FastifyInstance } from 'fastify'
import type { MyProfile } from '#contract/profile.ts'
import {
  channelsOf,
  type MailKind,
  mailKinds,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '#domain/notifications.ts'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { readDamagedLink } from '#server/http/damaged-links.ts'
import { errorBody } from '#server/http/errors.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'

type NotificationPreferences = MyProfile['news']

/** The one kind that a member, or the club for everyone, has to turn on. */
const offByDefault: NotificationKind = 'balance'

/** A member's notification choices. @param club says whether reminders of a balance are on for everyone */
export async function readPreferences(
  db: Db | Tx,
  memberId: string,
  { practices }: Pick<ClubConfig, 'practices'>,
): Promise<NotificationPreferences> {
  const rows = await db
    .selectFrom('newsOff')
    .select(['news', 'way', 'wanted'])
    .where('memberId', '=', memberId)
    .execute()
  const isWanted = (news: NotificationKind, way: NotificationChannel) => {
    const chosen = rows.find((row) => row.news === news && row.way === way)
    if (chosen) return chosen.wanted === 1
    return news !== offByDefault || practices.remindBalance
  }
  const choiceOf = (news: NotificationKind) =>
    Object.fromEntries(channelsOf(news).map((way) => [way, isWanted(news, way)]))
  return Object.fromEntries(notificationKinds.map((news) => [news, choiceOf(news)])) as NotificationPreferences
}

type Choice = { news: NotificationKind; way: NotificationChannel }

/**
 * Idempotent, also under concurrent calls. Who wants a kind that is on by default has no row: the release before, which may still be
 * running, reads each as off.
 */
export async function setPreference(tx: Tx, memberId: string, { wanted, ...choice }: Choice & { wanted: boolean }) {
  const { news, way } = choice
  if (wanted && news !== offByDefault) {
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
    .values({ memberId, ...choice, wanted: wanted ? 1 : 0 })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'news', 'way']).doUpdateSet((eb) => ({ wanted: eb.ref('excluded.wanted') })),
    )
    .execute()
}

/**
 * @param isOnByDefault whether those who haven't chosen want it
 * @returns the IDs of those who don't
 */
export async function listUnwanted(db: Db | Tx, { news, way }: Choice, memberIds: string[], isOnByDefault = true) {
  const unwanted = new Set(isOnByDefault ? [] : memberIds)
  for (const some of chunk(memberIds)) {
    const rows = await db
      .selectFrom('newsOff')
      .select(['memberId', 'wanted'])
      .where('memberId', 'in', some)
      .where('news', '=', news)
      .where('way', '=', way)
      .execute()
    for (const { memberId, wanted } of rows)
      if (wanted === 1) unwanted.delete(memberId)
      else unwanted.add(memberId)
  }
  return unwanted
}

/** Turns off the kind of email that the link belongs to. Idempotent; no session needed. @returns null for an unknown link */
export async function unsubscribe(
  ctx: Pick<AppContext, 'secrets'>,
  write: Write,
  token: string,
): Promise<MailKind | null> {
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
 * Token of an unsubscribe link: member ID and kind, encrypted so it reveals nothing and can't be forged. Nothing is stored, so it
 * works until AUTH_SECRET changes.
 */
export function unsubscribeToken(secrets: Pick<Secrets, 'sealStop'>, memberId: string, news: MailKind) {
  return secrets.sealStop(`${news} ${memberId}`)
}

/** The verification code next to the link; the same in every email of the kind, since the link is, too. */
export function unsubscribeCode(secrets: Pick<Secrets, 'mailCode'>, memberId: string, news: MailKind) {
  return secrets.mailCode(`unsubscribe ${news} ${memberId}`)
}

function readUnsubscribeToken(secrets: Pick<Secrets, 'unsealStop'>, token: string) {
  try {
    const [kind, memberId] = secrets.unsealStop(token).split(' ')
    const news = mailKinds.find((each) => each === kind)
    return news && memberId ? { news, memberId } : null
  } catch {
    return null
  }
}

const path = '/unsubscribe/:token'
/** Content types that mail clients send (RFC 8058, 3.2). */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const longestForm = 4096
/** In multipart forms, part headers may come between name and value (RFC 7578, 4.4). */
const oneClick = /List-Unsubscribe[\s\S]{0,300}?One-Click/

/**
 * The one-click unsubscribe endpoint named in `List-Unsubscribe`, for mail clients with their own button. The token is the
 * authorization, so no session is needed. GET changes nothing, because mail scanners open every link; it redirects to the page
 * whose button does the same.
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
