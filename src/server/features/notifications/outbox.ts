import type { Logger } from 'pino'
import { isNotification, type PushOnlyKind } from '#domain/notifications.ts'
import type { Clock } from '#server/clock.ts'
import type { Outbox } from '#server/context.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import type { Database } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { addEmail } from '#server/email/add-email.ts'
import type { Mail, MailRow } from '#server/email/compose-email.ts'
import type { Notice } from '#server/email/email-template.ts'
import { type EmailKind, isOfficerMail } from '#server/email/templates.ts'
import { type EmailTransport, MayHaveArrivedError, TryLaterError } from '#server/email/transport.ts'
import { readTold } from '#server/features/members/roles.ts'
import { mergeIntoNewer } from './enqueue.ts'
import { checkRelevance } from './notification-relevance.ts'
import type { PushSender } from './push-sender.ts'

type OutboxDeps = {
  database: Database
  write: Write
  clock: Clock
  secrets: Secrets
  transport: EmailTransport
  compose: (kind: EmailKind, mail: MailRow) => Mail
  /** The club's, because reminders aren't sent at night. */
  timeZone: string
  /** The club's, for practices without their own. */
  replyDeadlineHours: () => number
  /** Null if another process sends push notifications. */
  push?: (PushSender & { compose: (kind: EmailKind | PushOnlyKind, mail: MailRow) => Notice | undefined }) | null
  log: Logger
}

const pollEveryMs = 5000
/** Lease on a claimed email. If the sender dies, another process retries after this; a slow sender renews it. */
const leaseMs = 60_000
const giveUpAfterMs = 24 * 3_600_000
const longestWaitMs = 60_000
/**
 * Cap on a push service's Retry-After and on retries after a rejection; also the debounce of changes
 * (domain/notifications.ts).
 */
const longestDelayMs = 4 * 60_000
/** Several, so a hanging push service doesn't block all others. */
const pushLanes = 3
/** On shutdown, how long in real time the email being sent may take to finish. */
const stopWithinMs = 4000

/**
 * Transactional outbox: emails are rows written in the transaction that causes them and sent from there, so an unreachable mail
 * server loses none and blocks no one (T88). Rows hold IDs; a link's token stays encrypted until the email is sent. Push
 * notifications use the same table. Each kind has its own lanes, so they don't block each other.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const lanes = [
    createLane(deps, 'account'),
    createLane(deps, 'news'),
    createLane(deps, 'week'),
    ...(deps.push ? Array.from({ length: pushLanes }, () => createLane(deps, 'push')) : []),
  ]
  return {
    add: (tx, mail) => addEmail(tx, deps, mail),
    wake() {
      for (const lane of lanes) lane.wake()
    },
    async stop() {
      const timer = setTimeout(() => deps.transport.close(), stopWithinMs)
      await Promise.all(lanes.map((lane) => lane.stop()))
      clearTimeout(timer)
    },
  }
}

/**
 * Account emails, which someone is waiting for; emails about a practice, which go to many together; the weekly email, which goes to
 * everyone; and push notifications.
 */
type LaneKind = 'account' | 'news' | 'week' | 'push'

/** A worker that sends one at a time. Polls, and runs immediately when woken. */
function createLane(deps: OutboxDeps, way: LaneKind) {
  let stopped = false
  let timer: unknown
  let running: Promise<void> | null = null
  let again = false

  async function run() {
    do {
      again = false
      try {
        while (!stopped && (await sendNext(deps, way))) {}
      } catch (error) {
        deps.log.warn({ err: error }, 'could not read the email outbox')
      }
    } while (again && !stopped)
    running = null
    if (!stopped) timer = deps.clock.setTimeout(wake, pollEveryMs)
  }

  function wake() {
    if (stopped) return null
    again = true
    deps.clock.clearTimeout(timer)
    running ??= run()
    return running
  }

  void wake()
  return {
    wake: () => void wake(),
    async stop() {
      stopped = true
      deps.clock.clearTimeout(timer)
      await running
    },
  }
}

type OutboxRow = NonNullable<Awaited<ReturnType<typeof findDue>>>

