import type { Kysely } from 'kysely'
import { isDay } from '#domain/iso-day.ts'
import { mostOf } from '#domain/ledger.ts'
import { isCalendarDay } from '#domain/profile.ts'
import { largestCar, longestPronoun, mostPronouns } from '#domain/profile-limits.ts'
import { mostDeadlineHours } from '#domain/reply-deadline.ts'
import type { Schema } from '#server/db/schema.ts'
import { rowsOfTables } from '../all-rows.ts'

/** Rows with values that no row may hold (T40, T43); `quiver verify` checks how rows relate to each other. */
export async function unlawfulRows(db: Kysely<Schema>): Promise<string[]> {
  const wrong = await textsWithNul(db)
  for (const member of await db.selectFrom('member').selectAll().where('erasedAt', 'is', null).execute()) {
    const say = (what: string, isRight: boolean) => isRight || wrong.push(`${what} of member ${member.id}`)
    const within = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most
    say('day passes', within(member.dayPasses, mostOf['day-passes']))
    say('paid practices', within(member.paidPractices, mostOf['paid-practices']))
    const { hasCar, nameFirst, nameLast } = member
    say('car', within(member.carCapacity, hasCar ? largestCar : 0) && (hasCar === 1 || !member.rm01Completed))
    say('birthday', member.birthday === null || isCalendarDay(member.birthday))
    const areNames = [nameFirst, nameLast].every((name) => name.trim() === name && name.length <= 50)
    say('names', areNames)
    say('pronouns', arePronouns(JSON.parse(member.pronouns)))
    say('RM01', member.rm01Until === null || isDay(member.rm01Until))
  }
  for (const row of await db.selectFrom('practice').selectAll().execute()) {
    const { id, startsAt, endsAt, attendanceLimit, replyDeadlineHours: hours } = row
    if (!(Date.parse(startsAt) < Date.parse(endsAt))) wrong.push(`times of practice ${id}`)
    if (attendanceLimit !== null && !(attendanceLimit >= 1 && attendanceLimit <= 1000))
      wrong.push(`limit of practice ${id}`)
    if (hours !== null && !(hours >= 0 && hours <= mostDeadlineHours)) wrong.push(`deadline of practice ${id}`)
  }
  return wrong
}

function arePronouns(pronouns: unknown) {
  return (
    Array.isArray(pronouns) &&
    pronouns.length <= mostPronouns &&
    pronouns.every((each) => typeof each === 'string' && each.trim() === each && each.length <= longestPronoun)
  )
}

/** PostgreSQL can't store NUL characters, so a backup with one couldn't be restored there. */
async function textsWithNul(db: Kysely<Schema>) {
  const wrong: string[] = []
  for (const { name, rows } of await rowsOfTables({ db }))
    for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
      if (typeof value === 'string' && value.includes('\0')) wrong.push(`a NUL in ${name}.${column}`)
  return [...new Set(wrong)]
}
