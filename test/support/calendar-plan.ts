import { expect } from 'vitest'
import { type CalendarEvent, copyOf, planSync } from '#domain/calendar-sync.ts'
import type { StoredPractice } from '#domain/stored-practice.ts'

// A practice on Tuesday, November 24, 2026, 6 to 8 PM in Indianapolis, seen on the Saturday before.
export const timeZone = 'America/Indiana/Indianapolis'
export const now = '2026-11-21T15:00:00.000Z'
export const window = { from: '2026-11-20T05:00:00.000Z', to: '2027-02-20T05:00:00.000Z' }
export const six = '2026-11-24T23:00:00.000Z'
export const eight = '2026-11-25T01:00:00.000Z'
export const nine = '2026-11-25T02:00:00.000Z'
export const half = '2026-11-24T23:30:00.000Z'
export const nothing = {
  ...{ added: [], changed: [], missing: [], undecided: [] },
  ...{ kept: expect.any(Number), changesMostIds: false },
}

export const everything = { titleFilter: undefined, personalEvents: false }
export const titled = { ...everything, titleFilter: 'practice' }

export function event(set: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: 'e1',
    iCalUid: 'u1@club',
    originalStart: null,
    status: 'confirmed',
    summary: 'Practice',
    location: 'The Range',
    description: '',
    organizer: 'club@purdue.edu',
    start: { at: six },
    end: { at: eight },
    ...set,
  }
}

export function stored(set: Partial<StoredPractice> = {}, of: CalendarEvent = event()): StoredPractice {
  return {
    ...copyOf(of, 'google', timeZone),
    ...{ id: 'p1', cancelledAt: null, startedAt: null, endedAt: null, deletedAt: null },
    ...{ endedEarly: false, answered: false, sample: false },
    ...set,
  }
}

export type SyncInput = Parameters<typeof planSync>[0]

export function plan(practices: StoredPractice[], events: CalendarEvent[], set: Partial<SyncInput> = {}) {
  const club = { source: 'google', timeZone, filter: everything, now } as const
  return planSync({ stored: practices, answer: { window, events }, unreadable: new Set(), ...club, ...set })
}