/** Sends the next due row. @returns false if none was due */
async function sendNext(deps: OutboxDeps, way: LaneKind) {
  const { db } = deps.database
  const nowMs = deps.clock.now()
  const now = new Date(nowMs).toISOString()
  const row = await findDue(deps, way, nowMs)
  if (!row) return false
  // Read before claiming: a change in between deletes or updates the row, so the claim fails and outdated content isn't sent.
  const moment = { now, timeZone: deps.timeZone, replyDeadlineHours: deps.replyDeadlineHours() }
  const news = isNotification(row.kind) ? await checkRelevance(db, row, moment) : null
  if (row.email !== null && news !== null && 'waits' in news) return checkLater(deps, row)
  const claimed = await db
    .updateTable('mailOutbox')
    .set({ nextTryAt: new Date(nowMs + leaseMs).toISOString(), claimedAt: now, tries: row.tries + 1 })
    .where('id', '=', row.id)
    .where('tries', '=', row.tries)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) return true
  const giveUp = async (lastError: string | null) => {
    await settle(deps, row.id, { failedAt: now, lastError })
    return true
  }
  if (row.email === null) return giveUp('the person no longer exists')
  // Not an error: the notification is no longer relevant.
  if (news !== null && !('practice' in news || 'asked' in news || 'owed' in news)) return giveUp(null)
  const token = row.sealed === null ? null : unsealed(deps.secrets, row.sealed)
  // It can never be decrypted. Retrying for a day would block this person's later emails (T21).
  if (token === undefined) return giveUp('it was encrypted with a different AUTH_SECRET')
  const stopRenewing = keepRenewingLease(deps, row)
  let hasLeft = false
  try {
    const kind = row.kind as EmailKind
    const { userId, createdAt } = row
    const told = token !== null && isOfficerMail(kind) ? await readTold(db, token) : null
    const facts = {
      ...{ userId, email: row.email, nameFirst: row.nameFirst ?? '', token, createdAt, told },
      news: news && 'practice' in news ? news : null,
      asked: news && 'asked' in news ? news.asked : [],
      owed: news && 'owed' in news ? news.owed : 0,
    }
    const sent =
      row.subscriptionId === null ? await sendEmail(deps, row.id, kind, facts) : await sendPush(deps, row, facts)
    if (sent !== true) return giveUp(sent)
    hasLeft = true
    await settle(deps, row.id, { sentAt: now, lastError: null })
    if (row.tries > 0) deps.log.info({ mail: row.id, tries: row.tries + 1 }, 'an email was sent after several attempts')
  } catch (error) {
    const mayHaveArrived = hasLeft || error instanceof MayHaveArrivedError || row.claimedAt !== null
    await retryLater(deps, row, { error, mayHaveArrived })
  } finally {
    stopRenewing()
  }
  return true
}

async function checkLater({ clock, database }: OutboxDeps, { id, tries }: OutboxRow) {
  await database.db
    .updateTable('mailOutbox')
    .set({ nextTryAt: new Date(clock.now() + longestDelayMs).toISOString() })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
  return true
}

/** Renews the lease while a slow server takes its time; otherwise another process would send it too. */
function keepRenewingLease({ clock, database }: OutboxDeps, row: OutboxRow) {
  let timer: unknown
  const wait = () => {
    timer = clock.setTimeout(() => void renew(), leaseMs / 3)
  }
  const renew = async () => {
    wait()
    await database.db
      .updateTable('mailOutbox')
      .set({ nextTryAt: new Date(clock.now() + leaseMs).toISOString() })
      .where('id', '=', row.id)
      .where('tries', '=', row.tries + 1)
      .where('claimedAt', 'is not', null)
      .execute()
      // Renewal runs three times per lease, so there are two more chances.
      .catch(() => {})
  }
  wait()
  return () => clock.clearTimeout(timer)
}

async function sendEmail(deps: OutboxDeps, id: string, kind: EmailKind, facts: MailRow) {
  await deps.transport.send({ id, to: facts.email, ...deps.compose(kind, facts) })
  return true as const
}

/** @returns true, or why it can never be shown on that device */
async function sendPush(deps: OutboxDeps, row: OutboxRow, facts: MailRow) {
  const notice = deps.push?.compose(row.kind as EmailKind | PushOnlyKind, facts)
  if (!notice || !deps.push || row.subscriptionId === null) return 'nothing to show'
  const about = `${row.kind} ${row.practiceId}`
  const { startsAt = null, endsAt = null } = facts.news?.practice ?? facts.asked[0]?.facts ?? {}
  const worthUntil = row.kind === 'drive' || row.kind === 'remind' ? startsAt : endsAt
  return deps.push.send(row.subscriptionId, { ...notice, about, worthUntil })
}

