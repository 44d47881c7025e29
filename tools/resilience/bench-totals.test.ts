import { expect, test } from 'vitest'
import type { UnitResult } from './bench-state.ts'
import { totalsOf } from './bench-totals.ts'

const facts = { promise: '', engine: 'sqlite', held: true, seconds: 1, at: '2026-11-24T08:20:00Z' }
const unit = (name: string, figures: UnitResult['figures']) => ({ ...facts, name, figures }) as UnitResult

function countOf(what: string, ...units: UnitResult[]) {
  return totalsOf(units)
    .filter((total) => total.what === what)
    .map(({ count }) => count)
}

test('the totals are the sums of what the units counted, each under its own name', () => {
  const figures = { kills: 200, acknowledged: 1500, lost: 0, 'lost when answered before the commit (control)': 3 }
  const kills = unit('kills', figures)
  const away = unit('database-away', { 'cut: acknowledged': 7, 'cut: lost': 1, 'hung: lost': 2 })
  expect(countOf('kills of the server', kills, away)).toEqual(['200'])
  expect(countOf('writes acknowledged', kills, unit('stopped', { acknowledged: 11 }))).toEqual(['1,511'])
  expect(countOf('of these lost', kills, away)).toEqual(['3'])
})

test('races say their rounds in words', () => {
  const races = unit('races', {
    'credit ×50': '1000 rounds, 1 broken; unguarded 20 of 20 broken',
    Finish: '50 rounds, 0 broken',
  })
  expect(countOf('rounds of races', races)).toEqual(['1,050'])
  expect(countOf('of these broken', races)).toEqual(['1'])
})

test('what has the same name and is something else is not counted', () => {
  expect(countOf('of these answered by a fault of ours (5xx)', unit('calendar-away', { faults: 4 }))).toEqual(['0'])
  expect(countOf('of these answered by a fault of ours (5xx)', unit('raw-requests', { faults: 4 }))).toEqual(['4'])
})
