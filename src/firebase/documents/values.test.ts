import { describe, expect, test } from 'vitest'
import { isFieldName, readFields, readInstant } from './values.ts'

describe('the name of a field', () => {
  // Shows: 9.40, 9.41, 9.42
  test.each(['', '__name__', 'a~b', 'a*', '/a', ']'])('%j is none', (name) => {
    expect(isFieldName(name)).toBe(false)
  })
  test.each(['__a', 'carCapacity', 'a.b', '__'])('%j is one', (name) => {
    expect(isFieldName(name)).toBe(true)
  })
  // Shows: 9.43
  test('that is none is left out and reported at every depth; so is a list within a list', () => {
    const found: string[] = []
    const raw = { ok: 1, 'a*': 2, inner: { '': 3, list: [1, [2], { arrayValue: {} }, { 'x/y': 4 }] } }
    expect(readFields(raw, (field) => void found.push(field))).toEqual({ ok: 1, inner: { list: [1, {}] } })
    expect(found).toEqual(['a*', 'inner.', 'inner.list[1]', 'inner.list[2]', 'inner.list[3].x/y'])
  })
})

describe('an instant', () => {
  const at = new Date('2026-09-01T22:00:00.500Z')
  test.each([
    { _seconds: 1788300000, _nanoseconds: 500_000_000 },
    { seconds: 1788300000, nanoseconds: 500_999_999 },
    { __datatype__: 'timestamp', value: { _seconds: 1788300000, _nanoseconds: 500_000_000 } },
    { __datatype__: 'timestamp', value: '2026-09-01T22:00:00.500Z' },
    { timestampValue: '2026-09-01T22:00:00.500Z' },
  ])('is read of %j', (value) => {
    expect(readFields({ value }, () => {}).value).toEqual(at)
  })
  test.each(['2026-09-01T18:00:00.500-04:00', '1788300000500', 1788300000500])(
    'is read of %j where one is wanted',
    (value) => {
      expect(readInstant(value)).toEqual(at)
    },
  )
  test.each([
    ['2026-09-01', '2026-09-01T04:00:00.000Z'],
    ['2026-09-01T18:00', '2026-09-01T22:00:00.000Z'],
    ['2026-09-01T18:00:00+02:00', '2026-09-01T16:00:00.000Z'],
  ])('of text is by the club’s own clock, unless it says by whose: %s', (text, instant) => {
    expect(readInstant(text, 'America/Indiana/Indianapolis')?.toISOString()).toBe(instant)
  })
  test.each([
    ...['soon', '2026-02-30', '2026-09-01T25:00:00', '2026-09-01T18:00:00 GMT', ''],
    ...[Number.NaN, 9e15, null, undefined, true, { seconds: 1, more: 2 }],
  ])('is not in %j', (value) => {
    expect(readInstant(value as never)).toBeNull()
  })
})

test('values of other kinds: a reference is its target’s id, a location is nothing, an unknown kind is reported', () => {
  const found: string[] = []
  const raw = {
    late: { __datatype__: 'timestamp', value: { _seconds: 'late' } },
    none: { __datatype__: 'timestamp' },
    later: { timestampValue: 'later' },
    by: { __datatype__: 'documentReference', value: 'users/ana' },
    to: { referenceValue: 'projects/x/databases/y/documents/users/ben' },
    at: { __datatype__: 'geopoint', value: { _latitude: 1, _longitude: 2 } },
    map: { mapValue: { fields: { deep: { doubleValue: 1.5 }, none: { nullValue: null } } } },
    list: { arrayValue: { values: [{ stringValue: 'a' }, { booleanValue: false }] } },
    odd: { __datatype__: 'color', value: 'red' },
    __collections__: {},
  }
  const read = { by: 'ana', to: 'ben', map: { deep: 1.5, none: null }, list: ['a', false] }
  expect(readFields(raw, (field) => void found.push(field))).toEqual(read)
  expect(found).toEqual(['late', 'none', 'later', 'odd'])
})
