import { type Act, later, type PersonKey, type PlannedPractice, plus } from './events.ts'
import {
  type DemoPerson,
  type Evening,
  hasPasses,
  newcomer,
  owes,
  type Purse,
  type Purses,
  president,
  purseOf,
  rangeOfficer,
  treasurer,
} from './plan-people.ts'
import { openShop, type Shop } from './plan-purchases.ts'
import { isIndoors, type Schedule } from './plan-schedule.ts'
import type { Random } from './random.ts'

const welcomeDayPasses = 2
const smallest = 8
const largest = 25
/** The demo's member who owes: comes to every third practice and has paid all but these. */
const outstanding = 3

/** The semester behind: sign-ups, practices with their answers and check-ins, what was sold and credited. */
export function planSemester(people: DemoPerson[], { past, calledOff }: Schedule, random: Random) {
  const acts: Act[] = []
  const purses: Purses = new Map(
    people.map((person) => [person.key, { dayPasses: welcomeDayPasses, paid: 0, attended: 0 }]),
  )
  const held = past.filter((practice) => !calledOff.has(practice))

  for (const person of people) {
    acts.push({ at: person.joinsAt, kind: 'sign-up', person: person.key, profile: person.profile })
    if (person.officer) acts.push({ at: plus(person.joinsAt, 30), kind: 'make-officer', person: person.key })
    if (person.hasRangePass)
      acts.push({ at: plus(person.joinsAt, 600), kind: 'give-range-pass', person: person.key, by: rangeOfficer })
  }
  for (const practice of past)
    if (calledOff.has(practice)) acts.push(...planCalledOff(practice, present(people, practice), random))

  const shop = openShop(random)
  const evenings = held.map((practice, i): Evening => {
    const there = present(people, practice)
    const attending = chooseAttending(there, i, random)
    acts.push(...planAnswers(practice, there, attending, random))
    acts.push(...planCourse(practice, attending, i, { purses, shop, random }))
    return { practice, attending }
  })
  acts.push(...planPreRegistrations(people, held, purses), ...settleNamed(people, purses, held))
  acts.push(...planEdits(evenings, purses, random))
  return { acts, purses, evenings }
}

function present(people: DemoPerson[], practice: PlannedPractice) {
  return people.filter((person) => plus(person.joinsAt, 24 * 60) < practice.startsAt)
}

function chooseAttending(there: DemoPerson[], i: number, random: Random) {
  // Many at the beginning, fewer around the midterms, more again.
  const usual = i < 5 ? random.int(17, largest) : i % 13 === 7 ? random.int(smallest, 11) : random.int(10, 20)
  const others = there.filter((person) => person.key !== owes)
  const forced = i % 3 === 0 ? there.filter((person) => person.key === owes) : []
  return [...forced, ...random.sample(others, usual - forced.length, (person) => person.keenness)]
}

/** Most who come have said so, some who said so don't come, and drivers have a car. */
function planAnswers(practice: PlannedPractice, there: DemoPerson[], attending: DemoPerson[], random: Random): Act[] {
  const absent = there.filter((person) => !attending.includes(person))
  const answering = [...random.sample(attending, Math.ceil(attending.length * 0.85)), ...random.sample(absent, 2)]
  return answering.map((person) => ({
    at: later(plus(practice.startsAt, -random.int(60, 3 * 24 * 60)), plus(person.joinsAt, 60)),
    kind: 'answer',
    person: person.key,
    practice: practice.key,
    answer: person.profile.hasCar && random.chance(0.6) ? 'driver' : 'archer',
  }))
}

function planCalledOff(practice: PlannedPractice, there: DemoPerson[], random: Random): Act[] {
  const answers = random.sample(there, random.int(4, 9)).map((person): Act => {
    const at = later(plus(practice.startsAt, -random.int(2 * 24 * 60, 4 * 24 * 60)), plus(person.joinsAt, 60))
    return { at, kind: 'answer', person: person.key, practice: practice.key, answer: 'archer' }
  })
  return [...answers, { at: plus(practice.startsAt, -random.int(180, 540)), kind: 'cancel', practice: practice.key }]
}

