import { practiceBalance } from '#domain/ledger.ts'
import { isOfficer } from '#domain/roles.ts'
import { clubMaps } from '../config/map-settings.ts'
import { listUnset } from '../config/unset-settings.ts'
import type { PracticeRow } from '../db/schema.ts'
import { person } from '../http/ladder.ts'
import { getMember } from '../members/queries.ts'
import { toMyPass } from '../passes/my-pass.ts'
import { findAnswersOf } from '../practices/answer-queries.ts'
import { countAttended, listAttended } from '../practices/attendance-queries.ts'
import { toCard } from '../practices/cards.ts'
import { getClubFacts } from './club-home.ts'
import { officerCommand } from './first-officer.ts'

const get = person.home.get.handler(async ({ context: { parts, me, cacheUntil } }) => {
  const { db } = parts.database
  const shown = await parts.shownClub()
  const { practices: settings } = parts.club
  const nowMs = parts.clock.now()
  const officer = isOfficer(me)
  const { next, tile, endedEarly, cancelled, live, ...club } = await getClubFacts(parts, me, nowMs)
  const member = await getMember(db, me.id)
  const attended = await countAttended(db, me.id)
  const facts = {
    answers: club.answers,
    mine: await findAnswersOf(db, me.id, club.ids),
    clubBows: officer ? await club.clubBows() : null,
    startWindowMinutes: settings.startWindowMinutes,
  }
  const card = (row: PracticeRow) => toCard(row, facts)
  const answer = {
    pass: toMyPass(parts, member),
    hasCar: member.hasCar === 1,
    balance: practiceBalance({ paidPractices: member.paidPractices, attended }),
    attended,
    live: live && {
      practice: card(live.row),
      startedBy: live.startedBy,
      attendees: live.attendees,
      checkedInAt: live.checkedInAt.get(me.id) ?? null,
    },
    next: next.map(card),
    upcoming: tile.map(card),
    endedEarly: officer ? endedEarly.map(card) : [],
    // Of those that were cancelled, the ones that they had answered.
    cancelled: cancelled.filter(({ id }) => facts.mine.has(id)).map(card),
    past: await listAttended(db, me.id, settings.pastTile),
    maps: clubMaps(shown.maps).map((map) => ({ ...map, sample: parts.club.maps[map.place] === undefined })),
    calendar: club.calendar,
    hasSamples: club.hasSamples,
    hasSampleSettings: shown !== parts.club,
    needs: officer ? await club.needs() : null,
    officerCommand: club.lacksOfficers ? officerCommand(me.email) : null,
    unset: officer ? listUnset(shown) : [],
  }
  cacheUntil({ fromMs: nowMs, untilMs: club.untilMs })
  return answer
})

export const home = { get }
