import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Attendee, GoingMember } from '#contract/practices.ts'
import { displayName, formerMember } from '#domain/names.ts'
import { defaultPicture } from '#domain/photos.ts'
import { isLive, selectNextPractices } from '#domain/practices.ts'
import { guestLabel } from '#domain/text/guest-messages.ts'
import type { SignedIn } from '#server/auth/sessions.ts'
import type { AppContext, DashboardData } from '#server/context.ts'
import { type Db, dataVersionColumn, type Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { listAwaiting } from '#server/features/notifications/turned-on.ts'
import { countToDecide } from '#server/features/store-orders/order-lines.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { asTyped, quoted } from '#server/ops/terminal.ts'
import { countTurnout, listAttendees } from '#server/queries/attendance.ts'
import { listFirstGoing } from '#server/queries/going.ts'
import { listGuestsAt } from '#server/queries/guests.ts'
import { actingOfficers, countOutstanding, countRm01Ending, findFirstName } from '#server/queries/members.ts'
import {
  asPractice,
  findEndOfSamples,
  findStartedPractice,
  listCancelledAhead,
  listEndedEarly,
  listUpcoming,
} from '#server/queries/practices.ts'
import { type Answers, countAnswers, countClubBows } from '#server/queries/rsvps.ts'

export type ClubFacts = Awaited<ReturnType<typeof findClubFacts>>

const dayMs = 86_400_000

export function createDashboardData(): DashboardData {
  return { cached: null, last: null, revision: 0, hasOfficer: false }
}

/**
 * What the home page shows every member alike: read once after each write instead of once per viewer, until time alone
 * changes some of it (`untilMs`). Valid for the data version at which the viewer was authenticated.
 * @param nowMs epoch ms
 */
export async function getDashboardFacts(
  ctx: AppContext,
  { dataVersion }: Pick<SignedIn, 'dataVersion'>,
  nowMs: number,
): Promise<ClubFacts> {
  const { clubHome, club } = ctx
  const { cached } = clubHome
  if (cached?.dataVersion === dataVersion && cached.club === club && nowMs >= cached.fromMs) {
    const facts = (await cached.facts) as ClubFacts
    if (nowMs < facts.untilMs) return facts
  }
  const own = { dataVersion, club, fromMs: nowMs, facts: readFacts(ctx, nowMs) }
  clubHome.cached = own
  // This request gets the error, and the next one tries again.
  own.facts.catch(() => {
    if (clubHome.cached === own) clubHome.cached = null
  })
  return own.facts
}

/** The same as of now, for the change that the streams carry (dashboard-changes.ts). */
export async function getDashboardFactsNow(ctx: AppContext): Promise<ClubFacts> {
  const nowMs = ctx.clock.now()
  const dataVersion = ctx.database.dataVersion()
  if (dataVersion !== null) return getDashboardFacts(ctx, { dataVersion }, nowMs)
  const { club } = ctx
  const facts = await readFacts(ctx, nowMs)
  ctx.clubHome.cached = { dataVersion: facts.dataVersion, club, fromMs: nowMs, facts: Promise.resolve(facts) }
  return facts
}

const mostTries = 3

/** Reads everything as of one moment, and keeps the revision of the last reading if nothing that members see has changed. */
async function readFacts(ctx: AppContext, nowMs: number): Promise<ClubFacts> {
  const { clubHome } = ctx
  const facts =
    ctx.database.engine === 'postgres' ? await readFromSnapshot(ctx, nowMs) : await readUnchanged(ctx, nowMs)
  const { last } = clubHome as { last: ClubFacts | null }
  if (last !== null && last.revision < facts.revision && isDeepStrictEqual(shownIn(last), shownIn(facts)))
    facts.revision = last.revision
  clubHome.last = facts
  return facts
}

/** On PostgreSQL: all queries see the same snapshot, and a later snapshot has a higher revision in every process. */
function readFromSnapshot(ctx: AppContext, nowMs: number) {
  const { db, broken } = ctx.database
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx) => {
    const { rows } = await sql<{ version: string; xmax: string; running: number }>`
      select ${dataVersionColumn} as version, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
        (select count(*) from pg_snapshot_xip(pg_current_snapshot())) as running`.execute(tx)
    const { version = '', xmax = '0', running = 0 } = rows[0] ?? {}
    // With the same end, the later one of two snapshots has fewer transactions running.
    const revision = Number(xmax) * 1000 + 999 - Math.min(running, 999)
    return findClubFacts(ctx, tx, nowMs, { dataVersion: `${broken()} ${version}`, revision })
  })
}

/** On SQLite: once more if something was written between the queries. */
async function readUnchanged(ctx: AppContext, nowMs: number) {
  for (let tries = 1; ; tries++) {
    const dataVersion = ctx.database.dataVersion() ?? ''
    // Higher than those of an earlier process, too.
    ctx.clubHome.revision = Math.max(ctx.clubHome.revision + 1, nowMs)
    const facts = await findClubFacts(ctx, ctx.database.db, nowMs, { dataVersion, revision: ctx.clubHome.revision })
    if (tries === mostTries || ctx.database.dataVersion() === dataVersion) return facts
  }
}

