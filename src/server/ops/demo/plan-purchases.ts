import type { Currency } from '#domain/ledger.ts'
import { type Act, type OrderLine, type PersonKey, type PlannedPractice, plus } from './events.ts'
import { type DemoPerson, treasurer } from './plan-people.ts'
import type { Random } from './random.ts'

/** What the demo's store sells, and what a piece of it brings; as demo/club.config.ts says it to the app. */
export const storeProducts = {
  'Single practice': { paidPractices: 1 },
  'Ten practices': { paidPractices: 10 },
  'Day pass': { dayPasses: 1 },
  'Club T-shirt': null,
}

/** Buys with an address of their own, which the treasurer said once is theirs. */
const privately: Record<PersonKey, string> = {
  'noah.bennett': 'noahb.shoots@example.com',
  'grace.kim': 'gracie.kim@example.com',
}

/** What the store and the desk have sold so far. Orders are numbered as they come, and imported in the afternoon of a practice. */
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
    /** So many of a currency, in the store by whoever is used to it, else at the desk. */
    sell(person: DemoPerson, currency: Currency, amount: number, at: string): Act[] {
      if (person.buysAtDesk && privately[person.key] === undefined)
        return [{ at, kind: 'sell', person: person.key, currency, amount, by: treasurer }]
      if (currency === 'day-passes') order(person.key, 'Day pass', amount, at)
      else if (amount === 10) order(person.key, 'Ten practices', 1, at)
      else order(person.key, 'Single practice', amount, at)
      return []
    },
    /** An order of somebody who is no member, or of something that nobody has said anything about. */
    orderBeside(line: Omit<OrderLine, 'order'>) {
      waiting.push({ ...line, order: `#${number}` })
      number += 1
    },
    /** All orders since the last time, imported before this practice. */
    importBefore(practice: PlannedPractice): Act[] {
      if (waiting.length === 0) return []
      const lines = waiting.sort((a, b) => (a.boughtAt < b.boughtAt ? -1 : Number(a.boughtAt > b.boughtAt)))
      waiting = []
      const at = plus(practice.startsAt, -40)
      const acts: Act[] = [{ at, kind: 'import-store', lines, by: treasurer }]
      for (const { buyer } of lines) {
        if (typeof buyer === 'string' || assigned.has(buyer.email)) continue
        const to = Object.keys(privately).find((key) => privately[key] === buyer.email)
        assigned.add(buyer.email)
        if (to !== undefined)
          acts.push({ at: plus(at, 3), kind: 'assign-lines', email: buyer.email, to, by: treasurer })
      }
      return acts
    },
  }
}
export type Shop = ReturnType<typeof openShop>
