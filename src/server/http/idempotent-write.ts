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
 * The limit of stored responses for one member, or for all visitors together. Beyond it the oldest half is deleted; a retry of one
 * of those is executed again.
 */
export const mostStored = { rows: 1000, bytes: 1_000_000 }
/** The limit is checked after one write in this many, at random, because summing is expensive. */
const looksOnceIn = 16

/** Identifies a request for deduplication. Without a key it is simply executed. */
export type RequestIdentity = { actor: string; key: string | null; operation: string; input: unknown }

type StoredResponse =
  | { result: unknown }
  | { refusal: { code: string; status: number; message: string; data: unknown } }

/**
 * Makes a write idempotent (T86): its response is stored for 24 hours under the idempotency key, in the write's own transaction, and
 * replayed to a retry. Refusals are stored too. The same key with different content is an error. An operation calls it once; responses
 * contain ids and counts, never names or addresses. For visitors only writes that changed something are stored, so that no one
 * without an account can fill the disk.
 */
export function createRequestWrite(ctx: AppContext, identity: RequestIdentity): Write {
  const { actor, key } = identity
  const { engine } = ctx.database
  if (key === null) return ctx.write
  const row = { actor, key, fingerprint: fingerprintOf(ctx, identity) }
  return async (act) => {
    try {
      return await ctx.write(async (tx, announce) => {
        const stored = await findStoredResponse(tx, row)
        if (stored) return replay(stored)
        const before = actor === stranger ? await countWrites(tx, engine) : null
        const result = await act(tx, announce)
        if (isNotYet(result)) return result
        if (before !== null && (await countWrites(tx, engine)) === before) return result
        await storeResponse(tx, row, { result }, nowAsText(ctx))
        return result
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { code, status, message, data } = error
      // The transaction was rolled back. If the same request has succeeded since then, replay its response.
      const stored = await ctx.write(async (tx) => {
        const found = await findStoredResponse(tx, row)
        if (!found && actor !== stranger)
          await storeResponse(tx, row, { refusal: { code, status, message, data } }, nowAsText(ctx))
        return found
      })
      if (stored) return replay(stored)
      throw error
    }
  }
}

/** Whether the same request was executed before, so that `write` will replay its response. */
export async function wasCarriedOut(ctx: AppContext, identity: RequestIdentity) {
  const { actor, key } = identity
  if (key === null) return false
  const found = await ofKey(ctx.database.db, { actor, key })
  return found?.fingerprint === fingerprintOf(ctx, identity)
}

function fingerprintOf(ctx: AppContext, { operation, input }: RequestIdentity) {
  return ctx.secrets.fingerprint(JSON.stringify([operation, input]))
}

type RequestKey = { actor: string; key: string; fingerprint: string }

const ofKey = compiledOne((db, { actor, key }: { actor: string; key: string }) =>
  db.selectFrom('idempotency').select(['fingerprint', 'answer']).where('actor', '=', actor).where('key', '=', key),
)

async function findStoredResponse(tx: Tx, row: RequestKey): Promise<StoredResponse | null> {
  const found = await ofKey(tx, { actor: row.actor, key: row.key })
  if (!found) return null
  if (found.fingerprint !== row.fingerprint)
    throw new ORPCError('KEY_REUSED', {
      status: 422,
      message: 'This request was already sent with different content. Reload the page and try again.',
    })
  return JSON.parse(found.answer) as StoredResponse
}

const insertResponse = compiled((db, row: Insertable<Schema['idempotency']>) =>
  db.insertInto('idempotency').values(row),
)

async function storeResponse(tx: Tx, row: RequestKey, response: StoredResponse, now: string) {
  await insertResponse(tx, { ...row, answer: JSON.stringify(response), createdAt: now })
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

function replay<T>(stored: StoredResponse): T {
  if ('result' in stored) return stored.result as T
  const { code, status, message, data } = stored.refusal
  throw new ORPCError(code, { defined: true, status, message, data })
}

/** Whether a rate limit applied. That result isn't stored, so a later retry with the same key is executed. */
function isNotYet(result: unknown) {
  return typeof result === 'object' && result !== null && 'retryAfterMs' in result
}

/** Whether a rule refused the request, as opposed to a server error. It is stored, so that a retry gets the same response. */
function isRefusal(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && ['REFUSED', 'INVALID_FIELD', 'NOT_FOUND'].includes(error.code)
}
