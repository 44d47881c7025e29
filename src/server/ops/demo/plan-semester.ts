import { type DemoEvent, later, type PersonKey, type PlannedPractice, plus } from './events.ts'
import {
  type DemoPerson,
  debtor,
  type HeldPractice,
  newcomer,
  passHolder,
  president,
  rangeOfficer,
  treasurer,
  type Wallet,
  type Wallets,
  walletOf,
} from './plan-people.ts'
import { openShop, type Shop } from './plan-purchases.ts'
import { isIndoors, type Schedule } from './plan-schedule.ts'
import type { Random } from './random.ts'

const welcomeDayPasses = 2
const smallest = 8
const largest = 25
/** Number of unpaid practices of the `debtor` member, who attends every third practice. */
const outstanding = 3

/** Plans the past semester: sign-ups, practices with RSVPs and check-ins, purchases and carpool credits. */
export function planSemester(people: DemoPerson[], { past, calledOff }: Schedule, random: Random) {
  const events: DemoEvent[] = []
  const wallets: Wallets = new Map(
    people.map((person) => [person.key, { dayPasses: welcomeDayPasses, paid: 0, attended: 0 }]),
  )
  const held = past.filter((practice) => !calledOff.has(practice))

  for (const person of people) {
    events.push({ at: person.joinsAt, kind: 'sign-up', person: person.key, profile: person.profile })
    if (person.officer) events.push({ at: plus(person.joinsAt, 30), kind: 'make-officer', person: person.key })
    if (person.hasRangePass)
      events.push({ at: plus(person.joinsAt, 600), kind: 'give-range-pass', person: person.key, by: rangeOfficer })
  }
  for (const practice of past)
    if (calledOff.has(practice)) events.push(...planCalledOff(practice, present(people, practice), random))

  const shop = openShop(random)
  const heldPractices = held.map((practice, i): HeldPractice => {
    const there = present(people, practice)
    const attending = chooseAttending(there, i, random)
    events.push(...planAnswers(practice, there, attending, random))
    events.push(...planCourse(practice, attending, i, { wallets, shop, random }))
    return { practice, attending }
  })
  events.push(...planPreRegistrations(people, held, wallets), ...settleNamed(people, wallets, held))
  events.push(...planEdits(heldPractices, wallets, random))
  return { events, wallets, heldPractices }
}

function present(people: DemoPerson[], practice: PlannedPractice) {
  return people.filter((person) => plus(person.joinsAt, 24 * 60) < practice.startsAt)
}

function chooseAttending(there: DemoPerson[], i: number, random: Random) {
  // High attendance at first, and less around midterms.
  const usual = i < 5 ? random.int(17, largest) : i % 13 === 7 ? random.int(smallest, 11) : random.int(10, 20)
  const others = there.filter((person) => person.key !== debtor)
  const forced = i % 3 === 0 ? there.filter((person) => person.key === debtor) : []
  return [...forced, ...random.sample(others, usual - forced.length, (person) => person.keenness)]
}

