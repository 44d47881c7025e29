import * as z from 'zod/mini'
import { productKey, type StoreSettings, storeFields } from '#domain/store-file.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const pieces = z.number().check(z.int(), z.gte(0), z.lte(1000))
const words = z.array(text).check(z.maxLength(50))

/** How the common stores call their columns: Shopify, WooCommerce and its exporters, Square, Squarespace. */
const usualColumns: StoreSettings['columns'] = {
  order: ['Order ID', 'Order Number', 'order_number', 'order_id', 'Order #', 'Order', 'Transaction ID', 'Name'],
  line: ['Line Item ID', 'Order Item ID', 'Line ID', 'item_id', 'line_item_id', 'Item #'],
  email: [
    'Email',
    'E-mail',
    'Email (Billing)',
    'Billing Email',
    'billing_email',
    'Customer Email',
    'customer_email',
  ].concat(['Buyer Email', 'Recipient Email', 'Email Address']),
  name: ['Billing Name', 'Full Name (Billing)', 'Customer Name', 'customer_name', 'Buyer Name', 'Recipient Name'],
  product: ['Lineitem name', 'Item Name', 'item_name', 'Product Name', 'product_name', 'Item', 'Product'],
  sku: ['Lineitem sku', 'SKU', 'Item SKU', 'item_sku', 'Product SKU'],
  quantity: ['Lineitem quantity', 'Quantity', 'Item Quantity', 'item_quantity', 'Quantity (- Refund)', 'Qty'],
  date: ['Paid at', 'Created at', 'Order Date', 'order_date', 'Date'],
  status: ['Financial Status', 'Payment Status', 'Order Status', 'order_status'],
  kind: ['Event Type', 'Type'],
}
const usualPaid = [
  'paid',
  'partially_refunded',
  'partially refunded',
  'processing',
  'completed',
  'complete',
  'fulfilled',
]

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
    refunded: z._default(words, ['refunded']),
    /** Of a line that is a refund, in the column `kind`. */
    refunds: z._default(words, ['refund', 'return']),
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
