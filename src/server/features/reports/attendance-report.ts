import { turnoutOf } from '#domain/attendance-report.ts'
import { type Semester, semesterOf } from '#domain/semesters.ts'
import { nowAsText } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAttendance } from '#server/queries/attendance.ts'
import { tookPlace } from '#server/queries/past-practices.ts'

const get = signedInProcedure.turnout.get.handler(async ({ input: { term }, context: { ctx } }) => {
  const held = await listHeld(ctx.database.db, nowAsText(ctx))
  const bySemester = new Map<string, Semester & { practices: typeof held }>()
  for (const practice of held) {
    const semester = semesterOf(practice.startsOn, ctx.club.terms)
    const known = bySemester.get(semester.key)
    if (known) known.practices.push(practice)
    else bySemester.set(semester.key, { ...semester, practices: [practice] })
  }
  const semesters = [...bySemester.values()]
  const shown = term === undefined ? semesters[0] : bySemester.get(term)
  return {
    semesters: semesters.map(({ key, name, practices }) => ({
      key,
      name,
      practices: practices.length,
      attended: turnoutOf(practices).attended,
    })),
    semester: shown?.key ?? null,
    practices: shown?.practices ?? [],
  }
})

export const turnout = { get }

/** Practices that are over and took place, that is, were started or attended; newest first. */
async function listHeld(db: Db, now: string) {
  const heads = await countAttendance(db)
  const answered = db
    .selectFrom('rsvp')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.practiceId', '=', 'rsvp.practiceId').onRef('attendance.memberId', '=', 'rsvp.memberId'),
    )
    .select('rsvp.practiceId')
    .select((eb) => [eb.fn.countAll<number>().as('answers'), eb.fn.count<number>('attendance.memberId').as('came')])
    // Members who never got a spot from the waitlist aren't no-shows.
    .where('rsvp.waiting', 'is', null)
    .groupBy('rsvp.practiceId')
    .as('answered')
  const rows = await db
    .selectFrom('practice')
    .leftJoin(answered, 'answered.practiceId', 'practice.id')
    .select([
      'practice.id',
      'practice.title',
      'practice.startsOn',
      'practice.startedAt',
      'answered.answers',
      'answered.came',
    ])
    .where(tookPlace(now))
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .execute()
  return rows
    .filter(({ startedAt, id }) => startedAt !== null || heads.has(id))
    .map(({ startedAt: _, answers, came, ...practice }) => ({
      ...practice,
      attended: heads.get(practice.id) ?? 0,
      answered: Number(answers ?? 0),
      came: Number(came ?? 0),
    }))
}
