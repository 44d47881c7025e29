import type { Tx } from '#server/db/database.ts'
import { redactTextsOfGuest } from './redact-texts.ts'

export async function countVisits(tx: Tx, guestId: string) {
  const { visits } = await tx
    .selectFrom('preRegistration')
    .select((eb) => eb.fn.countAll<number>().as('visits'))
    .where('guestId', '=', guestId)
    .executeTakeFirstOrThrow()
  return Number(visits)
}

/** Their visits appear in the history of the member that they have become. @returns how many */
export async function claimVisits(tx: Tx, { memberId, email }: { memberId: string; email: string }) {
  const guest = await tx.selectFrom('guest').select('id').where('identity', '=', email).forUpdate().executeTakeFirst()
  if (guest === undefined) return 0
  await tx.updateTable('guest').set({ memberId }).where('id', '=', guest.id).execute()
  return countVisits(tx, guest.id)
}

type Guest = { id: string; name: string; email: string | null }

/** What names them goes, also from free text about others; the visits still count. The caller has locked the row. */
export async function eraseGuest(tx: Tx, guest: Guest, now: string) {
  await redactTextsOfGuest(tx, guest)
  await tx.updateTable('preRegistration').set({ hostId: null }).where('guestId', '=', guest.id).execute()
  await tx
    .updateTable('guest')
    .set({ identity: `erased ${guest.id}`, name: '', email: null, erasedAt: now })
    .where('id', '=', guest.id)
    .execute()
}
