// Shows: T80

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { announcementsOf, keepAnnouncements } from './announcements.ts'
import { attendanceOf, makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { noOtherTry } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

/** The share of check-in transactions that are refused, half of them with each error. */
const refusedShare = 0.25
const succeedShare = 0.999
const atOnce = 25
/** Check-ins that arrive together share a transaction, so one practice has only a few. */
const controlPractices = 5

export const fault: Fault = {
  name: 'lost-races',
  promise:
    'Where PostgreSQL refuses one transaction in four as lost to another (40001, 40P01), 99.9 % of all acts go through, and none twice (T80).',
  engines: ['postgres'],
  async run(context) {
    const practices = context.rounds(50)
    const club = await seedClub(context, { members: 200, practices: practices + controlPractices })
    const server = await club.start()
    await refuseSome(club)
    await keepAnnouncements(club.db)
    const wrong: string[] = []
    const storm = await checkEverybodyIn(context, club, club.practiceIds.slice(0, practices))
    const { transactions, refusals } = await transactionsSoFar(club)
    await server.kill()
    const share = storm.succeeded / storm.asked
    if (share < succeedShare) wrong.push(`${storm.succeeded} of ${storm.asked} went through`)
    if (storm.doubled > 0) wrong.push(`${storm.doubled} are there twice, or counted twice`)
    if (storm.lost > 0) wrong.push(`${storm.lost} acknowledged ones are gone`)
    if (refusals < (transactions * refusedShare) / 2)
      wrong.push(`there was no storm: ${refusals} refusals of ${transactions} transactions`)

    const copy = await copyTree(context, [noOtherTry])
    await club.start(copy.root)
    const control = await checkEverybodyIn(context, club, club.practiceIds.slice(practices), storm.lastId)
    if (control.succeeded / control.asked > 0.9)
      wrong.push('the control did not notice: without a second try all is well')
    return outcomeOf(wrong, {
      acts: storm.asked,
      transactions,
      'refused by PostgreSQL': refusals,
      succeeded: `${(100 * share).toFixed(3)} %`,
      'heard an outage': storm.asked - storm.succeeded,
      lost: storm.lost,
      doubled: storm.doubled,
      'slowest ms': Math.round(storm.slowestMs),
      'succeeded without a second try (control)': `${((100 * control.succeeded) / control.asked).toFixed(1)} %`,
    })
  },
}

/** A trigger raises the errors that the loser of a race gets. Sequences count them, because they aren't rolled back. */
async function refuseSome({ db }: SeededClub) {
  await sql`create sequence transactions`.execute(db)
  await sql`create sequence refusals`.execute(db)
  await sql`
    create function refuse_some() returns trigger language plpgsql as $$
    declare
      toss float := random();
    begin
      perform nextval('transactions');
      if toss < ${sql.lit(refusedShare)} then
        perform nextval('refusals');
        if toss < ${sql.lit(refusedShare / 2)} then
          raise exception 'could not serialize access' using errcode = '40001';
        end if;
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger refuse_some before insert on attendance for each statement execute function refuse_some()`.execute(
    db,
  )
}

async function transactionsSoFar({ db }: SeededClub) {
  const { rows } = await sql<{ transactions: string; refusals: string }>`
    select transactions.last_value as transactions, refusals.last_value as refusals from transactions, refusals`.execute(
    db,
  )
  return { transactions: Number(rows[0]?.transactions), refusals: Number(rows[0]?.refusals) }
}

/** Everyone checks in at each practice, `atOnce` in parallel. Each effective check-in announces its member's topic once, and nothing else does. */
async function checkEverybodyIn(context: FaultContext, club: SeededClub, practiceIds: string[], live?: string) {
  const result = { asked: 0, succeeded: 0, lost: 0, doubled: 0, slowestMs: 0, lastId: live }
  for (const practiceId of practiceIds) {
    context.signal.throwIfAborted()
    await makeLive(club, practiceId, result.lastId)
    result.lastId = practiceId
    const before = await announcementsOf(club.db, 'member:')
    const acknowledged: string[] = []
    const waiting = [...club.members]
    const work = async () => {
      for (let member = waiting.pop(); member; member = waiting.pop()) {
        const phone = openPhone(club.url, member.cookie)
        const reply = await orNothing(phone.act('practices.checkIn', { practiceId }, randomUUID()))
        result.asked += 1
        result.slowestMs = Math.max(result.slowestMs, reply?.ms ?? 0)
        if (reply?.status === 200) acknowledged.push(member.id)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    result.succeeded += acknowledged.length
    const stored = await attendanceOf(club, practiceId)
    result.lost += acknowledged.filter((id) => !stored.has(id)).length
    result.doubled += [...stored.values()].filter((count) => count > 1).length
    result.doubled += Math.abs((await announcementsOf(club.db, 'member:')) - before - stored.size)
  }
  return result
}
