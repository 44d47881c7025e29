import { storeImport } from './store.ts'

/** The same store with prices, so that it sells at the door as well. */
export const doorStore = {
  products: {
    ...storeImport.products,
    'Ten practices': { paidPractices: 10, priceCents: 4500 },
    'Day pass': { dayPasses: 1, priceCents: 500 },
  },
}

/** What an officer sends for each. */
export const oneDayPass = { product: 'Day pass', dayPasses: 1, paidPractices: 0, cents: 500, paidBy: 'cash' } as const
export const tenPractices = {
  ...{ product: 'Ten practices', dayPasses: 0, paidPractices: 10, cents: 4500 },
  paidBy: 'card',
} as const
