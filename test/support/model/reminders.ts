import fc from 'fast-check'
import { replies } from '#domain/rsvp.ts'
import { checkRelevance } from '#server/features/notifications/notification-relevance.ts'
import { remindMembers } from '#server/features/notifications/remind-members.ts'
import type { TestClub } from '../club.ts'
import { attend, held } from '../held-practice.ts'
import { insert } from '../insert.ts'

/** Random weeks of a club, and what is wrong with the reminders that are sent in them. */

const hour = 3_600_000
const day = 24 * hour
const timeZone = 'America/Indiana/Indianapolis'
const members = 4
const practices = 5
/** How many days ago the first three came last; the fourth is new. */
const cameDaysAgo = [3, 10, 45]
/** Further practices, to which none of them came: four weeks with one are too long ago for the third. */
const othersDaysAgo = [17, 24, 31, 38]

const waits = [0.3, 1, 3, 8, 20, 30]
export type ReminderStep = {
  act: 'wait' | 'reply' | 'remind' | 'move' | 'cancel' | 'switch' | 'remove' | 'mail'
  who: number
  practice: number
  amount: number
}
const step: fc.Arbitrary<ReminderStep> = fc.record({
  act: fc.constantFrom(
    ...(['wait', 'wait', 'wait', 'wait', 'wait', 'wait', 'reply', 'reply', 'remind', 'remind'] as const),
    ...(['move', 'cancel', 'switch', 'remove', 'mail'] as const),
  ),
  who: fc.nat(members - 1),
  practice: fc.nat(practices - 1),
  amount: fc.nat(11),
})
export const reminderHistory = fc.record({
  /** Hours from the beginning to the start of each practice. */
  starts: fc.array(fc.integer({ min: 4, max: 300 }), { minLength: practices, maxLength: practices }),
  steps: fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
})
export type ReminderHistory = typeof reminderHistory extends fc.Arbitrary<infer H> ? H : never

type Sent = { who: number; practice: number; atMs: number; automatic: boolean }

/** A fault that a history must notice; called before each automatic round. */
export type ReminderFault = (club: TestClub) => Promise<unknown>

/** Forgets who got a reminder, and who has replied. */
export const reminderFaults: Record<string, ReminderFault> = {
  'reminders that are forgotten': ({ db }) => db.deleteFrom('reminder').execute(),
  'replies that are lost': async ({ db }) => {
    for (const table of ['rsvp', 'cantCome'] as const) await db.deleteFrom(table).execute()
  },
}

/**
 * Plays a history in a club that has reminders 24 hours before: replies, switches, moves, cancellations, an officer's reminders, and a
 * mail server that is away now and then.
 */
