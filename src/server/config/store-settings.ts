import * as z from 'zod/mini'
import { usualColumns, usualPaid, usualRefunded, usualRefunds } from '#domain/store-columns.ts'
import { productKey, type StoreSettings, storeFields } from '#domain/store-file.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const pieces = z.number().check(z.int(), z.gte(0), z.lte(1000))
const words = z.array(text).check(z.maxLength(50))

const column = z.optional(
  z.pipe(
    z.union([text, words], { error: 'should be the name of a column, or a list of names of which one is there' }),
    z.transform((names: string | string[]) => [names].flat()),
  ),
)
const worth = z.nullable(
  z.strictObject({ paidPractices: z._default(pieces, 0), dayPasses: z._default(pieces, 0) }).check(
    z.refine(({ paidPractices, dayPasses }) => paidPractices + dayPasses > 0, {
      error: 'should say how many paidPractices or dayPasses one piece brings; null where it brings none',
    }),
  ),
)

/**
 * How the store's order export is read (D37): each order line is worth what `products` says of one piece, times its quantity.
 * A product by its name or its SKU; `null` for what the store sells besides. One that is not in the list waits for an officer.
 */
export const storeSettings = z.pipe(
  z.strictObject({
    columns: z.prefault(z.strictObject(Object.fromEntries(storeFields.map((field) => [field, column]))), {}),
    /** Of an order that is paid for; one with any other status is left out until it is. */
    paid: z._default(words, usualPaid),
    /** Of an order of which all has been given back. */
    refunded: z._default(words, usualRefunded),
    /** Of a line that is a refund, in the column `kind`. */
    refunds: z._default(words, usualRefunds),
    products: z._default(
      z.record(text, worth).check(
        z.refine((products) => new Set(Object.keys(products).map(productKey)).size === Object.keys(products).length, {
          error: 'should name each product once; capitals and spaces make no difference',
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
