import type { Attendee } from '#contract/practices.ts'
import { isLive, selectNextPractices } from '#domain/practices.ts'
import { readCalendarState } from '../calendar/state.ts'
import type { Database } from '../db/database.ts'
import type { PracticeRow } from '../db/schema.ts'
import { asShared } from '../http/kept-bodies.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { createOutstanding, type Outstanding } from '../members/outstanding.ts'
import { countRm01Ending, findFirstName } from '../members/queries.ts'
import type { Parts } from '../parts.ts'
import { type Answers, countAnswers, countClubBows } from '../practices/answer-queries.ts'
import { listAttendees } from '../practices/attendance-queries.ts'
import {
  asPractice,
  findEndOfSamples,
  findStartedPractice,
  listCancelledAhead,
  listEndedEarly,
  listUpcoming,
} from '../practices/queries.ts'
import { countToDecide } from '../store/lines.ts'
import { toAttendee } from './attendees.ts'
import { lacksOfficers } from './first-officer.ts'

/**
 * What the home page says to everybody alike, found out once for each change and not for each viewer. Owner: this file, one for
 * each app. Key: what the database held when the viewer was looked up. Void: when anything was written since (`Database.state`),
 * or when time alone changes something of it (`untilMs`).
 */
export type ClubHome = {
  kept: Kept | null
  outstanding: Outstanding
  /** Known to have one, and so for good. */
  hasOfficer: boolean
}
type Kept = {
  state: string
  fromMs: number
  untilMs: Promise<number>
  facts: Promise<ClubFacts>
  /** The same once they are found. */
  found: ClubFacts | null
}
export type ClubFacts = Awaited<ReturnType<typeof findClubFacts>>

const dayMs = 86_400_000

export function createClubHome(database: Database): ClubHome {
  return { kept: null, outstanding: createOutstanding(database), hasOfficer: false }
}

/** As it is for whoever was looked up just now. @param nowMs epoch ms */
export async function getClubFacts(
  parts: Parts,
  { state }: Pick<SignedIn, 'state'>,
  nowMs: number,
): Promise<ClubFacts> {
  const { clubHome } = parts
  const { kept } = clubHome
  if (kept && kept.state === state && nowMs >= kept.fromMs && nowMs < (await kept.untilMs)) return kept.facts
  const facts = findClubFacts(parts, nowMs)
  const untilMs = facts.then((found) => found.untilMs)
  const own: Kept = { state, fromMs: nowMs, untilMs, facts, found: null }
  clubHome.kept = own
  // Who asks next tries again; whoever asked hears of it by `facts`.
  facts.then(
    (found) => {
      own.found = found
    },
    () => {
      if (clubHome.kept === own) clubHome.kept = null
    },
  )
  untilMs.catch(() => {})
  return facts
}

/** What stands in everybody's answer alike, where it has been found out since the last write; without waiting. */
export function sharedNow({ clubHome: { kept } }: Parts, { state }: Pick<SignedIn, 'state'>, nowMs: number) {
  if (kept?.state !== state || kept.found === null || nowMs < kept.fromMs || nowMs >= kept.found.untilMs) return null
  return kept.found.live?.shared ?? null
}

async function findClubFacts(parts: Parts, nowMs: number) {
  const { db } = parts.database
  const { practices: settings } = parts.club
  const now = new Date(nowMs).toISOString()
  const upcoming = await listUpcoming(db, now, Math.max(settings.nextPanels, settings.upcomingTile))
  const samplesUntil = await findEndOfSamples(db, now)
  const started = await findStartedPractice(db)
  const live = started && isLive(asPractice(started), now) ? started : undefined
  const endedEarly = await listEndedEarly(db, now)
  const cancelled = await listCancelledAhead(db, now)
  const next = selectNextPractices(upcoming.map(withFacts), {
    now,
    lookAheadDays: settings.lookAheadDays,
    atMost: settings.nextPanels,
  }).map(({ row }) => row)
  const tile = upcoming.slice(0, settings.upcomingTile)
  const shown = [...next, ...tile, ...endedEarly, ...cancelled, ...(live ? [live] : [])]
  const ids = [...new Set(shown.map(({ id }) => id))]
  const answers: Map<string, Answers> = await countAnswers(db, ids)
  return {
    next,
    tile,
    endedEarly,
    cancelled,
    ids,
    answers,
    live: live ? await findLiveFacts(parts, live) : null,
    calendar: await readCalendarState(parts),
    lacksOfficers: await lacksOfficers(parts),
    hasSamples: samplesUntil !== undefined,
    /** For officers: found out once one of them asks. */
    needs: onceAsked(() => findNeeds(parts, nowMs)),
    clubBows: onceAsked(() => countClubBows(db, ids)),
    untilMs: Math.min(...changesAhead(parts, nowMs, { upcoming, shown, samplesUntil })),
  }
}

/** Found out once, by the first who asks; after a failure the next one tries again. */
function onceAsked<Found>(find: () => Promise<Found>) {
  let found: Promise<Found> | undefined
  return () => {
    found ??= find().catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}

async function findLiveFacts({ database: { db } }: Parts, row: PracticeRow) {
  const rows = await listAttendees(db, row.id)
  const starter = row.startedBy === null ? undefined : await findFirstName(db, row.startedBy)
  const attendees: Attendee[] = rows.map(toAttendee)
  const shared = asShared('attendees', attendees)
  const checkedInAt = new Map(rows.map((each) => [each.id, each.checkedInAt]))
  return { row, startedBy: starter ?? null, attendees, shared, checkedInAt }
}

/** How many members, and lines of the store, officers have something to do about. */
async function findNeeds({ database: { db }, days, clubHome }: Parts, nowMs: number) {
  const outstanding = await clubHome.outstanding.count()
  const rm01Ending = await countRm01Ending(db, days.today(nowMs))
  return { outstanding, rm01Ending, storeLines: await countToDecide(db) }
}

/**
 * When what is shown changes by itself: a practice ends or comes within the look-ahead, the last sample ends, or a day begins.
 * Those that come after `upcoming` are not shown before one of it has gone. Epoch ms.
 */
function changesAhead(
  { days, club }: Parts,
  nowMs: number,
  rows: { upcoming: PracticeRow[]; shown: PracticeRow[]; samplesUntil: string | undefined },
) {
  const { upcoming, shown, samplesUntil } = rows
  const comesIntoViewAt = (row: PracticeRow) => Date.parse(row.startsAt) - club.practices.lookAheadDays * dayMs
  return [
    Date.parse(days.startOfTomorrow(nowMs)),
    ...upcoming.map(comesIntoViewAt),
    ...[...upcoming, ...shown].map(({ endsAt }) => Date.parse(endsAt)),
    ...(samplesUntil === undefined ? [] : [Date.parse(samplesUntil)]),
  ].filter((atMs) => atMs > nowMs)
}

function withFacts(row: PracticeRow) {
  return { ...asPractice(row), startsOn: row.startsOn, row }
}
