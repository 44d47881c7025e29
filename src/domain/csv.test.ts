import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './export-files.ts'

test('begins with a byte order mark, and ends every line as Windows does', () => {
  expect(toCsv(['Name', 'Balance'], [['José', -2]])).toBe('\uFEFFName,Balance\r\nJosé,-2\r\n')
  expect(toCsv(['Name'], [])).toBe('\uFEFFName\r\n')
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

test('a spreadsheet reads the cells as they were, and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 })), (rows) => {
      const read = readCsv(linesOf(rows))
      expect(read.map((row) => row.map((text) => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')))).toEqual(rows)
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

function linesOf(rows: string[][]) {
  return toCsv(['head'], rows).slice('\uFEFFhead\r\n'.length)
}

/** A parser that follows RFC 4180 literally. */
function readCsv(text: string) {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
