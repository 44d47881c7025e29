import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Secrets } from '../identity/secrets.ts'
import type { Mail, MailRow } from './mails.ts'
import type { MailTransport } from './transport.ts'
import type { MailKind } from './words.ts'

/**
 * Mails wait in a table that is written in the transaction that wants them sent, and leave from there: a dead mail server
 * loses none and holds nobody up (T88). Rows hold ids; a link's token is sealed until the mail has left.
 */
export type Outbox = {
  /** Adds a mail in the caller's transaction. `token` is the secret of a link, if the mail has one. */
  add: (tx: Tx, mail: { kind: MailKind; userId: string; token?: string; practiceId?: string }) => Promise<void>
  /** Looks for waiting mails now; called after the commit. */
  wake: () => void
  stop: () => Promise<void>
}

type Deps = {
  database: Database
  clock: Clock
  secrets: Secrets
  transport: MailTransport
  compose: (kind: MailKind, mail: MailRow) => Mail
  log: Logger
}

const lookEveryMs = 5000
/** A process that dies while it sends leaves the mail to be tried again after this. */
const leaseMs = 60_000
const giveUpAfterMs = 24 * 3_600_000
const longestWaitMs = 60_000

export function createOutbox(deps: Deps): Outbox {
  let stopped = false
  let timer: unknown
  let running: Promise<void> | null = null
  let again = false

  async function run() {
    do {
      again = false
      try {
        while (!stopped && (await sendNext(deps))) {}
      } catch (error) {
        deps.log.warn({ err: error }, 'could not look into the mail outbox')
      }
    } while (again && !stopped)
    running = null
    if (!stopped) timer = deps.clock.setTimeout(wake, lookEveryMs)
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
    async add(tx, mail) {
      const now = new Date(deps.clock.now()).toISOString()
      await tx
        .insertInto('mailOutbox')
        .values({
          id: randomUUID(),
          kind: mail.kind,
          userId: mail.userId,
          sealed: mail.token === undefined ? null : deps.secrets.seal(mail.token),
          practiceId: mail.practiceId ?? null,
          createdAt: now,
          nextTryAt: now,
          sentAt: null,
          failedAt: null,
          lastError: null,
        })
        .execute()
    },
    wake: () => void wake(),
    async stop() {
      stopped = true
      deps.clock.clearTimeout(timer)
      await running
    },
  }
}

/** Sends the mail that has waited longest. @returns whether there was one */
async function sendNext(deps: Deps) {
  const { db } = deps.database
  const nowMs = deps.clock.now()
  const now = new Date(nowMs).toISOString()
  const farAhead = new Date(nowMs + 2 * leaseMs).toISOString()
  const row = await db
    .selectFrom('mailOutbox')
    .leftJoin('user', 'user.id', 'mailOutbox.userId')
    .leftJoin('member', 'member.id', 'mailOutbox.userId')
    .selectAll('mailOutbox')
    .leftJoin('practice', 'practice.id', 'mailOutbox.practiceId')
    .select(['user.email', 'member.nameFirst'])
    .select(['practice.title', 'practice.startsAt', 'practice.endsAt', 'practice.cancelledAt', 'practice.deletedAt'])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    // Nothing is put off for longer than a lease: what waits for later still was put off before the clock was set back (T50).
    .where((due) => due.or([due('nextTryAt', '<=', now), due('nextTryAt', '>', farAhead)]))
    // One person's mails arrive in order: of two links the newer one works, and it should be the last in their inbox.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mailOutbox as older')
            .select('older.id')
            .whereRef('older.userId', '=', 'mailOutbox.userId')
            .whereRef('older.createdAt', '<', 'mailOutbox.createdAt')
            .where('older.sentAt', 'is', null)
            .where('older.failedAt', 'is', null),
        ),
      ),
    )
    .orderBy('nextTryAt')
    .orderBy('mailOutbox.createdAt')
    .limit(1)
    .executeTakeFirst()
  if (!row) return false
  const claimed = await db
    .updateTable('mailOutbox')
    .set({ nextTryAt: new Date(nowMs + leaseMs).toISOString(), tries: row.tries + 1 })
    .where('id', '=', row.id)
    .where('tries', '=', row.tries)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) return true
  const giveUp = async (lastError: string) => {
    await settle(deps, row.id, { failedAt: now, lastError })
    return true
  }
  if (row.email === null) return giveUp('the person is gone')
  const isOver = row.endsAt !== null && row.endsAt <= now
  if (isOver || row.cancelledAt !== null || row.deletedAt !== null) return giveUp('the practice is over or off')
  const token = row.sealed === null ? null : unsealed(deps.secrets, row.sealed)
  // It will never be: tried for a day, it would hold up whatever this person asks for next (T21).
  if (token === undefined) return giveUp('it was sealed under another AUTH_SECRET')
  try {
    const mail = deps.compose(row.kind as MailKind, {
      email: row.email,
      nameFirst: row.nameFirst ?? '',
      token,
      createdAt: row.createdAt,
      practice: row.title === null || row.startsAt === null ? null : { title: row.title, startsAt: row.startsAt },
    })
    await deps.transport.send({ id: row.id, to: row.email, ...mail })
    await settle(deps, row.id, { sentAt: now, lastError: null })
  } catch (error) {
    await putOff(deps, row, error)
  }
  return true
}

/** The token, or undefined where another secret has sealed it. */
function unsealed(secrets: Secrets, sealed: string) {
  try {
    return secrets.unseal(sealed)
  } catch {
    return undefined
  }
}

/** The token is not needed any more, so it does not stay. */
async function settle(
  { database }: Deps,
  id: string,
  outcome: { sentAt?: string; failedAt?: string; lastError: string | null },
) {
  await database.db
    .updateTable('mailOutbox')
    .set({ ...outcome, sealed: null })
    .where('id', '=', id)
    .execute()
}

async function putOff(deps: Deps, row: { id: string; tries: number; createdAt: string }, error: unknown) {
  const nowMs = deps.clock.now()
  // Mail servers repeat addresses in their errors; those are kept out of tables and logs (D39).
  const why = (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, '…').slice(0, 300)
  deps.log.warn({ mail: row.id, tries: row.tries + 1, why }, 'a mail could not be sent')
  if (nowMs - Date.parse(row.createdAt) > giveUpAfterMs) {
    await settle(deps, row.id, { failedAt: new Date(nowMs).toISOString(), lastError: why })
    return
  }
  const waitMs = Math.min(longestWaitMs, 2000 * 2 ** row.tries)
  await deps.database.db
    .updateTable('mailOutbox')
    .set({ nextTryAt: new Date(nowMs + waitMs).toISOString(), lastError: why })
    .where('id', '=', row.id)
    .execute()
}
