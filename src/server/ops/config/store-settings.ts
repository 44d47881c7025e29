import * as z from 'zod/mini'
import {
  usualCanceled,
  usualColumns,
  usualPaid,
  usualPartlyRefunded,
  usualRefunded,
  usualRefunds,
} from '#domain/store-orders/columns.ts'
import { productKey, type StoreSettings, storeFields } from '#domain/store-orders/order-settings.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const pieces = z.number().check(z.int(), z.gte(0), z.lte(1000))
const words = z.array(text).check(z.maxLength(50))

const column = z.optional(
  z.pipe(
    z.union([text, words], { error: 'should be a column name, or a list of possible names' }),
    z.transform((names: string | string[]) => [names].flat()),
  ),
)
const worth = z.nullable(
  z
    .strictObject({
      paidPractices: z._default(pieces, 0),
      dayPasses: z._default(pieces, 0),
      /** What one unit costs. Members see it next to the link to the store. */
      priceCents: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
    })
    .check(
      z.refine(({ paidPractices, dayPasses }) => paidPractices + dayPasses > 0, {
        error: 'should say how many paidPractices or dayPasses one unit gives; null if it gives none',
      }),
    ),
)

/**
 * How the store's order export is read: each order line is worth what `products` says for one unit, times its quantity.
 * Products are named by SKU or name, with their variant as in `Pass (10 practices)`; `null` for those that have nothing to do with
 * practices. Unknown ones wait for an officer.
 */
export const storeSettings = z.pipe(
  z.strictObject({
    columns: z.prefault(z.strictObject(Object.fromEntries(storeFields.map((field) => [field, column]))), {}),
    /** Statuses of a paid order; orders with another status are left out until they have one of these. */
    paid: z._default(words, usualPaid),
    /** Statuses of a fully refunded order. */
    refunded: z._default(words, usualRefunded),
    /** Statuses of an order of which a part was refunded. It counts in full, and the preview says so. */
    partlyRefunded: z._default(words, usualPartlyRefunded),
    /** Statuses of a canceled order. */
    canceled: z._default(words, usualCanceled),
    /** Values of the column `kind` that mark a refund. */
    refunds: z._default(words, usualRefunds),
    products: z._default(
      z.record(text, worth).check(
        z.refine((products) => new Set(Object.keys(products).map(productKey)).size === Object.keys(products).length, {
          error: 'should list each product once (upper and lower case and spaces don’t matter)',
        }),
      ),
      {},
    ),
  }),
  z.transform(({ columns, ...rest }): StoreSettings => {
    const named = Object.entries(columns).filter((entry): entry is [string, string[]] => entry[1] !== undefined)
    return { ...rest, columns: { ...usualColumns, ...Object.fromEntries(named) } }
  }),
)
