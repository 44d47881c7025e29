import { randomUUID } from 'node:crypto'
import { erasedFrom } from '#domain/members.ts'
import { isLive } from '#domain/practices.ts'
import { verifyLinkHours } from '#server/auth/email-tokens.ts'
import { monotonicText } from '#server/clock.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { checkpointWal } from '#server/db/database.ts'
import { eraseFormerGuests } from '#server/features/attendance/guests.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { erase } from '#server/features/members/erase.ts'
import { remindBalance } from '#server/features/notifications/remind-balance.ts'
import { remindDrivers } from '#server/features/notifications/remind-drivers.ts'
import { remindersKeptMs, remindMembers } from '#server/features/notifications/remind-members.ts'
import { queueWeeklyEmail } from '#server/features/notifications/weekly-email.ts'
import { deleteUnusedPhotos } from '#server/features/photos/stored-photos.ts'
import { endOverduePractices } from '#server/features/practices/auto-end.ts'
import { promoteOverdue } from '#server/features/practices/spots.ts'
import { deleteUnusedClubFiles } from '#server/features/settings/club-files.ts'
import { listRemoved, lockRoleHolder } from '#server/queries/members.ts'
import { asPractice, findStartedPractice } from '#server/queries/practices.ts'

type Jobs = {
  /** Whether overdue practices have been ended since the start; the server isn't ready before (T67). */
  isSettled: () => boolean
  /** Resolves when no check is running. */
  idle: () => Promise<void>
  stop: () => Promise<void>
}

const sweepEveryMs = 60_000
const purgeEveryMs = 3_600_000
/** Throttles changes of the topic `live`: each check-in is one, and none of those moves the next due time. */
const changesEveryMs = 1000

/**
 * Starts the scheduled jobs: ends the live practice at its end time (checked then and at least every 60 seconds),
 * reminds drivers and those who haven't replied, sends the weekly email, promotes from waitlists that have fallen behind, and deletes
 * expired data. Timers only trigger a check; the database decides, so any number of processes can run this concurrently.
 */
export function startJobs(ctx: AppContext): Jobs {
  let stopped = false
  let settled = false
  let timer: unknown
  let running: Promise<void> | null = null
  let again = false
  let purgedAtMs = Number.NEGATIVE_INFINITY
  let lookedAtMs = Number.NEGATIVE_INFINITY
  /** Number of consecutive failed sweeps. */
  let failures = 0
  /** When the next check is due, by the monotonic clock. */
  let dueAtMs = Number.POSITIVE_INFINITY

  async function sweep() {
    let failed: boolean
    do {
      again = false
      failed = false
      lookedAtMs = ctx.clock.monotonic()
      try {
        await endDue(ctx)
        settled = true
        await remindDrivers(ctx)
        await queueWeeklyEmail(ctx)
        await promoteOverdue(ctx)
        await remindBalance(ctx)
        await remindMembers(ctx)
        if (ctx.clock.monotonic() - purgedAtMs >= purgeEveryMs) {
          purgedAtMs = ctx.clock.monotonic()
          await deleteExpired(ctx)
        }
      } catch (error) {
        failed = true
        ctx.log.warn({ err: error }, 'a scheduled job failed; will retry')
      }
    } while (again && !failed && !stopped)
    failures = failed ? failures + 1 : 0
    // On a full disk, reads still work, so an end that couldn't be written stays overdue and would be retried without a
    // pause.
    const waitMs = failed ? retryMs(failures) : await nextEndIn(ctx).catch(() => retryMs(1))
    running = null
    if (stopped) return
    if (again && !failed) void look()
    else lookIn(waitMs)
  }

  /** Does nothing if an earlier check is already scheduled. */
  function lookIn(ms: number) {
    const atMs = ctx.clock.monotonic() + ms
    if (atMs >= dueAtMs) return
    dueAtMs = atMs
    ctx.clock.clearTimeout(timer)
    timer = ctx.clock.setTimeout(look, ms)
  }

  function look() {
    if (stopped) return null
    again = true
    ctx.clock.clearTimeout(timer)
    dueAtMs = Number.POSITIVE_INFINITY
    running ??= sweep()
    return running
  }

  function lookSoon() {
    if (stopped) return
    const waitMs = lookedAtMs + changesEveryMs - ctx.clock.monotonic()
    if (waitMs <= 0) void look()
    else lookIn(waitMs)
  }

  // A start, or an end time moved by the calendar, changes when the next check is due.
  const unsubscribe = ctx.hub.subscribe((change) => {
    if (change.topic === 'live') lookSoon()
  })
  void look()
  return {
    isSettled: () => settled,
    idle: async () => void (await running),
    async stop() {
      stopped = true
      unsubscribe()
      ctx.clock.clearTimeout(timer)
      await running
    },
  }
}

function retryMs(failures: number) {
  return Math.min(1000 * 2 ** (failures - 1), sweepEveryMs)
}

async function endDue(ctx: AppContext) {
  const live = await findStartedPractice(ctx.database.db)
  if (!live || isLive(asPractice(live), nowAsText(ctx))) return
  await ctx.write((tx, announce) => endOverduePractices(tx, announce, nowAsText(ctx)))
}

async function nextEndIn(ctx: AppContext) {
  const live = await findStartedPractice(ctx.database.db)
  if (!live) return sweepEveryMs
  return Math.min(sweepEveryMs, Math.max(0, Date.parse(live.endsAt) - ctx.clock.now()))
}

