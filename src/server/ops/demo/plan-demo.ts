import { type Act, later, type PlannedPractice, plus } from './events.ts'
import { type DemoPerson, planPeople } from './plan-people.ts'
import { planSchedule, type Schedule } from './plan-schedule.ts'
import { planScores } from './plan-scores.ts'
import { planSemester } from './plan-semester.ts'
import { notYet, planToday } from './plan-today.ts'
import { createRandom, type Random } from './random.ts'

export type DemoPlan = {
  practices: PlannedPractice[]
  /** In the order in which they happened; the last ones a moment ago. */
  acts: Act[]
  schedule: Schedule
}

const seed = 1545

/**
 * Everything that has happened in the demo club until now. Nothing is written here; the same moment gives the same club.
 * @param nowMs epoch milliseconds
 */
export function planDemo({ nowMs, timeZone }: { nowMs: number; timeZone: string }): DemoPlan {
  const random = createRandom(seed)
  const people = planPeople({ nowMs, timeZone, random })
  const schedule = planSchedule({ nowMs, timeZone, random })
  const semester = planSemester(people, schedule, random)
  const today = planToday({ people, purses: semester.purses, schedule, nowMs, random })
  const scores = planScores(people, semester.evenings, createRandom(seed + 1))
  const practices = [...schedule.past, schedule.live, schedule.later, ...schedule.ahead]
  const going = [...semester.acts, ...scores, ...today]
  const cantCome = planCantCome(going, {
    people: people.filter(({ key }) => !notYet.includes(key)),
    practices: practices.filter((practice) => !schedule.calledOff.has(practice)),
    nowMs,
    random: createRandom(seed + 2),
  })
  const acts = [...going, ...cantCome].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  return { practices, acts, schedule }
}

type Facts = { people: DemoPerson[]; practices: PlannedPractice[]; nowMs: number; random: Random }

/** About one reply in ten says "Can't come": from members who neither RSVP'd nor checked in. */
function planCantCome(acts: Act[], { people, practices, nowMs, random }: Facts): Act[] {
  return practices.flatMap((practice) => {
    const others = acts.filter((act) => 'practice' in act && act.practice === practice.key && 'person' in act)
    const involved = new Set(others.map((act) => ('person' in act ? act.person : '')))
    const replies = others.filter((act) => act.kind === 'answer').length
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
