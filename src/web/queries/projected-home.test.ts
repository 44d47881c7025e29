import { expect, test } from 'vitest'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { homeAtTime, nextBoundary } from './projected-home.ts'

const at = (text: string) => Date.parse(text)

const practice = {
  id: 'tuesday',
  startsAt: '2026-11-24T23:00:00.000Z',
  endsAt: '2026-11-25T01:00:00.000Z',
  startableFrom: '2026-11-24T22:30:00.000Z',
} as PracticeCard
const day = { usedAt: '2026-11-24T22:00:00.000Z', validUntil: '2026-11-25T05:00:00.000Z' }
const home = {
  pass: { current: 'Day Pass', dayPasses: 1, ...day },
  live: { practice, startedBy: 'Kai', attendees: [], checkedInAt: null },
  next: [practice],
  upcoming: [practice],
  endedEarly: [practice],
  cancelled: [practice],
} as unknown as Home

test('until its end a practice is live, at its end it is over everywhere', () => {
  expect(homeAtTime(home, at('2026-11-25T00:59:59.999Z'))).toEqual(home)
  const nothing = { live: null, next: [], upcoming: [], endedEarly: [], cancelled: [] }
  expect(homeAtTime(home, at(practice.endsAt))).toMatchObject(nothing)
})

test('a Day Pass ends at local midnight', () => {
  expect(homeAtTime(home, at('2026-11-25T04:59:59.999Z')).pass.current).toBe('Day Pass')
  expect(homeAtTime(home, at('2026-11-25T05:00:00.000Z')).pass).toMatchObject({ current: 'none', dayPasses: 1 })
})

test('the boundaries come one after another, and then none', () => {
  const boundaries: string[] = []
  for (let now = at('2026-11-24T12:00:00.000Z'); ; ) {
    const next = nextBoundary(home, now)
    if (next === null) break
    boundaries.push(new Date(next).toISOString())
    now = next
  }
  expect(boundaries).toEqual([practice.startableFrom, practice.startsAt, practice.endsAt, day.validUntil])
})
