import { expect, test } from 'vitest'
import { exportFileName, fileNameOf } from './export-files.ts'

test.each([
  ['Archery Club', 'archery-club'],
  ['  Käse & Pfeile!  ', 'kase-pfeile'],
  ['../../etc/passwd', 'etc-passwd'],
  ['弓道部', 'club'],
  ['x'.repeat(200), 'x'.repeat(60)],
])('%j is %s in a file’s name', (name, file) => expect(fileNameOf(name)).toBe(file))

test('a table is named after the club, what is in it, and the day', () => {
  expect(exportFileName('Archery Club', 'members', '2026-11-24')).toBe('archery-club-members-2026-11-24.csv')
})
