import { randomUUID } from 'node:crypto'
import { checkGuestEmail, decideGuest, guestErasedFrom, guestIdentity } from '#domain/guests.ts'
import { displayName } from '#domain/names.ts'
import { semesterOf } from '#domain/semesters.ts'
import { guestRefusals } from '#domain/text/guest-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { checkpointWal, type Tx } from '#server/db/database.ts'
import { OvertakenError } from '#server/db/write.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { countVisits, eraseGuest } from '#server/features/members/guest-records.ts'
import { notifyOfficers } from '#server/features/members/roles.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockIfPresent } from '#server/queries/members.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { lockAccountOf } from './pre-registrations.ts'

/**
 * Enters a guest at a practice, once. Locks the practice, then the owner of the email, who may be signing up, then the guest, so that their
 * visits are counted one after another.
 */
const add = signedInProcedure.guests.add.handler(async ({ input, context: { ctx, me, now, write, requestId } }) => {
  const { name } = input
  if (name === '') throw refuseField('name', guestRefusals['name-missing'])
  const checked = checkGuestEmail(input.email)
  if (checked.outcome === 'refused') throw refuseField('email', guestRefusals[checked.reason])
  const { email } = checked
  return write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = email === null ? undefined : await lockMemberOf(tx, email)
    if (member) throw refuseField('email', guestRefusals.member(displayName(member)))
    if (input.hostId !== null && (await lockIfPresent(tx, input.hostId)) === undefined)
      throw refuseField('hostId', guestRefusals['host-gone'])
    const guest = await lockGuest(tx, { name, email })
    const semester = semesterOf(row.startsOn, ctx.club.terms)
    const visits = await listPracticesOf(tx, guest.id)
    const at = now()
    const decision = decideGuest({
      practice: asPractice(row),
      ...ctx.club.guests,
      isThere: visits.some(({ id }) => id === row.id),
      visits: visits.filter(({ startsOn }) => semesterOf(startsOn, ctx.club.terms).key === semester.key).length,
      waiver: { isSet: ctx.club.waiver !== null, signed: input.waiverSigned },
      now: at,
    })
    if (decision.outcome === 'unchanged') return { added: 'there' as const }
    if (decision.outcome === 'refused') {
      const { reason } = decision
      if (reason === 'waiver-missing') throw refuseField('waiverSigned', guestRefusals[reason])
      if (reason !== 'too-many-visits') throw refuse(reason, guestRefusals[reason])
      throw refuse(reason, guestRefusals[reason](name, ctx.club.guests.mostPerTerm, semester.name))
    }
    await tx.updateTable('guest').set({ name }).where('id', '=', guest.id).execute()
    const visitId = randomUUID()
    await tx
      .insertInto('preRegistration')
      .values({
        ...{
          id: visitId,
          email: `guest ${guest.id}`,
          kind: 'attendance',
          practiceId: row.id,
          paid: null,
          consumedAt: null,
        },
        ...{ guestId: guest.id, enteredAt: at, enteredBy: me.id, hostId: input.hostId },
        waiverSigned: input.waiverSigned ? 1 : 0,
      })
      .execute()
    const after = { waiverSigned: input.waiverSigned }
    await saveAudit(tx, ctx, { actor: me.id, action: 'guest.enter', target: `${row.id} ${visitId}`, after, requestId })
    announce('live', 'practices')
    return { added: 'added' as const }
  })
})

/** Removes a visit, and with the last one the guest. */
const remove = signedInProcedure.guests.remove.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const deleted = await tx
      .deleteFrom('preRegistration')
      .where('id', '=', input.visitId)
      .where('practiceId', '=', row.id)
      .where('guestId', 'is not', null)
      .returning(['guestId', 'waiverSigned'])
      .executeTakeFirst()
    if (!deleted?.guestId) return {}
    await tx.selectFrom('guest').select('id').where('id', '=', deleted.guestId).forUpdate().execute()
    if ((await countVisits(tx, deleted.guestId)) === 0)
      await tx.deleteFrom('guest').where('id', '=', deleted.guestId).execute()
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: 'guest.remove',
      target: `${row.id} ${input.visitId}`,
      before: { waiverSigned: deleted.waiverSigned === 1 },
      requestId,
    })
    announce('live', 'practices')
    return {}
  }),
)

