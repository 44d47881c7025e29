/** A value as either database holds it. Instants, days and lists are text; truths are 0 and 1. */
export type Value = null | string | number | bigint | Uint8Array
export type Row = Record<string, Value>

/**
 * One row as one line of JSON that says the same on both engines and comes back exactly: whole numbers are `bigint` here and
 * plain in the line; what JSON has no word for is an object with one key.
 */
export function encodeRow(row: Row): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encode(value)])))
}

function encode(value: Value) {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : { integer: value.toString() }
  if (typeof value === 'number')
    return isFraction(value) ? value : { real: Object.is(value, -0) ? '-0' : String(value) }
  return { base64: Buffer.from(value).toString('base64') }
}

/** @throws when the line is no row of this backup format */
export function decodeRow(line: string): Row {
  const row: unknown = JSON.parse(line)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new TypeError('not a row')
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, decode(value)]))
}

function decode(value: unknown): Value {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (typeof value === 'object') {
    if ('integer' in value) return BigInt(String(value.integer))
    if ('real' in value) return Number(value.real)
    if ('base64' in value) return Buffer.from(String(value.base64), 'base64')
  }
  throw new TypeError('not a value')
}

function isSafe(value: bigint) {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
}

function isFraction(value: number) {
  return Number.isFinite(value) && !Number.isInteger(value)
}
