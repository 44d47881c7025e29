import { type Act, later, type PersonKey, type PlannedPractice, plus } from './events.ts'
import {
  type DemoPerson,
  hasPasses,
  owes,
  type Purses,
  president,
  purseOf,
  rangeOfficer,
  treasurer,
} from './plan-people.ts'
import { indoors, type Schedule } from './plan-schedule.ts'
import { planScoresNow } from './plan-scores.ts'
import type { Random } from './random.ts'

const checkedIn = 12
/** Those who log in to try the demo have yet to check in. */
export const notYet: PersonKey[] = [president, hasPasses, owes]

type Facts = { people: DemoPerson[]; purses: Purses; schedule: Schedule; nowMs: number; random: Random }

/** Today and what lies ahead: the live practice, the one later on, and the answers to the next weeks' ones. */
export function planToday(facts: Facts): Act[] {
  const { people, schedule, nowMs, random } = facts
  const others = people.filter((person) => !notYet.includes(person.key))
  const here = random.sample(others, checkedIn, (person) => person.keenness)
  const acts = planLive(here, facts)
  const answer = (practice: PlannedPractice, answering: DemoPerson[]) =>
    acts.push(...planAnswers(practice, answering, facts))
  const named = (...keys: PersonKey[]) => people.filter((person) => keys.includes(person.key))
  const notHere = others.filter((person) => !here.includes(person))
  answer(schedule.live, [...here, ...named(president, hasPasses), ...random.sample(notHere, 5)])
  acts.push(...planWaiting(facts, [...named(treasurer), ...random.sample(others.filter(isNot(treasurer)), 12)]))
  const archers = here.filter((person) => person.profile.bowType !== 'undecided')
  acts.push(...planScoresNow(archers.slice(0, 2), schedule.live, new Date(nowMs).toISOString(), random))
  for (const [i, practice] of schedule.ahead.entries()) {
    const size = Math.max(0, 15 - 3 * i) + random.int(0, 2)
    const known = i < 3 ? named(hasPasses, owes, rangeOfficer) : []
    answer(practice, [...known, ...random.sample(others.filter(isNot(rangeOfficer)), size)])
    if (schedule.calledOff.has(practice))
      acts.push({ at: new Date(nowMs - 25 * 60_000).toISOString(), kind: 'cancel', practice: practice.key })
  }
  const [, moved] = schedule.ahead.filter((practice) => !schedule.calledOff.has(practice))
  if (moved) {
    const at = new Date(nowMs - 26 * 60 * 60_000).toISOString()
    acts.push({ at, kind: 'move', practice: moved.key, location: indoors, by: rangeOfficer })
  }
  return acts
}

const places = 10

/** The round later today has fewer places than there are archers: the last of them wait, and one of the demo's members, too. */
function planWaiting(facts: Facts, answering: DemoPerson[]): Act[] {
  const { schedule, people, nowMs } = facts
  const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
  const practice = schedule.later.key
  const answers = planAnswers(schedule.later, answering, facts)
  const last = answers.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  const me = people.find((person) => person.key === hasPasses)
  return [
    { at: minutesAgo(6 * 24 * 60), kind: 'limit', practice, limit: places, by: president },
    ...answers,
    ...(me ? planAnswers(schedule.later, [me], facts).map((act) => ({ ...act, at: minutesAgo(58) })) : []),
    ...(last?.kind === 'answer'
      ? [
          {
            ...{ at: minutesAgo(50), kind: 'let-wait-first' as const, practice, person: last.person, by: rangeOfficer },
            reason: 'Can only come on this day of the week',
          },
        ]
      : []),
  ]
}

/** Started a few minutes early, and twelve have arrived one after the other until now. */
function planLive(here: DemoPerson[], { schedule, purses, nowMs }: Facts): Act[] {
  const { key: practice, startsAt } = schedule.live
  const startedAt = later(plus(startsAt, -8), schedule.midnight)
  const sinceMs = nowMs - Date.parse(startedAt)
  const acts: Act[] = [{ at: startedAt, kind: 'start', practice, by: president }]
  for (const [i, { key: person, hasRangePass }] of here.entries()) {
    const at = new Date(nowMs - sinceMs * (1 - (i + 1) / (here.length + 1))).toISOString()
    if (!hasRangePass) {
      const sale = { kind: 'sell', person, currency: 'day-passes', amount: 5, by: treasurer } as const
      if (purseOf(purses, person).dayPasses < 1) acts.push({ at: plus(startedAt, -90), ...sale })
      acts.push({ at, kind: 'use-pass', person })
    }
    acts.push({ at, kind: 'check-in', person, practice })
  }
  return acts
}

/** In the last days, though not in the last hour, and not before they had joined. */
function planAnswers(practice: PlannedPractice, answering: DemoPerson[], { nowMs, random }: Facts): Act[] {
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
