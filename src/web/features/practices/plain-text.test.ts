import { expect, test } from 'vitest'
import { splitLinks } from './plain-text.tsx'

const links = (text: string) => splitLinks(text).flatMap((piece) => (piece.link ? [piece.text] : []))

test('https addresses become links, without the punctuation after them', () => {
  expect(links('Bring arrows (see https://example.edu/a?b=1). Map: https://maps.example/x_(y), bye')).toEqual([
    'https://example.edu/a?b=1',
    'https://maps.example/x_(y)',
  ])
})

// Shows: T57, ASVS 1.2.2, ASVS 3.2.2
test('nothing else becomes a link', () => {
  expect(links('http://example.edu javascript:alert(1) https:// mailto:a@b.c example.edu https://nodots')).toEqual([])
})

test('no letter is lost', () => {
  const text = 'a https://example.edu/, b\nhttps://example.edu'
  const pieces = splitLinks(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})
