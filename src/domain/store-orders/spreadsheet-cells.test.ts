import { describe, expect, test } from 'vitest'
import { areRounded, cellText, isSpoiled, numberKey, storedForms } from './spreadsheet-cells.ts'

describe('the number of an order', () => {
  test.each([
    ['leading zeros dropped', '001001', '1001'],
    ['decimals of a number format', '1001', '1001.00'],
    ['thousands with commas', '1001', '1,001'],
    ['thousands with commas, and decimals', '1001', '1,001.00'],
    ['thousands as in German', '1001', '1.001,00'],
    ['thousands as in French', '1234567', '1 234 567'],
    ['thousands as in Swiss German', '1001', '1’001.00'],
    ['with its sign', '#1001', '#1,001'],
  ])('is the same after a spreadsheet program: %s', (_, before, after) => {
    expect(numberKey(after)).toBe(numberKey(before))
  })

  test.each([
    ['1001', '1001-2'],
    ['1001', '#1001'],
    ['1,001', '1,0011'],
    ['A-1,001', 'A-1001'],
  ])('%s is not %s', (one, other) => expect(numberKey(one)).not.toBe(numberKey(other)))

  test('is looked up in each form that an earlier import may have stored', () => {
    for (const stored of ['1001', '001001', '1001.0', '1,001', '1.001,00', "'1001", '="001001"', '1 001.00'])
      expect(storedForms('1001')).toContain(stored.replaceAll(/[#='"’ ,.]/g, '').replace(/^0+/, ''))
  })

  test.each([
    ...['1.23457E+11', '1,23457E+11', '1E+05', '1.2E5', '#######', '#NAME?', '#DIV/0!', '#WERT!', '#N/A', 'Err:508'],
    ...['$1,001.00', '1.001,00 €', '100100%', '12,000', '27-Nov', '27-Nov-26', '27. Nov', 'Nov-26', '11/27/26'],
    ...['27.11.2026', '27.11.', '2026-11-27', '2026-11-27 18:00:00', '11:27'],
  ])('can no longer be told from %s', (id) => expect(isSpoiled(id)).toBe(true))

  test.each([
    ...['#1001', '001001', '1,001', '5123456789012', 'A-1001', 'DEC-1001', '2026-0012', '11-2701', '1001.1', '12E34'],
    ...['pi_3Nq', '#AB12', '#A1!', 'R100€B'],
  ])('%s is as the store writes it', (id) => expect(isSpoiled(id)).toBe(false))

  test('is rounded where all long ones of a file have only fifteen digits', () => {
    expect(areRounded(['1234567890123450000', '12'])).toBe(true)
    expect(areRounded(['1234567890123450', '1234567890123456'])).toBe(false)
    expect(areRounded(['12', '13'])).toBe(false)
  })
})

test('what keeps a cell text is no part of it', () => {
  const cells = ['="0012"', "'0012", "'-1", "'", "'=A1", "O'Neill", "'tis"]
  expect(cells.map(cellText)).toEqual(['0012', '0012', '-1', '', '=A1', "O'Neill", "'tis"])
})
