import { randomUUID } from 'node:crypto'
import { erasedFrom } from '#domain/members.ts'
import { isLive } from '#domain/practices.ts'
import { verifyLinkHours } from '#server/auth/email-tokens.ts'
import { monotonicText } from '#server/clock.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { checkpointWal } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { erase } from '#server/features/members/erase.ts'
import { remindDrivers } from '#server/features/notifications/remind-drivers.ts'
import { deleteUnusedPhotos } from '#server/features/photos/stored-photos.ts'
import { listRemoved, lockRoleHolder } from '#server/queries/members.ts'
import { asPractice, endOverduePractices, findStartedPractice } from '#server/queries/practices.ts'

type Jobs = {
  /** Whether overdue practices have been ended since the boot (T67: ready means settled). */
  isSettled: () => boolean
  stop: () => Promise<void>
}

const sweepEveryMs = 60_000
const purgeEveryMs = 3_600_000
/** What is live changes with each check-in, which changes nothing of when to look: a rush is looked at so often. */
const changesEveryMs = 1000

/**
 * What happens by the clock: the live practice ends at its end time, looked at then and at least every 60 seconds (D27),
 * drivers are reminded, and what has had its day is cleared away. Timers only say that it is worth looking; the database decides, so any number
 * of processes may do this at once.
 */
export function startJobs(ctx: AppContext): Jobs {
  let stopped = false
  let settled = false
  let timer: unknown
  let running: Promise<void> | null = null
  let again = false
  let purgedAtMs = Number.NEGATIVE_INFINITY
  let lookedAtMs = Number.NEGATIVE_INFINITY
  /** Sweeps in a row that failed. */
  let failures = 0
  /** When the next look is due, by the monotonic clock. */
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
    // Where a disk is full, reads still work: the end that could not be written stays overdue, and would be tried without a pause.
    const waitMs = failed ? retryMs(failures) : await nextEndIn(ctx).catch(() => retryMs(1))
    running = null
    if (stopped) return
    if (again && !failed) void look()
    else lookIn(waitMs)
  }

  /** Unless it is looked sooner anyway. */
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

  // A start, or an end time moved by the calendar, changes when to look next.
  const unsubscribe = ctx.hub.subscribe((change) => {
    if (change.topic === 'live') lookSoon()
  })
  void look()
  return {
    isSettled: () => settled,
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
/** Idempotency answers: a phone that retries later than this asks anew. */
const answersMs = day
/** Expired links stay a while, so that their page can offer a new mail in one tap (D12). */
const linksMs = 7 * day
/** Sign-ups that nobody verified: a day after their last link has expired (T7, D13). */
const signUpsMs = verifyLinkHours * hour + day
const sentMailsMs = 30 * day
/** So long a deleted scorecard may be restored. */
const removedCardsMs = 30 * day
/** Much longer than any feed shows an event: from 90 days ahead to 90 days past. */
const feedEventsMs = 400 * day

/** Clears away what has had its day. Each statement stands for itself, so a second process may do the same. */
export async function deleteExpired(ctx: AppContext) {
  const { db } = ctx.database
  const nowMs = ctx.clock.now()
  const before = (ms: number) => new Date(nowMs - ms).toISOString()
  await ctx.refusedOperations.saveCounts()
  await db.deleteFrom('session').where('expiresAt', '<=', monotonicText(ctx)).execute()
  await db.deleteFrom('idempotency').where('createdAt', '<', before(answersMs)).execute()
  await db.deleteFrom('rateLimit').where('expiresAt', '<', before(0)).execute()
  await db.deleteFrom('feedEvent').where('changedAt', '<', before(feedEventsMs)).execute()
  await db.deleteFrom('scorecard').where('removedAt', '<', before(removedCardsMs)).execute()
  await db
    .deleteFrom('mailOutbox')
    .where('createdAt', '<', before(sentMailsMs))
    .where((eb) => eb.or([eb('sentAt', 'is not', null), eb('failedAt', 'is not', null)]))
    .execute()
  await purgeSignUps(ctx, before(signUpsMs))
  await eraseRemoved(ctx)
  await db.deleteFrom('verification').where('expiresAt', '<', before(linksMs)).execute()
  await deleteUnusedPhotos(ctx)
  await checkpointWal(ctx.database)
}

/** Who was removed and not brought back in time is erased for good (D39), each in a transaction of their own. */
async function eraseRemoved(ctx: AppContext) {
  const now = nowAsText(ctx)
  const removed = await listRemoved(ctx.database.db)
  const due = removed.filter(({ removedAt }) => removedAt !== null && erasedFrom(removedAt) <= now)
  for (const { id } of due)
    await ctx.write(async (tx, announce) => {
      const row = await lockRoleHolder(tx, id)
      // Brought back or erased by an officer in this very moment.
      if (!row?.removedAt || row.erasedAt !== null || erasedFrom(row.removedAt) > now) return
      await erase(tx, announce, { id, email: row.removedEmail ?? '', now })
      await saveAudit(tx, ctx, { actor: 'system', action: 'member.erase', target: id, requestId: randomUUID() })
    })
}

/** A sign-up that was never verified holds no rights and no records; it goes with everything that belongs to it. */
async function purgeSignUps(ctx: AppContext, before: string) {
  const candidates = await ctx.database.db
    .selectFrom('user')
    .innerJoin('member', 'member.id', 'user.id')
    .select('user.id')
    .where('emailVerified', '=', 0)
    .where('user.createdAt', '<', before)
    // Who was verified once and is erased stays as a pseudonym.
    .where('erasedAt', 'is', null)
    // Whom the club has brought along has records, and proves the address when they come.
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