const hour = 3_600_000
const day = 24 * hour
/** A phone that retries later than this sends the request again as a new one. */
const idempotencyKeysMs = day
/** Those of a practice that was moved go on. */
const kiosksMs = day
/** Expired links stay for a while, so that their page can offer a new email in one tap. */
const linksMs = 7 * day
/**
 * Unverified sign-ups are deleted a day after their last link has expired, so that no one can block an address they
 * don't own (T7).
 */
const signUpsMs = verifyLinkHours * hour + day
const sentEmailsMs = 30 * day
/** How long a deleted scorecard can be restored. */
const removedCardsMs = 30 * day
/** How long a canceled practice that concerned no one is kept after its end. */
const canceledMs = 30 * day
/** Much longer than any calendar feed shows an event (90 days ahead to 90 days past). */
const feedEventsMs = 400 * day

/** Deletes expired data. Each statement is independent, so several processes can run this concurrently. */
export async function deleteExpired(ctx: AppContext) {
  const { db } = ctx.database
  const nowMs = ctx.clock.now()
  const before = (ms: number) => new Date(nowMs - ms).toISOString()
  await ctx.refusedOperations.saveCounts()
  const now = monotonicText(ctx)
  await db
    .deleteFrom('session')
    .where('expiresAt', '<=', now)
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '<=', now)]))
    .execute()
  const over = db.selectFrom('practice').select('id').where('endsAt', '<', before(kiosksMs))
  await db.deleteFrom('kiosk').where('practiceId', 'in', over).execute()
  await db.deleteFrom('idempotency').where('createdAt', '<', before(idempotencyKeysMs)).execute()
  await db.deleteFrom('rateLimit').where('expiresAt', '<', before(0)).execute()
  await db.deleteFrom('feedEvent').where('changedAt', '<', before(feedEventsMs)).execute()
  await db.deleteFrom('reminder').where('remindedAt', '<', before(remindersKeptMs)).execute()
  await db.deleteFrom('scorecard').where('removedAt', '<', before(removedCardsMs)).execute()
  await db
    .deleteFrom('mailOutbox')
    .where('createdAt', '<', before(sentEmailsMs))
    .where((eb) => eb.or([eb('sentAt', 'is not', null), eb('failedAt', 'is not', null)]))
    .execute()
  await purgeSignUps(ctx, before(signUpsMs))
  await eraseRemoved(ctx)
  await eraseFormerGuests(ctx)
  await db.deleteFrom('verification').where('expiresAt', '<', before(linksMs)).execute()
  await purgeCanceled(ctx, before(canceledMs))
  await deleteUnusedPhotos(ctx)
  await deleteUnusedClubFiles(ctx)
  await checkpointWal(ctx.database)
}

const repliesTables = ['rsvp', 'cantCome', 'lateWithdrawal'] as const
const practiceTables = [
  ...repliesTables,
  ...(['attendance', 'noShowExcuse', 'reminder', 'carpoolCredit', 'preRegistration', 'sale', 'mailOutbox'] as const),
] as const

/** Deletes long-gone canceled practices with no one on any of their lists, so that they don't pile up. */
async function purgeCanceled(ctx: AppContext, endedBefore: string) {
  await ctx.write((tx) =>
    tx
      .deleteFrom('practice')
      .where('cancelledAt', 'is not', null)
      .where('startedAt', 'is', null)
      .where('endsAt', '<', endedBefore)
      .where(({ and, not, exists, selectFrom }) =>
        and(
          practiceTables.map((table) =>
            not(exists(selectFrom(table).select('practiceId').whereRef('practiceId', '=', 'practice.id'))),
          ),
        ),
      )
      .execute(),
  )
}

/** Permanently erases members who were removed and not restored in time, each in its own transaction. */
async function eraseRemoved(ctx: AppContext) {
  const now = nowAsText(ctx)
  const removed = await listRemoved(ctx.database.db)
  const due = removed.filter(({ removedAt }) => removedAt !== null && erasedFrom(removedAt) <= now)
  for (const { id } of due)
    await ctx.write(async (tx, announce) => {
      const row = await lockRoleHolder(tx, id)
      // An officer has just restored or erased them.
      if (!row?.removedAt || row.erasedAt !== null || erasedFrom(row.removedAt) > now) return
      await erase(tx, announce, { id, email: row.removedEmail ?? '', now })
      await saveAudit(tx, ctx, { actor: 'system', action: 'member.erase', target: id, requestId: randomUUID() })
    })
}

/**
 * Deletes sign-ups that were never verified, with everything that belongs to them; they have no rights and no records.
 */
async function purgeSignUps(ctx: AppContext, before: string) {
  const candidates = await ctx.database.db
    .selectFrom('user')
    .innerJoin('member', 'member.id', 'user.id')
    .select('user.id')
    .where('emailVerified', '=', 0)
    .where('user.createdAt', '<', before)
    // An erased member stays as a pseudonym.
    .where('erasedAt', 'is', null)
    // Imported members have records, and verify their address when they first log in.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('importedFact').select('fact').whereRef('importedFact.memberId', '=', 'user.id'))),
    )
    .execute()
  for (const { id } of candidates)
    await ctx.write(async (tx) => {
      const user = await tx
        .selectFrom('user')
        .select('id')
        .where('id', '=', id)
        .where('emailVerified', '=', 0)
        .forUpdate()
        .executeTakeFirst()
      const link = await tx
        .selectFrom('verification')
        .select('id')
        .where('value', '=', id)
        .where('createdAt', '>=', before)
        .executeTakeFirst()
      if (!user || link) return
      await tx.deleteFrom('verification').where('value', '=', id).execute()
      await tx.deleteFrom('member').where('id', '=', id).execute()
      await tx.deleteFrom('user').where('id', '=', id).execute()
    })
}
