import { expect, test } from 'vitest'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { fromToday, sectionOf } from './practice-sections.ts'

const on = (startsOn: string, lastOn = startsOn) => ({ id: startsOn, startsOn, lastOn }) as ManagedPractice

test('today comes first, then what is next, then what was last, each month under its name', () => {
  const newestFirst = ['2026-12-03', '2026-11-26', '2026-11-24', '2026-11-19'].map((day) => on(day))
  const { rows, starts } = fromToday(newestFirst, '2026-11-24')
  expect(rows.map(({ id }) => id)).toEqual(['2026-11-24', '2026-11-26', '2026-12-03', '2026-11-19'])
  expect(Object.fromEntries(starts)).toEqual({
    '2026-11-24': { section: 'today', month: false },
    '2026-11-26': { section: 'upcoming', month: true },
    '2026-12-03': { section: null, month: true },
    '2026-11-19': { section: 'past', month: true },
  })
})

test('two practices of one day keep the order of their times, and need one heading', () => {
  const late = { ...on('2026-11-24'), id: 'late' }
  const early = { ...on('2026-11-24'), id: 'early' }
  expect(fromToday([late, early], '2026-11-24').rows.map(({ id }) => id)).toEqual(['early', 'late'])
  expect(fromToday([late, early], '2026-11-20').starts.size).toBe(1)
})

test('a practice of several days, or past midnight, is today’s until its last day is over', () => {
  const weekend = on('2026-11-28', '2026-11-29')
  expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => sectionOf(weekend, day))).toEqual([
    'upcoming',
    'today',
    'today',
    'past',
  ])
})