/** Before their year is over. The other officers are told, as of a member's erasure. */
const erase = signedInProcedure.guests.erase.handler(async ({ input, context: { ctx, me, now, write, requestId } }) => {
  await write(async (tx, announce) => {
    const guest = (await lockGuestOfId(tx, input.guestId)) ?? missing()
    if (guest.erasedAt !== null) return {}
    await eraseGuest(tx, guest, now())
    await saveAudit(tx, ctx, { actor: me.id, action: 'guest.erase', target: guest.id, requestId })
    await notifyOfficers(tx, ctx, { kind: 'guest-erased', by: me.id })
    announce('live', 'practices')
    return {}
  })
  ctx.outbox.wake()
  await checkpointWal(ctx.database)
  return {}
})

export const guests = { add, remove, erase }

/** The member with this address, or with an order from it; locks them, and an account that isn't finished. */
async function lockMemberOf(tx: Tx, email: string) {
  const account = await lockAccountOf(tx, email)
  if (account) return account.hasLoggedIn === 1 ? account : undefined
  const remembered = await tx
    .selectFrom('storeAddress')
    .select('memberId')
    .where('email', '=', email)
    .where('memberId', 'is not', null)
    .executeTakeFirst()
  return remembered?.memberId ? lockIfPresent(tx, remembered.memberId) : undefined
}

/** The guest with this email, or without one of this name, who may be new. */
async function lockGuest(tx: Tx, person: { name: string; email: string | null }) {
  const identity = guestIdentity(person)
  await tx
    .insertInto('guest')
    .values({ id: randomUUID(), identity, ...person, memberId: null, erasedAt: null })
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .execute()
  const row = await tx.selectFrom('guest').selectAll().where('identity', '=', identity).forUpdate().executeTakeFirst()
  // Erased, or removed with their last visit, since the insert found them.
  if (row === undefined) throw new OvertakenError('the guest has just been erased')
  return row
}

function lockGuestOfId(tx: Tx, id: string) {
  return tx.selectFrom('guest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The practices that a guest came to, without deleted ones. */
function listPracticesOf(tx: Tx, guestId: string) {
  return tx
    .selectFrom('preRegistration')
    .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
    .select(['practice.id', 'practice.startsOn'])
    .where('guestId', '=', guestId)
    .where('practice.deletedAt', 'is', null)
    .execute()
}

/** Erases guests who haven't come for a year, each in its own transaction. */
export async function eraseFormerGuests(ctx: AppContext) {
  const now = nowAsText(ctx)
  const rows = await ctx.database.db
    .selectFrom('guest')
    .innerJoin('preRegistration', 'preRegistration.guestId', 'guest.id')
    .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
    .select('guest.id')
    .select((eb) => eb.fn.max('practice.startsAt').as('lastVisit'))
    .where('guest.erasedAt', 'is', null)
    .groupBy('guest.id')
    .execute()
  for (const { id } of rows.filter(({ lastVisit }) => guestErasedFrom(lastVisit) <= now))
    await ctx.write(async (tx, announce) => {
      const guest = await lockGuestOfId(tx, id)
      if (!guest || guest.erasedAt !== null || guestErasedFrom(await lastVisitOf(tx, id)) > now) return
      await eraseGuest(tx, guest, now)
      await saveAudit(tx, ctx, { actor: 'system', action: 'guest.erase', target: id, requestId: randomUUID() })
      announce('practices')
    })
}

/** They may have come again since the list was read. */
async function lastVisitOf(tx: Tx, guestId: string) {
  const { lastVisit } = await tx
    .selectFrom('preRegistration')
    .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
    .select((eb) => eb.fn.max('practice.startsAt').as('lastVisit'))
    .where('guestId', '=', guestId)
    .executeTakeFirstOrThrow()
  return lastVisit
}
