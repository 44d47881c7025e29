import type { FastifyInstance } from 'fastify'
import { localTime } from '#domain/calendar-day.ts'
import { toCsv } from '#domain/export-files.ts'
import { semesterOf } from '#domain/semesters.ts'
import type { AppContext } from '#server/context.ts'
import { sendFile } from '#server/http/send-file.ts'
import { type HistoryRow, toAttended } from './history.ts'
import { listHistory } from './queries.ts'

/** `/my-practices.csv`: the whole history of whoever asks, newest first, for their own tables. */
export function addHistoryExport(app: FastifyInstance, ctx: AppContext) {
  app.get('/my-practices.csv', { config: { policy: 'member' } }, async (request, reply) =>
    sendFile(ctx, request, reply, {
      page: '/my-practices',
      async make(me) {
        const rows = await listHistory(ctx.database.db, me.id)
        const head = ['Semester', 'Date', 'Practice', 'Checked in', 'Checked in by', 'Reason']
        const body = toCsv(
          head,
          rows.map((row) => lineOf(ctx, row, me.id)),
        )
        return { type: 'text/csv', name: 'my-practices.csv', body }
      },
    }),
  )
}

function lineOf({ club }: AppContext, row: HistoryRow, memberId: string) {
  const { title, startsOn, checkedInAt, checkedInBy, officer, reason } = toAttended(row, memberId)
  const by = { me: 'yourself', list: 'added by email before you signed up', officer: officer ?? 'an officer' }[
    checkedInBy
  ]
  return [semesterOf(startsOn, club.terms).name, startsOn, title, localTime(checkedInAt, club.timeZone), by, reason]
}
