import { type Act, later, type PlannedPractice, plus } from './events.ts'
import type { DemoPerson } from './plan-people.ts'
import type { Random } from './random.ts'

type Facts = { people: DemoPerson[]; practices: PlannedPractice[]; nowMs: number; random: Random }

/** About one reply in ten says "Can't come": from members who neither RSVP'd nor checked in. */
export function planCantCome(acts: Act[], { people, practices, nowMs, random }: Facts): Act[] {
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
