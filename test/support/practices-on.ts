import { randomUUID } from 'node:crypto'
import type { TestClub } from './club.ts'
import { insert } from './insert.ts'

/** A practice that is over on each of these days. @returns their ids */
export async function practicesOn(club: TestClub, ...days: string[]) {
  const any = await club.practice()
  const base = await club.db.selectFrom('practice').selectAll().where('id', '=', any).executeTakeFirstOrThrow()
  const ids = days.map((day) => `${day} ${randomUUID()}`)
  for (const [i, day] of days.entries()) {
    const [id, startsAt, endsAt] = [ids[i] ?? '', `${day}T23:00:00.000Z`, `${day}T23:30:00.000Z`]
    const held = { startsAt, endsAt, startsOn: day, lastOn: day }
    await insert(club.db, 'practice', { ...base, ...held, id, eventId: id, icalUid: id, title: day })
  }
  return ids
}