function findDue({ database: { db } }: OutboxDeps, way: LaneKind, nowMs: number) {
  const now = new Date(nowMs).toISOString()
  const farAhead = new Date(nowMs + longestDelayMs + leaseMs).toISOString()
  return (
    db
      .selectFrom('mailOutbox')
      .leftJoin('user', 'user.id', 'mailOutbox.userId')
      .leftJoin('member', 'member.id', 'mailOutbox.userId')
      .selectAll('mailOutbox')
      .select(['user.email', 'member.nameFirst'])
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('subscriptionId', way === 'push' ? 'is not' : 'is', null)
      .where('kind', way === 'week' ? '=' : '!=', 'week')
      .$if(way === 'account' || way === 'news', (query) =>
        query.where('practiceId', way === 'account' ? 'is' : 'is not', null),
      )
      // A retry is never scheduled this far ahead, so such a row dates from before the clock was set back (T50).
      .where((due) => due.or([due('nextTryAt', '<=', now), due('nextTryAt', '>', farAhead)]))
      // One person's link emails are sent in order: only the newest link works, so it should arrive last.
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('mailOutbox.practiceId', 'is not', null),
          eb('mailOutbox.kind', '=', 'week'),
          not(
            exists(
              selectFrom('mailOutbox as older')
                .select('older.id')
                .whereRef('older.userId', '=', 'mailOutbox.userId')
                .whereRef('older.createdAt', '<', 'mailOutbox.createdAt')
                .where('older.practiceId', 'is', null)
                .where('older.kind', '!=', 'week')
                .where('older.sentAt', 'is', null)
                .where('older.failedAt', 'is', null),
            ),
          ),
        ]),
      )
      // Retries go after first attempts.
      .orderBy((eb) => eb('mailOutbox.tries', '>', 0))
      .orderBy('nextTryAt')
      .orderBy('mailOutbox.createdAt')
      .limit(1)
      .executeTakeFirst()
  )
}

/** The token, or undefined if it was sealed with a different secret. */
function unsealed(secrets: Secrets, sealed: string) {
  try {
    return secrets.unseal(sealed)
  } catch {
    return undefined
  }
}

/** Records the outcome and deletes the token. Waits if a command holds the SQLite file, so a sent email isn't sent twice. */
async function settle(
  { write }: OutboxDeps,
  id: string,
  outcome: { sentAt?: string; failedAt?: string; lastError: string | null },
) {
  await write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({ ...outcome, sealed: null, claimedAt: null })
      .where('id', '=', id)
      .execute(),
  )
}

/**
 * Schedules a retry with exponential backoff, or gives up. If the server is unreachable, link emails are retried for a day and
 * notifications as long as they're relevant. Permanent rejections are retried for a day too, as the server may be at fault.
 */
async function retryLater(
  deps: OutboxDeps,
  row: OutboxRow,
  { error, mayHaveArrived }: { error: unknown; mayHaveArrived: boolean },
) {
  const nowMs = deps.clock.now()
  // SMTP errors repeat email addresses, which an erasure couldn't remove from logs, so they are masked.
  const why = (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, '…').slice(0, 300)
  deps.log.warn({ mail: row.id, tries: row.tries + 1, why }, 'an email could not be sent')
  const now = new Date(nowMs).toISOString()
  const isRefused = isRefusedForGood(error)
  const refusedSince = isRefused ? (row.refusedSince ?? now) : null
  const countsFrom = row.practiceId === null ? row.createdAt : refusedSince
  if (countsFrom !== null && nowMs - Date.parse(countsFrom) > giveUpAfterMs) {
    await settle(deps, row.id, { failedAt: now, lastError: why })
    return
  }
  if (!mayHaveArrived && (await mergeIntoNewer(deps.write, row))) return
  const requestedMs = error instanceof TryLaterError ? Math.min(error.afterMs, longestDelayMs) : 0
  const longestMs = isRefused ? longestDelayMs : longestWaitMs
  const waitMs = Math.max(requestedMs, Math.min(longestMs, 2000 * 2 ** row.tries))
  await deps.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({
        nextTryAt: new Date(nowMs + waitMs).toISOString(),
        claimedAt: mayHaveArrived ? now : null,
        refusedSince,
        lastError: why,
      })
      .where('id', '=', row.id)
      .execute(),
  )
}

/** SMTP's permanent errors, 5yz (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown) {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
