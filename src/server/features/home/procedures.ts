import { checkInModeOf } from '#domain/check-in.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { isOfficer } from '#domain/roles.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { toMyPass } from '#server/features/passes/my-pass.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { listMissingSettings } from '#server/ops/config/club-config.ts'
import { clubMaps } from '#server/ops/config/map-settings.ts'
import { countAttended, listAttended, noTurnout } from '#server/queries/attendance.ts'
import { getMember } from '#server/queries/members.ts'
import { findAnswersOf, toCard, toComing } from '#server/queries/rsvps.ts'
import { getDashboardFacts, officerCommand } from './dashboard-data.ts'

const get = signedInProcedure.home.get.handler(async ({ context: { ctx, me, cacheUntil } }) => {
  const { db } = ctx.database
  const shown = ctx.shownClub
  const { practices: settings } = ctx.club
  const nowMs = ctx.clock.now()
  const officer = isOfficer(me)
  const { next, tile, endedEarly, turnout, cancelled, live, ...club } = await getDashboardFacts(ctx, me, nowMs)
  const member = await getMember(db, me.id)
  const attended = await countAttended(db, me.id)
  const facts = {
    answers: club.answers,
    going: club.going,
    mine: await findAnswersOf(db, me.id, club.ids),
    clubBows: officer ? await club.clubBows() : null,
    settings,
  }
  const coming = (row: PracticeRow) => toComing(row, facts)
  const card = (row: PracticeRow) => toCard(row, facts)
  const answer = {
    revision: club.revision,
    pass: toMyPass(ctx, member),
    hasCar: member.hasCar === 1,
    balance: practiceBalance({ paidPractices: member.paidPractices, attended }),
    attended,
    live: live && {
      practice: card(live.row),
      startedBy: live.startedBy,
      checkInMode: checkInModeOf(live.row),
      attendees: live.attendees,
      checkedInAt: live.checkedInAt.get(me.id) ?? null,
    },
    next: next.map(coming),
    upcoming: tile.map(coming),
    endedEarly: officer ? endedEarly.map((row) => ({ ...card(row), ...(turnout.get(row.id) ?? noTurnout) })) : [],
    // Only those canceled practices that the member had RSVP'd to.
    cancelled: cancelled.filter(({ id }) => facts.mine.has(id)).map(card),
    past: await listAttended(db, me.id, settings.pastTile),
    maps: clubMaps(shown.maps).map((map) => ({ ...map, sample: ctx.club.maps[map.place] === undefined })),
    calendar: club.calendar,
    checkInMode: settings.checkInMode,
    hasSamples: club.hasSamples,
    hasSampleSettings: shown !== ctx.club,
    needs: officer ? await club.needs() : null,
    officerCommand: club.lacksOfficers ? officerCommand(me.email) : null,
    unset: officer ? listMissingSettings(shown) : [],
  }
  cacheUntil({ fromMs: nowMs, untilMs: club.untilMs })
  return answer
})

export const home = { get }
