import { expect, test } from 'vitest'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { homeAtTime, nextBoundary } from './projected-home.ts'

const at = (text: string) => Date.parse(text)

const practice: PracticeCard = {
  id: 'tuesday',
  title: 'Tuesday practice',
  location: '',
  description: '',
  organizer: '',
  startsAt: '2026-11-24T23:00:00.000Z',
  endsAt: '2026-11-25T01:00:00.000Z',
  allDay: false,
  startsOn: '2026-11-24',
  lastOn: '2026-11-24',
  startableFrom: '2026-11-24T22:30:00.000Z',
  cancelled: false,
  sample: false,
  archers: 0,
  drivers: 0,
  seats: 0,
  cantCome: 0,
  attendanceLimit: null,
  clubBows: null,
  waiting: 0,
  myPosition: null,
  myAnswer: null,
}

const home: Home = {
  revision: 1,
  pass: {
    current: 'Day Pass',
    dayPasses: 1,
    usedAt: '2026-11-24T22:00:00.000Z',
    validUntil: '2026-11-25T05:00:00.000Z',
  },
  hasCar: false,
  balance: 0,
  attended: 0,
  live: { practice, startedBy: 'Kai', attendees: [], checkedInAt: null },
  next: [practice],
  upcoming: [practice],
  endedEarly: [],
  cancelled: [practice],
  past: [],
  maps: [],
  calendar: { source: 'built-in', readAt: null, stale: false },
  hasSamples: false,
  officerCommand: null,
  hasSampleSettings: false,
  needs: null,
  unset: [],
}

test('until its end a practice is live, at its end it is over everywhere', () => {
  expect(homeAtTime(home, at('2026-11-25T00:59:59.999Z'))).toEqual(home)
  expect(homeAtTime(home, at(practice.endsAt))).toMatchObject({ live: null, next: [], upcoming: [], cancelled: [] })
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
  expect(boundaries).toEqual([practice.startableFrom, practice.startsAt, practice.endsAt, '2026-11-25T05:00:00.000Z'])
})
