import { expect, test } from 'vitest'
import {
  checkClubFile,
  clubFileNameOf,
  clubFileOfPath,
  clubFileOfUrl,
  clubFilePath,
  clubFilesIn,
  clubFileUrl,
  fileNameInUrl,
  largestClubFileBytes,
} from './club-file.ts'

const pdf = '%PDF-1.7\n1 0 obj\n%%EOF\n'
const zip = 'PK\x03\x04…'
const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['Constitution 2026.pdf', pdf, 'Constitution-2026.pdf', 'application/pdf'],
  ['Équipe.CSV', 'Ana,1\n', 'Equipe.CSV', 'text/csv; charset=utf-8'],
  ['../../etc/roster.xlsx', zip, 'roster.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['range.png', '\x89PNG\r\n\x1a\n…', 'range.png', 'image/png'],
])('%s is accepted, with a media type of its own', (name, content, inUrl, mediaType) => {
  expect(checkClubFile(name, bytes(content))).toEqual({ outcome: 'accepted', name: inUrl, mediaType })
})

test.each([
  ['page.html', '<script>alert(1)</script>', 'kind'],
  ['logo.svg', '<svg onload="alert(1)"/>', 'kind'],
  ['run.exe', 'MZ', 'kind'],
  ['report.pdf.js', pdf, 'kind'],
  ['constructor', pdf, 'kind'],
  ['page.pdf', '<html>%PDF-</html>', 'other-content'],
  ['cut.pdf', '%PDF-1.7\n1 0 obj', 'other-content'],
  ['page.docx', '<html></html>', 'other-content'],
  ['page.png', '<svg/>', 'other-content'],
  ['bytes.txt', 'a\0b', 'other-content'],
  ['latin.csv', '\xe9', 'other-content'],
  ['nothing.txt', '', 'empty'],
  ['large.txt', 'a'.repeat(largestClubFileBytes + 1), 'too-large'],
  ['...', pdf, 'name'],
])('%s is refused', (name, content, reason) => {
  expect(checkClubFile(name, bytes(content))).toEqual({ outcome: 'refused', reason })
})

test('names can’t lead anywhere else, and stay short', () => {
  for (const name of ['a/b.pdf', 'a\\b.pdf', '..%2fb.pdf', 'a"b.pdf', 'a\r\nb.pdf', 'a..pdf', `${'x'.repeat(300)}.pdf`])
    expect(fileNameInUrl(name)).toMatch(/^[\w-]{1,80}(\.[\w-]+)*\.pdf$/)
})

test('files are found in values by their URLs', () => {
  const id = 'abcdefghijklmnopqrst-_12'
  expect(clubFileOfUrl(clubFileUrl({ id, name: 'a.pdf' }))).toBe(id)
  expect(clubFileNameOf(clubFileUrl({ id, name: 'a.pdf' }))).toBe('a.pdf')
  for (const url of [`/files/club/${id}`, `https://evil.example/files/club/${id}/a.pdf`, `/files/club/${id}/../x`])
    expect(clubFileOfUrl(url)).toBeNull()
  expect(clubFilesIn(`[{"url":"/files/club/${id}/a.pdf"},{"url":"/other.pdf"}]`)).toEqual([id])
  const path = clubFilePath({ id, createdAt: '2026-11-24T23:00:00.000Z' })
  expect(clubFileOfPath(path)).toEqual({ day: '2026-11-24', id })
  for (const other of [`${path}x`, `x${path}`, path.replace('club', 'pictures'), path.replace('24', '2')])
    expect(clubFileOfPath(other)).toBeNull()
})
