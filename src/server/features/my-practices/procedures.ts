import type { FastifyInstance } from 'fastify'
import type { AttendedPractice } from '#contract/my-practices.ts'
import { localTime } from '#domain/calendar-day.ts'
import { toCsv } from '#domain/export-files.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { isOfficer } from '#domain/roles.ts'
import { semesterOf } from '#domain/semesters.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { sendFile } from '#server/http/downloads.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { listFirstGoing } from '#server/queries/going.ts'
import { getMember } from '#server/queries/members.ts'
import { listMissed } from '#server/queries/past-practices.ts'
import { bySemester, countByDay, listAnsweredAhead, readHistory } from '#server/queries/practice-history.ts'
import { countAnswers, countClubBows, findAnswersOf, toComing } from '#server/queries/rsvps.ts'

/** Three practices a week for ten years. */
const mostShown = 1000

const get = signedInProcedure.myPractices.get.handler(async ({ context: { ctx, me } }) => {
  const { db } = ctx.database
  const member = await getMember(db, me.id)
  const ahead = await listAnsweredAhead(db, me.id, nowAsText(ctx))
  const ids = ahead.map((row) => row.id)
  const coming = ahead.filter((row) => row.cancelledAt === null).map((row) => row.id)
  const cards = {
    answers: await countAnswers(db, ids),
    going: ctx.club.practices.showWhoIsGoing ? await listFirstGoing(db, coming) : new Map(),
    mine: await findAnswersOf(db, me.id, ids),
    clubBows: isOfficer(me) ? await countClubBows(db, ids) : null,
    settings: ctx.club.practices,
  }
  const days = await countByDay(db, me.id)
  const attended = days.reduce((sum, day) => sum + day.attended, 0)
  const history = await readHistory(db, me.id, mostShown)
  return {
    balance: practiceBalance({ paidPractices: member.paidPractices, attended }),
    attended,
    dayPasses: member.dayPasses,
    hasCar: member.hasCar === 1,
    ahead: ahead.map((row) => {
      const { organizer: _, startableFrom: __, ...card } = toComing(row, cards)
      return card
    }),
    missed: await listMissed(db, me.id, nowAsText(ctx)),
    semesters: bySemester(history, days, ctx.club.terms),
  }
})

export const myPractices = { get }

/** `/my-practices.csv`: the signed-in member's whole history, newest first. */
export function addHistoryExport(app: FastifyInstance, ctx: AppContext) {
  app.get('/my-practices.csv', { config: { policy: 'member' } }, async (request, reply) =>
    sendFile(ctx, request, reply, {
      page: '/my-practices',
      async make(me) {
        const rows = await readHistory(ctx.database.db, me.id)
        const head = ['Semester', 'Date', 'Practice', 'Checked in', 'Checked in by', 'Reason']
        const body = toCsv(
          head,
          rows.map((row) => lineOf(ctx, row)),
        )
        return { type: 'text/csv', name: 'my-practices.csv', body }
      },
    }),
  )
}

function lineOf({ club }: AppContext, row: AttendedPractice) {
  const { title, startsOn, checkedInAt, checkedInBy, officer, reason } = row
  const by = {
    ...{ me: 'yourself', list: 'added by email before you signed up' },
    ...{ guest: 'as a guest before you signed up', officer: officer ?? 'an officer' },
  }[checkedInBy]
  return [semesterOf(startsOn, club.terms).name, startsOn, title, localTime(checkedInAt, club.timeZone), by, reason]
}
