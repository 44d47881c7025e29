import { expect, test } from 'vitest'
import { toCsv } from './export-files.ts'

test('begins with a byte order mark, and ends every line as Windows does', () => {
  expect(toCsv(['Name', 'Balance'], [['José', -2]])).toBe('\uFEFFName,Balance\r\nJosé,-2\r\n')
  expect(toCsv(['Name'], [])).toBe('\uFEFFName\r\n')
  expect(toCsv(['Name'], [[null]])).toBe('\uFEFFName\r\n\r\n')
})

test('puts what would end a cell or a line between quotes', () => {
  expect(linesOf([['a,b', 'say "hi"', 'two\nlines', 'one\rreturn', '']])).toBe(
    '"a,b","say ""hi""","two\nlines","one\rreturn",\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠1', "'+1"])(
  'makes a text of the formula %j',
  (text) => expect(linesOf([[text]])).toBe(`'${text}\r\n`),
)

test('makes a text of a formula behind a return, and leaves one in the middle alone', () => {
  expect(linesOf([['\r=1']])).toBe(`"'\r=1"\r\n`)
  expect(linesOf([['a=1', ' =1']])).toBe('a=1, =1\r\n')
})

function linesOf(rows: string[][]) {
  return toCsv(['head'], rows).slice('\uFEFFhead\r\n'.length)
}
