import { type DemoEvent, later, type PersonKey, type PlannedPractice, plus } from './events.ts'
import {
  type DemoPerson,
  debtor,
  passHolder,
  president,
  rangeOfficer,
  treasurer,
  type Wallets,
  walletOf,
} from './plan-people.ts'
import { indoors, type Schedule } from './plan-schedule.ts'
import { planScoresNow } from './plan-scores.ts'
import type { Random } from './random.ts'

const checkedIn = 12
/** Members whose logins the demo offers; they haven't checked in or said "Can't come", so that visitors can try it. */
export const notYet: PersonKey[] = [president, passHolder, debtor]

type TodayInput = { people: DemoPerson[]; wallets: Wallets; schedule: Schedule; nowMs: number; random: Random }

/** Plans today's two practices, and the RSVPs and changes of the next weeks' practices. */
export function planToday(facts: TodayInput): DemoEvent[] {
  const { people, schedule, nowMs, random } = facts
  const others = people.filter((person) => !notYet.includes(person.key))
  const here = random.sample(others, checkedIn, (person) => person.keenness)
  const events = planLive(here, facts)
  const answer = (practice: PlannedPractice, answering: DemoPerson[]) =>
    events.push(...planAnswers(practice, answering, facts))
  const named = (...keys: PersonKey[]) => people.filter((person) => keys.includes(person.key))
  const notHere = others.filter((person) => !here.includes(person))
  answer(schedule.live, [...here, ...named(president, passHolder), ...random.sample(notHere, 5)])
  events.push(...planWaiting(facts, [...named(treasurer), ...random.sample(others.filter(isNot(treasurer)), 12)]))
  const archers = here.filter((person) => person.profile.bowType !== 'undecided')
  events.push(...planScoresNow(archers.slice(0, 2), schedule.live, new Date(nowMs).toISOString(), random))
  for (const [i, practice] of schedule.ahead.entries()) {
    const size = Math.max(0, 15 - 3 * i) + random.int(0, 2)
    const known = i < 3 ? named(passHolder, debtor, rangeOfficer) : []
    answer(practice, [...known, ...random.sample(others.filter(isNot(rangeOfficer)), size)])
    if (schedule.calledOff.has(practice))
      events.push({ at: new Date(nowMs - 25 * 60_000).toISOString(), kind: 'cancel', practice: practice.key })
  }
  const [, moved] = schedule.ahead.filter((practice) => !schedule.calledOff.has(practice))
  if (moved) {
    const at = new Date(nowMs - 26 * 60 * 60_000).toISOString()
    events.push({ at, kind: 'move', practice: moved.key, location: indoors, by: rangeOfficer })
  }
  return events
}

const spots = 10

/** The practice later today has a limit: the last members to RSVP are on the waitlist, among them `passHolder`. */
function planWaiting(facts: TodayInput, answering: DemoPerson[]): DemoEvent[] {
  const { schedule, people, nowMs } = facts
  const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
  const practice = schedule.later.key
  const answers = planAnswers(schedule.later, answering, facts)
  const last = answers.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  const me = people.find((person) => person.key === passHolder)
  return [
    { at: minutesAgo(6 * 24 * 60), kind: 'limit', practice, limit: spots, by: president },
    ...answers,
    ...(me ? planAnswers(schedule.later, [me], facts).map((event) => ({ ...event, at: minutesAgo(58) })) : []),
    ...(last?.kind === 'answer'
      ? [
          {
            at: minutesAgo(50),
            kind: 'move-to-front' as const,
            practice,
            person: last.person,
            by: rangeOfficer,
            reason: 'Can only come on this day of the week',
          },
        ]
      : []),
  ]
}

/** Started a few minutes early; twelve members have checked in since then, at even intervals. */
function planLive(here: DemoPerson[], { schedule, wallets, nowMs }: TodayInput): DemoEvent[] {
  const { key: practice, startsAt } = schedule.live
  const startedAt = later(plus(startsAt, -8), schedule.midnight)
  const sinceMs = nowMs - Date.parse(startedAt)
  const events: DemoEvent[] = [{ at: startedAt, kind: 'start', practice, by: president }]
  for (const [i, { key: person, hasRangePass }] of here.entries()) {
    const at = new Date(nowMs - sinceMs * (1 - (i + 1) / (here.length + 1))).toISOString()
    if (!hasRangePass) {
      const sale = { kind: 'sell', person, currency: 'day-passes', amount: 5, by: treasurer } as const
      if (walletOf(wallets, person).dayPasses < 1) events.push({ at: plus(startedAt, -90), ...sale })
      events.push({ at, kind: 'use-pass', person })
    }
    events.push({ at, kind: 'check-in', person, practice })
  }
  return events
}

/** RSVPs within the last five days, not in the last hour, and not before the member joined. */
function planAnswers(practice: PlannedPractice, answering: DemoPerson[], { nowMs, random }: TodayInput): DemoEvent[] {
  return answering.map((person) => ({
    at: later(new Date(nowMs - random.int(60, 5 * 24 * 60) * 60_000).toISOString(), plus(person.joinsAt, 60)),
    kind: 'answer',
    person: person.key,
    practice: practice.key,
    answer: person.profile.hasCar && random.chance(0.4) ? 'driver' : 'archer',
  }))
}

function isNot(key: PersonKey) {
  return (person: DemoPerson) => person.key !== key
}
