import { type Semester, semesterOf } from '#domain/semesters.ts'
import { nowAsText } from '#server/context.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { listHeld } from './attendance-queries.ts'

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
    semesters: semesters.map(({ key, name, practices }) => ({ key, name, practices: practices.length })),
    semester: shown?.key ?? null,
    practices: shown?.practices ?? [],
  }
})

export const turnout = { get }
