import { expect, test } from 'vitest'
import { codeLetters, codeOf, readCode, showCode } from './email-code.ts'

test('a code has eight of thirty-two letters and digits, none of which looks like another', () => {
  expect(new Set(codeLetters).size).toBe(32)
  expect(codeLetters).not.toMatch(/[IO01a-z]/)
  expect(codeOf(new Uint8Array(5))).toBe('AAAAAAAA')
  expect(codeOf(new Uint8Array(5).fill(255))).toBe('99999999')
  // 00001 00010 00011 00100 00101 00110 00111 01000
  expect(codeOf(new Uint8Array([0b00001000, 0b10000110, 0b01000010, 0b10011000, 0b11101000]))).toBe('BCDEFGHJ')
})

test('each of the forty bits changes it, and nothing behind them does', () => {
  const none = new Uint8Array(32)
  const codes = new Set(
    Array.from({ length: 40 }, (_, bit) => {
      const bytes = none.slice()
      bytes[bit >> 3] = 128 >> (bit & 7)
      return codeOf(bytes)
    }),
  )
  expect(codes.size).toBe(40)
  expect(codes).not.toContain(codeOf(none))
  expect(codeOf(none.fill(7, 5))).toBe('AAAAAAAA')
})

test.each([
  ...['ABCD-EFGH', 'abcd-efgh', ' ABCDEFGH ', 'abcd efgh', 'A B C D – E F G H', 'ABCD\u2011EFGH', 'ABCD\u2014EFGH\n'],
  ...['\u200bABCD\u00a0EFGH\u200e', 'ＡＢＣＤ－ＥＦＧＨ', '---abcd---efgh---'],
])('is the same however it is typed: %j', (typed) => expect(readCode(typed)).toBe('ABCDEFGH'))

test('what is shown reads as what it is', () => {
  expect(showCode('ABCDEFGH')).toBe('ABCD-EFGH')
  expect(readCode(showCode('ZYXW9876'))).toBe('ZYXW9876')
})

test.each([
  ...['', 'ABCD-EFG', 'ABCD-EFGHJ', 'ABCD-EFG0', 'ABCD-EFGI', 'ABCD_EFGH', 'ÄBCDEFGH', 'ıABCDEFG', 'ABCD.EFGH'],
  '😀BCDEFG',
])('is none: %j', (typed) => expect(readCode(typed)).toBe(null))
