import { ORPCError } from '@orpc/server'
import type { Insertable } from 'kysely'
import { type AppContext, nowAsText } from '#server/context.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { countWrites, type Write } from '#server/db/write.ts'

/** The actor of everyone who isn't logged in. */
export const stranger = 'anyone'

/**
 * What one member, or all strangers together, may fill with stored responses. Beyond it the oldest half goes: a request that is
 * sent again after so many others is carried out again.
 */
export const mostStored = { rows: 1000, bytes: 1_000_000 }
/** The sum is checked after one write in so many, at random. */
const looksOnceIn = 16

/** Whose request, under which key, asking for what. A request without a key is simply carried out. */
export type RequestIdentity = { actor: string; key: string | null; operation: string; input: unknown }

type StoredAnswer = { result: unknown } | { refusal: { code: string; status: number; message: string; data: unknown } }

/**
 * Makes a write happen once however often its request arrives (T86): the first answer is kept for 24 hours under the
 * idempotency key, in the write's own transaction, and given again. A refusal is an answer too. The same key with another
 * content is refused. An operation calls it once; answers hold ids and counts, never names or addresses. Of strangers only what
 * changed something is kept, so that no one without an account can fill the disk.
 */
export function createRequestWrite(ctx: AppContext, identity: RequestIdentity): Write {
  const { actor, key } = identity
  const { engine } = ctx.database
  if (key === null) return ctx.write
  const row = { actor, key, fingerprint: fingerprintOf(ctx, identity) }
  return async (act) => {
    try {
      return await ctx.write(async (tx, announce) => {
        const kept = await findAnswer(tx, row)
        if (kept) return replay(kept)
        const before = actor === stranger ? await countWrites(tx, engine) : null
        const result = await act(tx, announce)
        if (isNotYet(result)) return result
        if (before !== null && (await countWrites(tx, engine)) === before) return result
        await keepAnswer(tx, row, { result }, nowAsText(ctx))
        return result
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { code, status, message, data } = error
      // The transaction was rolled back. Should the same request have got through meanwhile, its answer is the first one.
      const kept = await ctx.write(async (tx) => {
        const found = await findAnswer(tx, row)
        if (!found && actor !== stranger)
          await keepAnswer(tx, row, { refusal: { code, status, message, data } }, nowAsText(ctx))
        return found
      })
      if (kept) return replay(kept)
      throw error
    }
  }
}

/** Whether this very request was carried out before, so that `write` will give its first answer again. */
export async function wasCarriedOut(ctx: AppContext, identity: RequestIdentity) {
  const { actor, key } = identity
  if (key === null) return false
  const found = await ofKey(ctx.database.db, { actor, key })
  return found?.fingerprint === fingerprintOf(ctx, identity)
}

function fingerprintOf(ctx: AppContext, { operation, input }: RequestIdentity) {
  return ctx.secrets.fingerprint(JSON.stringify([operation, input]))
}

type Row = { actor: string; key: string; fingerprint: string }

const ofKey = compiledOne((db, { actor, key }: { actor: string; key: string }) =>
  db.selectFrom('idempotency').select(['fingerprint', 'answer']).where('actor', '=', actor).where('key', '=', key),
)

async function findAnswer(tx: Tx, row: Row): Promise<StoredAnswer | null> {
  const found = await ofKey(tx, { actor: row.actor, key: row.key })
  if (!found) return null
  if (found.fingerprint !== row.fingerprint)
    throw new ORPCError('KEY_REUSED', {
      status: 422,
      message: 'This request was already sent with different content. Reload the page and try again.',
    })
  return JSON.parse(found.answer) as StoredAnswer
}

const toKeep = compiled((db, row: Insertable<Schema['idempotency']>) => db.insertInto('idempotency').values(row))

async function keepAnswer(tx: Tx, row: Row, answer: StoredAnswer, now: string) {
  await toKeep(tx, { ...row, answer: JSON.stringify(answer), createdAt: now })
  if (Math.random() < 1 / looksOnceIn) await dropOldest(tx, row.actor)
}

async function dropOldest(tx: Tx, actor: string) {
  const stored = await tx
    .selectFrom('idempotency')
    .select(({ fn }) => [fn.countAll().as('rows'), fn.sum(fn('length', ['answer'])).as('bytes')])
    .where('idempotency.actor', '=', actor)
    .executeTakeFirstOrThrow()
  if (Number(stored.rows) <= mostStored.rows && Number(stored.bytes) <= mostStored.bytes) return
  const oldest = tx
    .selectFrom('idempotency')
    .select('key')
    .where('idempotency.actor', '=', actor)
    .orderBy('createdAt')
    .limit(Math.ceil(Number(stored.rows) / 2))
  await tx.deleteFrom('idempotency').where('idempotency.actor', '=', actor).where('key', 'in', oldest).execute()
}

function replay<T>(kept: StoredAnswer): T {
  if ('result' in kept) return kept.result as T
  const { code, status, message, data } = kept.refusal
  throw new ORPCError(code, { defined: true, status, message, data })
}

/** A limit says when to come back: under the same key then, it is asked anew. */
function isNotYet(result: unknown) {
  return typeof result === 'object' && result !== null && 'retryAfterMs' in result
}

/** What a rule said, as opposed to a fault: worth keeping, for asking again must not change it. */
function isRefusal(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && ['REFUSED', 'INVALID_FIELD', 'NOT_FOUND'].includes(error.code)
}
