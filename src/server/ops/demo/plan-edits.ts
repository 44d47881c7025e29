import { type Act, type PersonKey, plus } from './events.ts'
import { owes, president, rangeOfficer, treasurer } from './plan-people.ts'
import { isIndoors } from './plan-schedule.ts'
import { type Evening, type Purses, purseOf } from './purses.ts'
import type { Random } from './random.ts'

/** What the officers have put right in the semester: thanks, approvals, a rain-out, mistakes and their corrections. */
export function planEdits(evenings: Evening[], purses: Purses, random: Random): Act[] {
  const last = evenings.length - 1
  return [
    ...planRainOut(evenings, purses),
    ...planThanks(evenings[Math.round(last / 3)], purses, random),
    ...planApprovals(evenings[Math.round(last / 2)]),
    ...planMistakes(evenings[last - 2], random),
    ...planDismissal(evenings[last - 1]),
  ]
}

/** Half an hour in it poured: everybody got the evening back. Not one of those at which the debtor was. */
function planRainOut(evenings: Evening[], purses: Purses): Act[] {
  const rained = evenings.find(
    ({ practice, attending }, i) => i > 5 && !isIndoors(practice) && isWithout(owes, attending),
  )
  if (!rained) return []
  for (const { key } of rained.attending) purseOf(purses, key).paid += 1
  const { key: practice, endsAt } = rained.practice
  return [
    { at: plus(endsAt, 95), kind: 'rain-out', practice, by: president, reason: 'Thunderstorm after half an hour' },
  ]
}

function planThanks(evening: Evening | undefined, purses: Purses, random: Random): Act[] {
  if (!evening) return []
  const people = random.sample(evening.attending, 8).map(({ key }) => key)
  for (const key of people) purseOf(purses, key).dayPasses += 1
  const at = plus(evening.practice.endsAt, 30)
  const reason = 'Helped put up the new nets'
  return [{ at, kind: 'bulk-edit', edit: { of: 'day-passes', by: 1 }, people, by: president, reason }]
}

/** Whoever has shown their certificate may drive for the club. */
function planApprovals(evening: Evening | undefined): Act[] {
  if (!evening) return []
  const people = evening.attending.filter(({ profile }) => profile.rm01Completed).map(({ key }) => key)
  if (people.length === 0) return []
  const at = plus(evening.practice.startsAt, 50)
  const until = `${Number(at.slice(0, 4)) + 1}-08-15`
  return [
    {
      at,
      kind: 'bulk-edit',
      edit: { of: 'rm01', until },
      people,
      by: rangeOfficer,
      reason: 'Showed their certificate',
    },
  ]
}

/** One payment entered twice and put right, and one edit for the wrong people, undone at once. */
function planMistakes(evening: Evening | undefined, random: Random): Act[] {
  if (!evening) return []
  const { attending, practice } = evening
  const twice = attending.find((person) => person.buysAtDesk && person.key !== owes)
  const sale = { kind: 'sell', currency: 'paid-practices', by: treasurer } as const
  const acts: Act[] = []
  if (twice) {
    const person = twice.key
    acts.push({ ...sale, at: plus(practice.endsAt, 6), person, amount: 5 })
    acts.push({ ...sale, at: plus(practice.endsAt, 14), person, amount: -5, reason: 'Entered twice' })
  }
  const people: PersonKey[] = random.sample(attending, 6).map(({ key }) => key)
  const at = plus(practice.endsAt, 24)
  const edit = { of: 'paid-practices', by: 1 } as const
  return [...acts, { at, kind: 'bulk-edit', edit, people, by: treasurer, reason: 'Bake sale', undoneAfter: 4 }]
}

function planDismissal(evening: Evening | undefined): Act[] {
  if (!evening) return []
  const at = plus(evening.practice.startsAt, -20)
  return [{ at, kind: 'dismiss-line', product: 'Holiday shoot', by: treasurer, reason: 'Refunded in cash' }]
}

function isWithout(key: PersonKey, attending: Evening['attending']) {
  return attending.every((person) => person.key !== key)
}
