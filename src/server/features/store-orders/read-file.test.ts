import { expect, test } from 'vitest'
import { mostStoreLines } from '#domain/store-orders/order-file.ts'
import { parseClubConfig } from '#server/ops/config/club-config.ts'
import { readTable } from './read-file.ts'

const { columns } = parseClubConfig({}).storeImport
const text = 'Order ID,Email,Billing Name,Item,Qty\r\n#1,zoë@x.edu,Zoë Müller,Übungsabend,1\r\n'
const utf8 = (content: string) => new TextEncoder().encode(content)
const utf16 = (content: string, big = false) => {
  const bytes = Buffer.from(content, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const read = (bytes: Uint8Array) => readTable(bytes, columns)
const cellsOf = (bytes: Uint8Array) => {
  const table = read(bytes)
  return table.outcome === 'read' ? table.records.map(({ number, cells }) => [number, ...cells]) : table.reason
}

const rows = [
  [1, 'Order ID', 'Email', 'Billing Name', 'Item', 'Qty'],
  [2, '#1', 'zoë@x.edu', 'Zoë Müller', 'Übungsabend', '1'],
]

test.each([
  ['UTF-8', utf8(text), 'UTF-8', ','],
  ['UTF-8 with its mark', utf8(`\uFEFF${text}`), 'UTF-8', ','],
  ['UTF-16, little end first', utf16(`\uFEFF${text}`), 'UTF-16', ','],
  ['UTF-16, big end first', utf16(`\uFEFF${text}`, true), 'UTF-16', ','],
  ['UTF-16, big, without its mark', utf16(text, true), 'UTF-16', ','],
  ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252', ','],
  ['semicolons', utf8(text.replaceAll(',', ';')), 'UTF-8', ';'],
  ['tabs', utf16(`\uFEFF${text.replaceAll(',', '\t')}`), 'UTF-16', 'tab'],
])('%s is read right, and said', (_, bytes, encoding, separator) => {
  expect(read(bytes)).toMatchObject({ outcome: 'read', reading: { encoding, separator } })
  expect(cellsOf(bytes)).toEqual(rows)
})

test('cells in quotes go over lines, hold separators and quotes; a line keeps the number that it begins at', () => {
  const file = 'Order ID,Email,Item,Qty\n1,a@x,"x\ny, ""z""",1\n\n2,b@x,5" arrow,2\n3,c@x,"never closed,1\n4,d@x,y,1\n'
  const table = read(utf8(file))
  expect(table).toMatchObject({
    records: [
      { number: 1 },
      { number: 2, cells: ['1', 'a@x', 'x\ny, "z"', '1'] },
      { number: 5, cells: ['2', 'b@x', '5" arrow', '2'] },
      { number: 6, broken: true },
    ],
  })
})

test.each([
  ['the separator, by Excel', `sep=;\r\n${text.replaceAll(',', ';')}`, 1],
  ['the separator, which LibreOffice saves as a row', `\uFEFF"sep=;",,,,\r\n${text}`, 1],
  ['Numbers, with the name of the table', `orders_export_1\r\n${text.replaceAll(',', ';')}`, 1],
  ['a title in the table', `Orders,,,,\r\n,,,,\r\n${text}`, 2],
])('what is above the header is no row: %s', (_, file, above) => {
  expect(cellsOf(utf8(file))).toEqual(rows.map(([number, ...cells]) => [Number(number) + above, ...cells]))
})

// Shows: ASVS 5.2.1
test('what is no such file is refused: empty, too large, too many lines, a workbook', () => {
  expect(cellsOf(utf8(''))).toBe('empty')
  expect(cellsOf(utf8('\uFEFF \r\n'))).toBe('empty')
  expect(cellsOf(new Uint8Array(4 * 1024 * 1024 + 1).fill(65))).toBe('too-large')
  const line = '1,a@x,Practice,1\n'
  const most = utf8(`Order ID,Email,Item,Qty\n${line.repeat(mostStoreLines)}`)
  expect(cellsOf(most)).toHaveLength(mostStoreLines + 1)
  expect(cellsOf(utf8(`Order ID,Email,Item,Qty\n${line.repeat(mostStoreLines + 1)}`))).toBe('too-many-lines')
  expect(cellsOf(Buffer.concat([Buffer.from('PK\u0003\u0004\0\0\u0008\0', 'latin1'), Buffer.alloc(50, 200)]))).toBe(
    'no-table',
  )
})
