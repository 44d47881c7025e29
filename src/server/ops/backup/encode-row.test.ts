import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeRow, encodeRow } from './tables.ts'

const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)

describe('a value in a backup', () => {
  test('comes back as it was, and stays on its line', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (row) => {
        const line = encodeRow(row)
        expect(line).not.toContain('\n')
        expect(Object.entries(decodeRow(line))).toEqual(Object.entries(row))
      }),
    )
  })

  test.each(['', '[]', '"row"', '{"a":true}', '{"a":{}}', '{"a":[1]}', '{"a":1'])('%j is no row', (line) => {
    expect(() => decodeRow(line)).toThrow()
  })
})