/** One evening: start, arrivals, end, and the drivers' credits afterwards. */
function planCourse(
  practice: PlannedPractice,
  attending: DemoPerson[],
  i: number,
  { purses, shop, random }: { purses: Purses; shop: Shop; random: Random },
): Act[] {
  const startedAt = plus(practice.startsAt, -random.int(8, 15))
  const by = random.pick([president, treasurer, rangeOfficer])
  const acts: Act[] = [{ at: startedAt, kind: 'start', practice: practice.key, by }]
  const phoneless = i % 5 === 2 ? attending.findLast((person) => !person.officer) : null
  for (const [place, person] of attending.entries()) {
    const purse = purseOf(purses, person.key)
    acts.push(...planPurchases(practice, person, purse, { shop, random }))
    const at = plus(startedAt, random.int(2, 45) + place / 60)
    if (person === phoneless) {
      const reason = 'Phone battery was dead'
      acts.push({ at, kind: 'enter', person: person.key, practice: practice.key, by: rangeOfficer, reason })
    } else {
      if (!person.hasRangePass) {
        acts.push({ at: plus(at, -0.5), kind: 'use-pass', person: person.key })
        purse.dayPasses -= 1
      }
      acts.push({ at, kind: 'check-in', person: person.key, practice: practice.key })
    }
    purse.attended += 1
  }
  strangersBuy(shop, practice, i)
  acts.push(...shop.importBefore(practice))
  if (i % 11 === 6) acts.push({ at: plus(practice.endsAt, -20), kind: 'end-early', practice: practice.key, by })
  else acts.push({ at: practice.endsAt, kind: 'end', practice: practice.key })
  const drivers = random.sample(
    attending.filter((person) => person.profile.hasCar),
    random.int(1, 3),
  )
  for (const [place, driver] of drivers.entries()) {
    const at = plus(practice.endsAt, 40 + place)
    acts.push({ at, kind: 'credit', person: driver.key, practice: practice.key, by: treasurer })
    purseOf(purses, driver.key).paid += 1
  }
  return acts
}

/** Bought in the afternoon before: day passes by whoever has none left, practices by whoever pays in time. */
function planPurchases(
  practice: PlannedPractice,
  person: DemoPerson,
  purse: Purse,
  { shop, random }: { shop: Shop; random: Random },
): Act[] {
  const acts: Act[] = []
  const at = () => plus(practice.startsAt, -random.int(60, 300))
  if (!person.hasRangePass && purse.dayPasses < 1) {
    const amount = random.pick([3, 5, 5, 10])
    acts.push(...shop.sell(person, 'day-passes', amount, at()))
    purse.dayPasses += amount
  }
  const left = purse.paid - purse.attended
  const pays = person.paysLate ? left < -4 || (left < -1 && random.chance(0.3)) : left < 1
  if (person.key !== owes && pays) {
    const amount = random.pick([5, 5, 10])
    acts.push(...shop.sell(person, 'paid-practices', amount, at()))
    purse.paid += amount
  }
  return acts
}

const relatives = ['Margaret Ellery', 'Tom Whitaker', 'Adaeze Obi']

/** Orders that nobody can book: gifts, and something new in the store. */
function strangersBuy(shop: Shop, practice: PlannedPractice, i: number) {
  const boughtAt = plus(practice.startsAt, -200)
  const name = i % 9 === 4 ? relatives[Math.floor(i / 9)] : undefined
  if (name !== undefined) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
    shop.orderBeside({ buyer: { email, name }, product: 'Ten practices', quantity: 1, boughtAt })
  }
  if (i % 12 === 10) shop.orderBeside({ buyer: hasPasses, product: 'Holiday shoot', quantity: 1, boughtAt })
}

/** Two who came before they had signed up: one has claimed it since, the other's still waits. */
function planPreRegistrations(people: DemoPerson[], held: PlannedPractice[], purses: Purses): Act[] {
  const joinsAt = people.find((person) => person.key === newcomer)?.joinsAt ?? ''
  const first = held.findLast((practice) => practice.endsAt < joinsAt)
  const last = held.at(-1)
  const acts: Act[] = []
  if (first) {
    purseOf(purses, newcomer).attended += 1
    acts.push({ at: first.endsAt, kind: 'pre-register', person: newcomer, practice: first.key, by: rangeOfficer })
  }
  if (last)
    acts.push({ at: last.endsAt, kind: 'pre-register', person: 'jules.moreau', practice: last.key, by: rangeOfficer })
  return acts
}

/** What the demo promises of those it names: day passes for one and the president, three practices owed by the other. */
function settleNamed(people: DemoPerson[], purses: Purses, held: PlannedPractice[]): Act[] {
  const joinsAt = (key: PersonKey) => people.find((person) => person.key === key)?.joinsAt ?? ''
  const debtor = purseOf(purses, owes)
  const paid = Math.max(1, debtor.attended - debtor.paid - outstanding)
  debtor.paid += paid
  const acts: Act[] = [
    {
      at: plus(joinsAt(owes), 60),
      kind: 'sell',
      person: owes,
      currency: 'paid-practices',
      amount: paid,
      by: treasurer,
    },
  ]
  const lastEnd = held.at(-1)?.endsAt ?? joinsAt(owes)
  for (const person of [hasPasses, president]) {
    const purse = purseOf(purses, person)
    const sale = { at: plus(lastEnd, 15), kind: 'sell', person, by: treasurer } as const
    if (purse.dayPasses < 4) acts.push({ ...sale, currency: 'day-passes', amount: 5 })
    if (purse.paid - purse.attended < 2)
      acts.push({ ...sale, currency: 'paid-practices', amount: 2 + purse.attended - purse.paid })
  }
  return acts
}

/** What the officers have put right in the semester: thanks, approvals, a rain-out, mistakes and their corrections. */
function planEdits(evenings: Evening[], purses: Purses, random: Random): Act[] {
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
