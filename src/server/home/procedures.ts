import { practiceBalance } from '#domain/ledger.ts'
import { isLive, selectNextPractices } from '#domain/practices.ts'
import { isOfficer } from '#domain/roles.ts'
import { readCalendarState } from '../calendar/state.ts'
import { clubMaps } from '../config/map-settings.ts'
import { listUnset } from '../config/unset-settings.ts'
import type { PracticeRow } from '../db/schema.ts'
import { person } from '../http/ladder.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { countNeeds, findFirstName, getMember } from '../members/queries.ts'
import { nowText, type Parts } from '../parts.ts'
import { toMyPass } from '../passes/my-pass.ts'
import { toCard } from '../practices/cards.ts'
import {
  asPractice,
  countAnswers,
  countAttended,
  findAnswersOf,
  findStartedPractice,
  listAttended,
  listAttendees,
  listCancelledFor,
  listEndedEarly,
  listUpcoming,
} from '../practices/queries.ts'
import { countToDecide } from '../store/lines.ts'
import { toAttendee } from './attendees.ts'

/** More than the panels and the tile can show (config/club-config.ts); samples are looked for among them. */
const readAhead = 60

const get = person.home.get.handler(async ({ context: { parts, me } }) => {
  const { db } = parts.database
  const { practices: settings } = parts.club
  const now = nowText(parts)
  const officer = isOfficer(me)
  const member = await getMember(db, me.id)
  const attended = await countAttended(db, me.id)
  const upcoming = await listUpcoming(db, now, readAhead)
  const started = await findStartedPractice(db)
  const live = started && isLive(asPractice(started), now) ? started : undefined
  const endedEarly = officer ? await listEndedEarly(db, now) : []
  const cancelled = await listCancelledFor(db, me.id, now)
  const next = selectNextPractices(upcoming.map(withFacts), {
    now,
    lookAheadDays: settings.lookAheadDays,
    atMost: settings.nextPanels,
  }).map(({ row }) => row)
  const tile = upcoming.slice(0, settings.upcomingTile)
  const shown = [...new Set([...next, ...tile, ...endedEarly, ...cancelled, ...(live ? [live] : [])])]
  const ids = shown.map((row) => row.id)
  const facts = {
    answers: await countAnswers(db, ids),
    mine: await findAnswersOf(db, me.id, ids),
    startWindowMinutes: settings.startWindowMinutes,
  }
  const card = (row: PracticeRow) => toCard(row, facts)
  return {
    pass: toMyPass(parts, member),
    hasCar: member.hasCar === 1,
    balance: practiceBalance({ paidPractices: member.paidPractices, attended }),
    attended,
    live: live ? await livePanel(parts, me, live, card) : null,
    next: next.map(card),
    upcoming: tile.map(card),
    endedEarly: endedEarly.map(card),
    cancelled: cancelled.map(card),
    past: await listAttended(db, me.id, settings.pastTile),
    maps: clubMaps(parts.club.maps),
    calendar: await readCalendarState(parts),
    hasSamples: upcoming.some((row) => row.sample === 1),
    needs: officer
      ? { ...(await countNeeds(db, parts.days.today(parts.clock.now()))), storeLines: await countToDecide(db) }
      : null,
    unset: officer ? listUnset(parts.club) : [],
  }
})

async function livePanel(
  parts: Parts,
  me: SignedIn,
  row: PracticeRow,
  card: (row: PracticeRow) => ReturnType<typeof toCard>,
) {
  const { db } = parts.database
  const attendees = await listAttendees(db, row.id)
  const starter = row.startedBy === null ? undefined : await findFirstName(db, row.startedBy)
  return {
    practice: card(row),
    startedBy: starter ?? null,
    attendees: attendees.map(toAttendee),
    checkedInAt: attendees.find((each) => each.id === me.id)?.checkedInAt ?? null,
  }
}

function withFacts(row: PracticeRow) {
  return { ...asPractice(row), startsOn: row.startsOn, row }
}

export const home = { get }
