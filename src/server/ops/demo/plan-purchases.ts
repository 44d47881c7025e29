import type { Currency } from '#domain/ledger.ts'
import { type DemoEvent, type OrderLine, type PersonKey, type PlannedPractice, plus } from './events.ts'
import { type DemoPerson, treasurer } from './plan-people.ts'
import type { Random } from './random.ts'

/** The demo store's products with their value per unit. */
export const storeProducts = {
  'Single practice': { paidPractices: 1, priceCents: 500 },
  'Ten practices': { paidPractices: 10, priceCents: 4500 },
  'Day pass': { dayPasses: 1, priceCents: 400 },
  'Club T-shirt': null,
}

/** Members who buy with a private address, which the treasurer assigns to them once. */
const privately: Record<PersonKey, string> = {
  'noah.bennett': 'noahb.shoots@example.com',
  'grace.kim': 'gracie.kim@example.com',
}

/** Sales at the door of the last practices, one of which was undone, and of the one that is live. Always to other people than the named ones. */
export function planDoorSales(buyers: PersonKey[], held: PlannedPractice[], live: PlannedPractice, now: string) {
  const sale = (
    i: number,
    practice: PlannedPractice,
    at: string,
    product: DoorProduct,
    undone?: string,
  ): DemoEvent => ({
    ...{ at, kind: 'door-sale', practice: practice.key, person: buyers[i] ?? '', by: treasurer, product },
    ...{ paidBy: i % 3 === 1 ? 'card' : 'cash', ...(undone !== undefined && { undone }) },
  })
  const [before, last] = held.slice(-2)
  return [
    ...(before ? [sale(0, before, plus(before.endsAt, -5), 'Ten practices')] : []),
    ...(last
      ? [
          sale(1, last, plus(last.endsAt, -6), 'Single practice'),
          sale(2, last, plus(last.endsAt, -5), 'Ten practices', 'Wrong person'),
          sale(3, last, plus(last.endsAt, -4), 'Ten practices'),
        ]
      : []),
    sale(1, live, now, 'Single practice'),
    sale(2, live, now, 'Day pass'),
  ]
}
export type DoorProduct = Exclude<keyof typeof storeProducts, 'Club T-shirt'>

/** Simulates the store and the desk. Orders get ascending numbers, and are imported before the next practice. */
export function openShop(random: Random) {
  let number = 1001
  let waiting: OrderLine[] = []
  const assigned = new Set<string>()

  function order(person: PersonKey, product: string, quantity: number, boughtAt: string) {
    const own = privately[person]
    const buyer = own === undefined ? person : { email: own, name: '' }
    waiting.push({ order: `#${number}`, buyer, product, quantity, boughtAt })
    number += 1
    if (random.chance(0.06))
      waiting.push({ order: `#${number - 1}`, buyer, product: 'Club T-shirt', quantity: 1, boughtAt })
  }

  return {
    /** Sells an amount of a currency at the desk or in the store, depending on the member. */
    sell(person: DemoPerson, currency: Currency, amount: number, at: string): DemoEvent[] {
      if (person.buysAtDesk && privately[person.key] === undefined)
        return [{ at, kind: 'sell', person: person.key, currency, amount, by: treasurer }]
      if (currency === 'day-passes') order(person.key, 'Day pass', amount, at)
      else if (amount === 10) order(person.key, 'Ten practices', 1, at)
      else order(person.key, 'Single practice', amount, at)
      return []
    },
    /** Adds an order of a non-member, or of a product without a value. */
    orderBeside(line: Omit<OrderLine, 'order'>) {
      waiting.push({ ...line, order: `#${number}` })
      number += 1
    },
    /** Imports all orders since the last import, shortly before this practice. */
    importBefore(practice: PlannedPractice): DemoEvent[] {
      if (waiting.length === 0) return []
      const lines = waiting.sort((a, b) => (a.boughtAt < b.boughtAt ? -1 : Number(a.boughtAt > b.boughtAt)))
      waiting = []
      const at = plus(practice.startsAt, -40)
      const events: DemoEvent[] = [{ at, kind: 'import-store', lines, by: treasurer }]
      for (const { buyer } of lines) {
        if (typeof buyer === 'string' || assigned.has(buyer.email)) continue
        const to = Object.keys(privately).find((key) => privately[key] === buyer.email)
        assigned.add(buyer.email)
        if (to !== undefined)
          events.push({ at: plus(at, 3), kind: 'assign-lines', email: buyer.email, to, by: treasurer })
      }
      return events
    },
  }
}
export type Shop = ReturnType<typeof openShop>
