import { expect, test } from 'vitest'
import { findEntries, isCalled } from './find-entries.ts'

const entries = [
  { label: 'My Pass', words: 'day pass buy' },
  { label: 'Upcoming practices', words: 'next planned' },
  { label: 'Info', words: 'range calls rules' },
  { label: 'Open the map: The Range' },
]
const found = (typed: string) => findEntries(entries, typed).map(({ label }) => label)

test('each word that is typed begins one of the words, in any case, with or without accents', () => {
  expect(found('PRÁCT up')).toEqual(['Upcoming practices'])
  expect(found('coming')).toEqual([])
  expect(found('day my')).toEqual(['My Pass'])
})

test('what is called so comes before what is only meant by it', () => {
  expect(found('range')).toEqual(['Open the map: The Range', 'Info'])
})

test('without a word, all of them stay in their order', () => {
  expect(found(' ')).toEqual(entries.map(({ label }) => label))
  expect(found(' – ')).toEqual(entries.map(({ label }) => label))
})

test('something is called so if each typed word starts one of its words', () => {
  expect(isCalled('Spring opening', 'op SPR')).toBe(true)
  expect(isCalled('Spring opening', 'ring')).toBe(false)
})
