import { isLive } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A kiosk whose practice is live, and whose officer still is one. */
export type Kiosk = NonNullable<Awaited<ReturnType<typeof findLiveKiosk>>>

const ofToken = compiledOne((db, { tokenHash }: { tokenHash: string }) =>
  kiosksOfOfficers(db)
    .innerJoin('practice', 'practice.id', 'kiosk.practiceId')
    .select(['kiosk.id as kioskId', 'practice.id', 'practice.title', 'practice.startsAt', 'practice.endsAt'])
    .select(['practice.cancelledAt', 'practice.startedAt', 'practice.endedAt', 'practice.endedEarly'])
    .where('practice.deletedAt', 'is', null)
    .where('kiosk.tokenHash', '=', tokenHash),
)

/**
 * Whether a kiosk counts is looked up with each request: it ends with its practice, goes on when the practice is reopened, and ends with
 * the rights of the officer who started it. The idle limit is about members' sessions only.
 */
export async function findLiveKiosk(ctx: AppContext, token: string) {
  const row = await ofToken(ctx.database.db, { tokenHash: hashToken(token) })
  if (!row || !isLive({ ...row, endedEarly: row.endedEarly === 1 }, nowAsText(ctx))) return null
  return { id: row.kioskId, practiceId: row.id, title: row.title, endsAt: row.endsAt }
}

/** Kiosks whose officers are still ones who can log in. */
export function kiosksOfOfficers(db: Db | Tx) {
  return db
    .selectFrom('kiosk')
    .innerJoin('member', 'member.id', 'kiosk.startedBy')
    .innerJoin('user', 'user.id', 'kiosk.startedBy')
    .where('member.role', '=', 'Officer')
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
}

/** Ends the kiosks of someone who loses the role, and what scanning added to their sessions. */
export async function endOfficerSessions(tx: Tx, memberId: string) {
  await endKiosksOf(tx, memberId)
  await tx.updateTable('session').set({ heldUntil: null }).where('userId', '=', memberId).execute()
}

export async function endKiosksOf(tx: Tx, memberId: string) {
  await tx.deleteFrom('kiosk').where('startedBy', '=', memberId).execute()
}