/** What members see, without what is derived from it or for officers. */
function shownIn({ needs, clubBows, untilMs, dataVersion, revision, answers, going, live, ...rest }: ClubFacts) {
  return { ...rest, answers: [...answers], going: [...going], live: live && { ...live, checkedInAt: null } }
}

type Reading = { dataVersion: string; revision: number }

async function findClubFacts(ctx: AppContext, db: Db | Tx, nowMs: number, reading: Reading) {
  const { practices: settings } = ctx.club
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
  const coming = [...new Set([...next, ...tile].map(({ id }) => id))]
  return {
    ...reading,
    next,
    tile,
    endedEarly,
    turnout: await countTurnout(
      db,
      endedEarly.map(({ id }) => id),
    ),
    cancelled,
    ids,
    answers,
    going: settings.showWhoIsGoing ? await listFirstGoing(db, coming) : new Map<string, GoingMember[]>(),
    live: live ? await findLiveFacts(db, live) : null,
    calendar: await readCalendarState(ctx, db),
    lacksOfficers: await lacksOfficers(ctx),
    hasSamples: samplesUntil !== undefined,
    /** For officers only, so it is read once one of them needs it. */
    needs: onFirstUse(() => findNeeds(ctx, nowMs)),
    clubBows: onFirstUse(() => countClubBows(ctx.database.db, ids)),
    untilMs: Math.min(...changesAhead(ctx, nowMs, { upcoming, shown, samplesUntil })),
  }
}

/** Reads something on first use; after a failure the next call tries again. */
function onFirstUse<Found>(find: () => Promise<Found>) {
  let found: Promise<Found> | undefined
  return () => {
    found ??= find().catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}

async function findLiveFacts(db: Db | Tx, row: PracticeRow) {
  const rows = await listAttendees(db, row.id)
  const starter = row.startedBy === null ? undefined : await findFirstName(db, row.startedBy)
  const guests = await listGuestsAt(db, row.id)
  const attendees: Attendee[] = [
    ...rows.map((each) => ({ at: each.checkedInAt, attendee: toAttendee(each) })),
    ...guests.map(({ id, enteredAt }) => ({ at: enteredAt, attendee: toGuest(id) })),
  ]
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ attendee }) => attendee)
  const checkedInAt = new Map(rows.map((each) => [each.id, each.checkedInAt]))
  return { row, startedBy: starter ?? null, attendees, checkedInAt }
}

/** How many members and store order lines need an officer's attention. */
async function findNeeds({ database: { db }, days }: AppContext, nowMs: number) {
  const outstanding = await countOutstanding(db)
  const rm01Ending = await countRm01Ending(db, days.today(nowMs))
  return { outstanding, rm01Ending, storeLines: await countToDecide(db), emailsOff: await listAwaiting(db) }
}

/**
 * When the shown data changes without a write: a practice ends or comes within the look-ahead, the last sample ends, or
 * a day begins. Practices after `upcoming` don't matter, since one of `upcoming` ends before they are shown. Epoch ms.
 */
function changesAhead(
  { days, club }: AppContext,
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

/** What members see of each other: name, picture, pronouns, and nothing else. */
function toAttendee(row: {
  id: string
  nameFirst: string
  nameLast: string
  pronouns: string
  pictureUrl: string
}): Attendee {
  return {
    memberId: row.id,
    name: displayName(row) || formerMember,
    pronouns: JSON.parse(row.pronouns) as string[],
    pictureUrl: row.pictureUrl || defaultPicture,
  }
}

/** Members don't see who a guest is. */
function toGuest(visitId: string): Attendee {
  return { memberId: visitId, name: guestLabel, pronouns: [], pictureUrl: defaultPicture }
}

/** Whether someone could become the first officer here: a club on a local machine that has none. */
export async function lacksOfficers({ database: { db }, baseUrl, clubHome }: AppContext) {
  if (!isLocalhost(new URL(baseUrl).hostname)) return false
  // Stays true, because the last officer can neither step down nor leave.
  clubHome.hasOfficer ||= await hasOfficer(db)
  return !clubHome.hasOfficer
}

/** The command that makes this person an officer, ready to paste. */
export function officerCommand(email: string) {
  // Without `--`, an address that begins with a dash would be parsed as an option.
  return asTyped(`officer add ${email.startsWith('-') ? '-- ' : ''}${quoted(email)}`)
}

async function hasOfficer(db: Db) {
  return (await actingOfficers(db).limit(1).executeTakeFirst()) !== undefined
}

/**
 * How fresh the calendar is, for the home page's note. The time is included only while the calendar is stale, so that
 * an unchanged page stays byte-identical. The built-in calendar is always up to date.
 */
async function readCalendarState({ calendarSource }: AppContext, db: Db | Tx) {
  const fresh = { source: calendarSource, readAt: null, stale: false }
  if (calendarSource === 'built-in') return fresh
  const row = await db
    .selectFrom('calendarCache')
    .select(['readAt', 'failedAt'])
    .where('source', '=', calendarSource)
    .executeTakeFirst()
  return row?.failedAt == null ? fresh : { source: calendarSource, readAt: row.readAt, stale: true }
}
