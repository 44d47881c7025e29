import { cleanLine } from '#domain/clean-text.ts'

/** How the club reads its store's order export, and what its products are worth. */
export const storeFields = [
  'order',
  'line',
  'email',
  'name',
  'product',
  'variant',
  'sku',
  'quantity',
  'date',
  'status',
  'state',
  'lineState',
  'canceled',
  'refund',
  'returned',
  'test',
  'kind',
] as const
export type StoreField = (typeof storeFields)[number]

/** The value of one unit, and its price if the club says so. */
export type Worth = { paidPractices: number; dayPasses: number; priceCents?: number }

export type StoreSettings = {
  /** Possible column names of each field; the first one in the file is used. */
  columns: Record<StoreField, string[]>
  /** Values of the `status` column for an order that is paid, fully refunded, refunded in part, or canceled. */
  paid: string[]
  refunded: string[]
  partlyRefunded: string[]
  canceled: string[]
  /** Values of the `kind` column for a refund. */
  refunds: string[]
  /**
   * By SKU or name, with its variant as in `Pass (10 practices)`; null for a product of the same store that adds
   * nothing.
   */
  products: Record<string, Worth | null>
}

/** Product names compare without regard to case and white space. */
export function productKey(name: string) {
  return cleanLine(name).toLowerCase()
}
