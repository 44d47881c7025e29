import { eight, type TestClub } from './club.ts'
import { insert } from './insert.ts'

type HeldPractice = { id?: string; title?: string; startedAt?: null; endedAt?: null }

/** Of a practice that no officer started. */
export const unstarted = { startedAt: null, endedAt: null }

/** Inserts a past practice that was started and is over, with its day as its title and, by default, as its id. */
export async function held(club: TestClub, on: string, { id = on, ...times }: HeldPractice = {}) {
  const [startsAt, endsAt] = [`${on}T23:00:00.000Z`, `${on}T23:59:00.000Z`]
  const days = { startsOn: on, lastOn: on, createdAt: startsAt, originalStart: '' }
  const texts = { title: on, location: '', description: '', organizer: '' }
  const nothing = { attendanceLimit: null, cancelledAt: null, startedBy: null, deletedAt: null }
  const row = {
    ...{ id, eventId: id, icalUid: id, source: 'built-in' as const },
    ...{ startsAt, endsAt, startedAt: startsAt, endedAt: endsAt },
  }
  const no = { allDay: 0, endedEarly: 0, sample: 0 } as const
  await insert(club.db, 'practice', { ...row, ...days, ...texts, ...nothing, ...no, ...times })
  return id
}

export async function rsvp(club: TestClub, practiceId: string, memberIds: string[]) {
  for (const memberId of memberIds)
    await insert(club.db, 'rsvp', { practiceId, memberId, kind: 'archer', answeredAt: eight })
}

export async function attend(club: TestClub, practiceId: string, memberIds: string[]) {
  for (const memberId of memberIds)
    await insert(club.db, 'attendance', { practiceId, memberId, checkedInAt: eight, checkedInBy: memberId, reason: '' })
}