/** Most attendees RSVP, and two members who RSVP don't come. Only members with a car drive. */
function planAnswers(
  practice: PlannedPractice,
  there: DemoPerson[],
  attending: DemoPerson[],
  random: Random,
): DemoEvent[] {
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

function planCalledOff(practice: PlannedPractice, there: DemoPerson[], random: Random): DemoEvent[] {
  const answers = random.sample(there, random.int(4, 9)).map((person): DemoEvent => {
    const at = later(plus(practice.startsAt, -random.int(2 * 24 * 60, 4 * 24 * 60)), plus(person.joinsAt, 60))
    return { at, kind: 'answer', person: person.key, practice: practice.key, answer: 'archer' }
  })
  return [...answers, { at: plus(practice.startsAt, -random.int(180, 540)), kind: 'cancel', practice: practice.key }]
}

/** One practice: start, check-ins, end, and the drivers' credits afterwards. */
function planCourse(
  practice: PlannedPractice,
  attending: DemoPerson[],
  i: number,
  { wallets, shop, random }: { wallets: Wallets; shop: Shop; random: Random },
): DemoEvent[] {
  const startedAt = plus(practice.startsAt, -random.int(8, 15))
  const by = random.pick([president, treasurer, rangeOfficer])
  // On some evenings the officers try the code.
  const checkInMode = i % 7 === 3 ? 'code' : 'tap'
  const events: DemoEvent[] = [{ at: startedAt, kind: 'start', practice: practice.key, by, checkInMode }]
  const phoneless = i % 5 === 2 ? attending.findLast((person) => !person.officer) : null
  for (const [index, person] of attending.entries()) {
    const wallet = walletOf(wallets, person.key)
    events.push(...planPurchases(practice, person, wallet, { shop, random }))
    const at = plus(startedAt, random.int(2, 45) + index / 60)
    if (person === phoneless) {
      const reason = 'Phone battery was dead'
      events.push({ at, kind: 'enter', person: person.key, practice: practice.key, by: rangeOfficer, reason })
    } else {
      if (!person.hasRangePass) {
        events.push({ at: plus(at, -0.5), kind: 'use-pass', person: person.key })
        wallet.dayPasses -= 1
      }
      // The second phone has no reception for a while.
      const codeSeenAt = plus(at, index === 1 ? -5 : -0.5)
      const code = checkInMode === 'code' && { codeSeenAt }
      events.push({ at, kind: 'check-in', person: person.key, practice: practice.key, ...code })
    }
    wallet.attended += 1
  }
  buyUnassigned(shop, practice, i)
  events.push(...shop.importBefore(practice))
  if (i % 11 === 6) events.push({ at: plus(practice.endsAt, -20), kind: 'end-early', practice: practice.key, by })
  else events.push({ at: practice.endsAt, kind: 'end', practice: practice.key })
  const drivers = random.sample(
    attending.filter((person) => person.profile.hasCar),
    random.int(1, 3),
  )
  for (const [index, driver] of drivers.entries()) {
    const at = plus(practice.endsAt, 40 + index)
    events.push({ at, kind: 'credit', person: driver.key, practice: practice.key, by: treasurer })
    walletOf(wallets, driver.key).paid += 1
  }
  return events
}

/** Purchases in the hours before: day passes if none are left, and paid practices depending on how early the member pays. */
function planPurchases(
  practice: PlannedPractice,
  person: DemoPerson,
  wallet: Wallet,
  { shop, random }: { shop: Shop; random: Random },
): DemoEvent[] {
  const events: DemoEvent[] = []
  const at = () => plus(practice.startsAt, -random.int(60, 300))
  if (!person.hasRangePass && wallet.dayPasses < 1) {
    const amount = random.pick([3, 5, 5, 10])
    events.push(...shop.sell(person, 'day-passes', amount, at()))
    wallet.dayPasses += amount
  }
  const left = wallet.paid - wallet.attended
  const pays = person.paysLate ? left < -4 || (left < -1 && random.chance(0.3)) : left < 1
  if (person.key !== debtor && pays) {
    const amount = random.pick([5, 5, 10])
    events.push(...shop.sell(person, 'paid-practices', amount, at()))
    wallet.paid += amount
  }
  return events
}

const relatives = ['Margaret Ellery', 'Tom Whitaker', 'Adaeze Obi']

/** Orders that the import can't book: bought by relatives, or of a product without a value. */
function buyUnassigned(shop: Shop, practice: PlannedPractice, i: number) {
  const boughtAt = plus(practice.startsAt, -200)
  const name = i % 9 === 4 ? relatives[Math.floor(i / 9)] : undefined
  if (name !== undefined) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
    shop.orderBeside({ buyer: { email, name }, product: 'Ten practices', quantity: 1, boughtAt })
  }
  if (i % 12 === 10) shop.orderBeside({ buyer: passHolder, product: 'Holiday shoot', quantity: 1, boughtAt })
}

/** Two people who attended before signing up: one has claimed the attendance since, the other's is still open. */
function planPreRegistrations(people: DemoPerson[], held: PlannedPractice[], wallets: Wallets): DemoEvent[] {
  const joinsAt = people.find((person) => person.key === newcomer)?.joinsAt ?? ''
  const first = held.findLast((practice) => practice.endsAt < joinsAt)
  const last = held.at(-1)
  const events: DemoEvent[] = []
  if (first) {
    walletOf(wallets, newcomer).attended += 1
    events.push({ at: first.endsAt, kind: 'pre-register', person: newcomer, practice: first.key, by: rangeOfficer })
  }
  if (last)
    events.push({ at: last.endsAt, kind: 'pre-register', person: 'jules.moreau', practice: last.key, by: rangeOfficer })
  return [...events, ...planGuests(people, held)]
}

/** Guests of the last practices, and one who has signed up since. */
function planGuests(people: DemoPerson[], held: PlannedPractice[]): DemoEvent[] {
  const joined = people.find((person) => person.key === newcomer)
  const before = held.filter((practice) => practice.endsAt < (joined?.joinsAt ?? '')).at(-2)
  const guest = (
    practice: PlannedPractice,
    name: string,
    email: string | { of: PersonKey } = '',
    host: PersonKey | null = null,
  ): DemoEvent => ({
    ...{ at: practice.endsAt, kind: 'guest', practice: practice.key, by: rangeOfficer },
    ...{ name, email, host },
  })
  return [
    ...(before && joined
      ? [guest(before, `${joined.profile.nameFirst} ${joined.profile.nameLast}`, { of: newcomer })]
      : []),
    ...held.slice(-2).map((practice) => guest(practice, 'Robin Vale', 'robin.vale@example.com', president)),
    ...held.slice(-1).map((practice) => guest(practice, 'Sam Okafor')),
  ]
}