export async function playReminders(
  club: TestClub,
  { starts, steps }: ReminderHistory,
  fault: ReminderFault = async () => {},
) {
  const { db, clock, ctx } = club
  const text = (ms: number) => new Date(ms).toISOString()
  // Nothing of an earlier history takes part.
  const before = text(clock.now())
  await db.updateTable('practice').set({ deletedAt: before }).execute()
  await db.updateTable('member').set({ removedAt: before }).execute()
  const beganMs = clock.now() + 50 * day
  clock.set(text(beganMs))
  const [kai, ...crew] = [
    await club.officer({ keep: true, createdAt: text(beganMs - 200 * day) }),
    ...(await Promise.all(
      Array.from({ length: members }, (_, i) =>
        club.member({ keep: true, hasCar: 1, carCapacity: 3, createdAt: text(beganMs - (i === 3 ? 5 : 200) * day) }),
      ),
    )),
  ]
  const heldAgo = (days: number) => held(club, text(beganMs - days * day).slice(0, 10))
  for (const [i, ago] of cameDaysAgo.entries()) await attend(club, await heldAgo(ago), [crew[i]?.id ?? ''])
  for (const ago of othersDaysAgo) await heldAgo(ago)
  const ids = starts.map((_, n) => `ahead ${beganMs} ${n}`)
  // Not by the calendar, whose change would make the club's own jobs remind in between.
  const base = await db.selectFrom('practice').selectAll().where('deletedAt', 'is', null).executeTakeFirstOrThrow()
  for (const [n, hours] of starts.entries()) {
    const [id, startsAt] = [ids[n] ?? '', text(beganMs + hours * hour)]
    const times = { startsAt, endsAt: text(beganMs + (hours + 2) * hour), startedAt: null, endedAt: null }
    await insert(db, 'practice', { ...base, id, eventId: id, icalUid: id, ...times })
  }
  const startMs = starts.map((hours) => beganMs + hours * hour)
  const moves = ids.map(() => 0)
  const off = new Set<number>()
  const [replied, canceled, removed] = [new Set<string>(), new Set<number>(), new Set<number>()]
  const [sent, wrong]: [Sent[], string[]] = [[], []]
  /** Outbox rows that were looked at, and those that an officer didn't ask for. */
  const [seen, automatic] = [new Set<string>(), new Set<string>()]
  let isMailAway = false
  const keyOf = (who: number, practice: number) => `${who} ${practice}`

  for (const { act, who, practice, amount } of steps) {
    const practiceId = ids[practice] ?? ''
    const member = crew[who]
    if (!member) continue
    if (act === 'wait') await wait((waits[amount % waits.length] ?? 1) * hour)
    else if (act === 'mail') isMailAway = !isMailAway
    else if (act === 'reply') {
      const answer = [null, ...replies][amount % 4] ?? null
      const [done] = await Promise.allSettled([member.api.practices.answer({ practiceId, answer })])
      if (done.status === 'fulfilled') replied[answer === null ? 'delete' : 'add'](keyOf(who, practice))
    } else if (act === 'remind') {
      await kai?.api.reminders.send({ practiceId }).catch(() => {})
      await lookAtQueue(false)
    } else if (act === 'move') {
      const byMs = (amount - 5) * 4 * hour
      const at = (startMs[practice] ?? 0) + byMs
      if (at <= clock.now() || (startMs[practice] ?? 0) <= clock.now()) continue
      startMs[practice] = at
      moves[practice] = (moves[practice] ?? 0) + 1
      const times = { startsAt: text(at), endsAt: text(at + 2 * hour) }
      await db.updateTable('practice').set(times).where('id', '=', practiceId).execute()
    } else if (act === 'cancel') {
      const isOff = canceled.has(practice)
      canceled[isOff ? 'delete' : 'add'](practice)
      const cancelledAt = isOff ? null : text(clock.now())
      await db.updateTable('practice').set({ cancelledAt }).where('id', '=', practiceId).execute()
    } else if (act === 'switch') {
      const isOff = off.has(who)
      off[isOff ? 'delete' : 'add'](who)
      if (isOff) await db.deleteFrom('newsOff').where('memberId', '=', member.id).execute()
      else await db.insertInto('newsOff').values({ memberId: member.id, news: 'remind', way: 'mail' }).execute()
    } else if (act === 'remove') {
      const isGone = removed.has(who)
      removed[isGone ? 'delete' : 'add'](who)
      const removedAt = isGone ? null : text(clock.now())
      await db.updateTable('member').set({ removedAt }).where('id', '=', member.id).execute()
    }
  }
  await wait(40 * hour)
  for (let i = 0; i < members; i++) {
    const got = sent.filter(({ who }) => who === i)
    for (const [n, { atMs }] of got.entries())
      if (atMs - (got[n - 2]?.atMs ?? 0) < 7 * day) wrong.push(`member ${i} got three within seven days`)
    for (let n = 0; n < practices; n++) {
      const many = got.filter(({ practice, automatic }) => practice === n && automatic).length
      if (many > 1 + (moves[n] ?? 0)) wrong.push(`member ${i} got ${many} automatic reminders of practice ${n}`)
    }
  }
  return { wrong, sent: sent.length }

  /** Time passes, with a round of the jobs every two hours at most. */
  async function wait(ms: number) {
    for (let left = ms; left > 0; ) {
      const byMs = Math.min(left, 2 * hour)
      left -= byMs
      clock.set(text(clock.now() + byMs))
      await fault(club)
      await remindMembers(ctx)
      await lookAtQueue(true)
      if (!isMailAway) await deliver()
    }
  }

  /** What was queued since the last look has to be for someone who is asked. */
  async function lookAtQueue(isAutomatic: boolean) {
    const queued = await waiting()
    for (const { id, userId, practiceId } of queued) {
      if (seen.has(id)) continue
      seen.add(id)
      const [who, practice] = placeOf(userId, practiceId)
      if (isAutomatic) automatic.add(id)
      if (replied.has(keyOf(who, practice))) wrong.push(`member ${who}, who had replied, was queued`)
      if (off.has(who)) wrong.push(`member ${who}, who turned it off, was queued`)
      const isAsked = who < 2 || (who === 3 && clock.now() - beganMs <= 23 * day)
      if (!isAsked) wrong.push(`member ${who}, who isn't asked, was queued`)
    }
  }

  /** As the outbox does: what is relevant is sent now, what is out of date never. */
  async function deliver() {
    const now = text(clock.now())
    for (const row of await waiting()) {
      const relevance = await checkRelevance(db, row, { now, timeZone, replyDeadlineHours: 0 })
      if ('waits' in relevance) continue
      const isSent = !('stale' in relevance)
      await db
        .updateTable('mailOutbox')
        .set(isSent ? { sentAt: now } : { failedAt: now })
        .where('id', '=', row.id)
        .execute()
      if (!isSent) continue
      const [who, practice] = placeOf(row.userId, row.practiceId)
      sent.push({ who, practice, atMs: clock.now(), automatic: automatic.has(row.id) })
      const at = clock.now()
      if (replied.has(keyOf(who, practice))) wrong.push(`member ${who} had replied`)
      if (off.has(who) || removed.has(who)) wrong.push(`member ${who} had turned it off or was removed`)
      if (canceled.has(practice) || at >= (startMs[practice] ?? 0))
        wrong.push(`practice ${practice} is off or has begun`)
      const hourThere = Number(new Date(at).toLocaleString('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }))
      if (hourThere < 8 || hourThere >= 22) wrong.push(`a reminder went at ${hourThere} o'clock`)
    }
  }

  function waiting() {
    return db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('kind', '=', 'remind')
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('practiceId', 'in', ids)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  }

  function placeOf(userId: string, practiceId: string | null): [who: number, practice: number] {
    return [crew.findIndex(({ id }) => id === userId), ids.indexOf(practiceId ?? '')]
  }
}
