import { type DemoEvent, later, type PlannedPractice, plus } from './events.ts'
import { type DemoPerson, planPeople } from './plan-people.ts'
import { planDoorSales } from './plan-purchases.ts'
import { planSchedule, type Schedule } from './plan-schedule.ts'
import { planScores } from './plan-scores.ts'
import { planSemester } from './plan-semester.ts'
import { planSettings } from './plan-settings.ts'
import { notYet, planToday } from './plan-today.ts'
import { createRandom, type Random } from './random.ts'

export type DemoPlan = {
  practices: PlannedPractice[]
  /** In chronological order; the last ones happened just now. */
  events: DemoEvent[]
  schedule: Schedule
}

const seed = 1545

/**
 * Plans the demo club's history up to now, without writing anything. Deterministic: the same `nowMs` gives the same plan.
 * @param nowMs epoch milliseconds
 */
export function planDemo({ nowMs, timeZone }: { nowMs: number; timeZone: string }): DemoPlan {
  const random = createRandom(seed)
  const people = planPeople({ nowMs, timeZone, random })
  const schedule = planSchedule({ nowMs, timeZone, random })
  const semester = planSemester(people, schedule, random)
  const today = planToday({ people, wallets: semester.wallets, schedule, nowMs, random })
  const scores = planScores(people, semester.heldPractices, createRandom(seed + 1))
  const practices = [...schedule.past, schedule.live, schedule.later, ...schedule.ahead]
  const going = [...semester.events, ...scores, ...today, ...planSettings(people)]
  const cantCome = planCantCome(going, {
    people: people.filter(({ key }) => !notYet.includes(key)),
    practices: practices.filter((practice) => !schedule.calledOff.has(practice)),
    nowMs,
    random: createRandom(seed + 2),
  })
  const buyers = people.filter(({ key, officer }) => !officer && !notYet.includes(key)).map(({ key }) => key)
  const now = new Date(nowMs).toISOString()
  const sales = planDoorSales(
    buyers,
    semester.heldPractices.map(({ practice }) => practice),
    schedule.live,
    now,
  )
  const events = [...going, ...cantCome, ...sales].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  return { practices, events, schedule }
}

type CantComeInput = { people: DemoPerson[]; practices: PlannedPractice[]; nowMs: number; random: Random }

/** About one reply in ten says "Can't come": from members who neither RSVP'd nor checked in. */
function planCantCome(events: DemoEvent[], { people, practices, nowMs, random }: CantComeInput): DemoEvent[] {
  return practices.flatMap((practice) => {
    const others = events.filter((event) => 'practice' in event && event.practice === practice.key && 'person' in event)
    const involved = new Set(others.map((event) => ('person' in event ? event.person : '')))
    const replies = others.filter((event) => event.kind === 'answer').length
    const before = Math.min(nowMs, Date.parse(practice.startsAt))
    const free = people.filter(
      (person) => !involved.has(person.key) && Date.parse(person.joinsAt) + 24 * 60 * 60_000 < before,
    )
    return random.sample(free, Math.round(replies / 9)).map((person) => ({
      at: later(plus(new Date(before).toISOString(), -random.int(60, 3 * 24 * 60)), plus(person.joinsAt, 60)),
      kind: 'answer',
      person: person.key,
      practice: practice.key,
      answer: 'cant-come',
    }))
  })
}