/** Adjusts the named members: day passes for `passHolder` and the president, exactly three unpaid practices for `debtor`. */
function settleNamed(people: DemoPerson[], wallets: Wallets, held: PlannedPractice[]): DemoEvent[] {
  const joinsAt = (key: PersonKey) => people.find((person) => person.key === key)?.joinsAt ?? ''
  const debtorWallet = walletOf(wallets, debtor)
  const paid = Math.max(1, debtorWallet.attended - debtorWallet.paid - outstanding)
  debtorWallet.paid += paid
  const events: DemoEvent[] = [
    {
      at: plus(joinsAt(debtor), 60),
      kind: 'sell',
      person: debtor,
      currency: 'paid-practices',
      amount: paid,
      by: treasurer,
    },
  ]
  const lastEnd = held.at(-1)?.endsAt ?? joinsAt(debtor)
  for (const person of [passHolder, president]) {
    const wallet = walletOf(wallets, person)
    const sale = { at: plus(lastEnd, 15), kind: 'sell', person, by: treasurer } as const
    if (wallet.dayPasses < 4) events.push({ ...sale, currency: 'day-passes', amount: 5 })
    if (wallet.paid - wallet.attended < 2)
      events.push({ ...sale, currency: 'paid-practices', amount: 2 + wallet.attended - wallet.paid })
  }
  return events
}

/** Officers' edits in the semester: a rain-out, thanks, driver approvals, a corrected mistake, and a dismissed order. */
function planEdits(heldPractices: HeldPractice[], wallets: Wallets, random: Random): DemoEvent[] {
  const last = heldPractices.length - 1
  return [
    ...planRainOut(heldPractices, wallets),
    ...planThanks(heldPractices[Math.round(last / 3)], wallets, random),
    ...planApprovals(heldPractices[Math.round(last / 2)]),
    ...planMistakes(heldPractices[last - 2], random),
    ...planDismissal(heldPractices[last - 1]),
  ]
}

/** A rained-out practice that was refunded to everyone; one that `debtor` didn't attend, whose balance is fixed. */
function planRainOut(heldPractices: HeldPractice[], wallets: Wallets): DemoEvent[] {
  const rained = heldPractices.find(
    ({ practice, attending }, i) => i > 5 && !isIndoors(practice) && isWithout(debtor, attending),
  )
  if (!rained) return []
  for (const { key } of rained.attending) walletOf(wallets, key).paid += 1
  const { key: practice, endsAt } = rained.practice
  return [
    { at: plus(endsAt, 95), kind: 'rain-out', practice, by: president, reason: 'Thunderstorm after half an hour' },
  ]
}

function planThanks(heldPractice: HeldPractice | undefined, wallets: Wallets, random: Random): DemoEvent[] {
  if (!heldPractice) return []
  const people = random.sample(heldPractice.attending, 8).map(({ key }) => key)
  for (const key of people) walletOf(wallets, key).dayPasses += 1
  const at = plus(heldPractice.practice.endsAt, 30)
  const reason = 'Helped put up the new nets'
  return [{ at, kind: 'bulk-edit', edit: { of: 'day-passes', by: 1 }, people, by: president, reason }]
}

/** Approves the attending drivers who have completed the RM01 form. */
function planApprovals(heldPractice: HeldPractice | undefined): DemoEvent[] {
  if (!heldPractice) return []
  const people = heldPractice.attending.filter(({ profile }) => profile.rm01Completed).map(({ key }) => key)
  if (people.length === 0) return []
  const at = plus(heldPractice.practice.startsAt, 50)
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

/** A payment entered twice and corrected, and a bulk edit of the wrong members that is undone. */
function planMistakes(heldPractice: HeldPractice | undefined, random: Random): DemoEvent[] {
  if (!heldPractice) return []
  const { attending, practice } = heldPractice
  const twice = attending.find((person) => person.buysAtDesk && person.key !== debtor)
  const sale = { kind: 'sell', currency: 'paid-practices', by: treasurer } as const
  const events: DemoEvent[] = []
  if (twice) {
    const person = twice.key
    events.push({ ...sale, at: plus(practice.endsAt, 6), person, amount: 5 })
    events.push({ ...sale, at: plus(practice.endsAt, 14), person, amount: -5, reason: 'Entered twice' })
  }
  const people: PersonKey[] = random.sample(attending, 6).map(({ key }) => key)
  const at = plus(practice.endsAt, 24)
  const edit = { of: 'paid-practices', by: 1 } as const
  return [...events, { at, kind: 'bulk-edit', edit, people, by: treasurer, reason: 'Bake sale', undoneAfter: 4 }]
}

function planDismissal(heldPractice: HeldPractice | undefined): DemoEvent[] {
  if (!heldPractice) return []
  const at = plus(heldPractice.practice.startsAt, -20)
  return [{ at, kind: 'dismiss-line', product: 'Holiday shoot', by: treasurer, reason: 'Refunded in cash' }]
}

function isWithout(key: PersonKey, attending: HeldPractice['attending']) {
  return attending.every((person) => person.key !== key)
}
