import { practiceBalance } from '#domain/ledger.ts'
import { isOfficer } from '#domain/roles.ts'
import { nowAsText } from '#server/context.ts'
import { getMember } from '#server/features/members/queries.ts'
import { toCard } from '#server/features/practices/practice-cards.ts'
import { countAnswers, countClubBows, findAnswersOf } from '#server/features/practices/rsvp-queries.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { bySemester } from './history.ts'
import { countByDay, listAnsweredAhead, listHistory } from './queries.ts'

/** Three practices a week for ten years. */
const mostShown = 1000

const get = signedInProcedure.myPractices.get.handler(async ({ context: { ctx, me } }) => {
  const { db } = ctx.database
  const member = await getMember(db, me.id)
  const ahead = await listAnsweredAhead(db, me.id, nowAsText(ctx))
  const ids = ahead.map((row) => row.id)
  const cards = {
    answers: await countAnswers(db, ids),
    mine: await findAnswersOf(db, me.id, ids),
    clubBows: isOfficer(me) ? await countClubBows(db, ids) : null,
    startWindowMinutes: ctx.club.practices.startWindowMinutes,
  }
  const days = await countByDay(db, me.id)
  const attended = days.reduce((sum, day) => sum + day.attended, 0)
  const history = await listHistory(db, me.id, mostShown)
  return {
    balance: practiceBalance({ paidPractices: member.paidPractices, attended }),
    attended,
    dayPasses: member.dayPasses,
    hasCar: member.hasCar === 1,
    ahead: ahead.map((row) => {
      const { organizer: _, startableFrom: __, ...card } = toCard(row, cards)
      return card
    }),
    semesters: bySemester(history, days, { memberId: me.id, terms: ctx.club.terms }),
  }
})

export const myPractices = { get }
