import { ORPCError } from '@orpc/server'
import { type AppContext, nowAsText, type RequestIdentity } from '#server/context.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Tx } from '#server/db/database.ts'
import { type Announce, countWrites, OvertakenError, type Write } from '#server/db/write.ts'

/** The actor of everyone who isn't logged in. */
export const stranger = 'anyone'

/**
 * The limit of stored responses for one member, or for all visitors together. Beyond it the oldest half is deleted; a retry of one
 * of those is executed again.
 */
export const mostStored = { rows: 1000, bytes: 1_000_000 }
/** The limit is checked after one write in this many, at random, because summing is expensive; requests carried out together count as one. */
const looksOnceIn = 16

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
  return async (act) => {
    const row = { actor, key, fingerprint: fingerprintOf(ctx, identity) }
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
      // The transaction was rolled back. If the same request has succeeded since then, replay its response.
      const stored = await ctx.write(async (tx) => {
        const found = await findStoredResponse(tx, row)
        if (!found && actor !== stranger) await storeResponse(tx, row, toResponse(error), nowAsText(ctx))
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

function fingerprintOf(ctx: Pick<AppContext, 'secrets'>, { operation, input }: RequestIdentity) {
  return ctx.secrets.fingerprint(JSON.stringify([operation, input]))
}

type RequestKey = { actor: string; key: string; fingerprint: string }

const ofKey = compiledOne((db, { actor, key }: { actor: string; key: string }) =>
  db.selectFrom('idempotency').select(['fingerprint', 'answer']).where('actor', '=', actor).where('key', '=', key),
)

async function findStoredResponse(tx: Tx, row: RequestKey): Promise<StoredResponse | null> {
  const found = await ofKey(tx, { actor: row.actor, key: row.key })
  if (!found) return null
  requireSameRequest(found, row)
  return JSON.parse(found.answer) as StoredResponse
}

/** @throws ORPCError if the key belongs to a request with different content */
function requireSameRequest(found: { fingerprint: string }, row: { fingerprint: string }) {
  if (found.fingerprint !== row.fingerprint)
    throw new ORPCError('KEY_REUSED', {
      status: 422,
      message: 'This request was already sent with different content. Reload the page and try again.',
    })
}

type RequestKeys = { actors: string[]; keys: string[] }

const ofKeys = compiled((db, { actors, keys }: RequestKeys) =>
  db
    .selectFrom('idempotency')
    .select(['actor', 'key', 'fingerprint', 'answer'])
    .where('actor', 'in', actors)
    .where('key', 'in', keys),
)

type ResponseRows = RequestKeys & { fingerprints: string[]; answers: string[]; createdAt: string }

const insertResponses = compiled((db, { actors, keys, fingerprints, answers, createdAt }: ResponseRows) =>
  db
    .insertInto('idempotency')
    .values(
      actors.map((actor, i) => ({
        ...{ actor, createdAt, key: keys[i] ?? '' },
        ...{ fingerprint: fingerprints[i] ?? '', answer: answers[i] ?? '' },
      })),
    )
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key'),
)

async function storeResponse(tx: Tx, row: RequestKey, response: StoredResponse, now: string) {
  await storeResponses(tx, [{ ...row, response }], now)
}

/** @throws OvertakenError if one of the requests has got a response already */
async function storeResponses(tx: Tx, rows: (RequestKey & { response: StoredResponse })[], now: string) {
  if (rows.length === 0) return
  const inserted = await insertResponses(tx, {
    actors: rows.map(({ actor }) => actor),
    keys: rows.map(({ key }) => key),
    fingerprints: rows.map(({ fingerprint }) => fingerprint),
    answers: rows.map(({ response }) => JSON.stringify(response)),
    createdAt: now,
  })
  if (inserted.length < rows.length) throw new OvertakenError()
  if (Math.random() < 1 / looksOnceIn) await dropOldest(tx, [...new Set(rows.map(({ actor }) => actor))])
}

/**
 * Carries out several requests in one transaction, idempotently like `createRequestWrite`. A request that was carried out before, or
 * that is in the list twice, gets the response of the first.
 * @param act decides the requests at these indexes; returns for each, in the same order, its result or its error, and a promise that
 * resolves when what it writes is stored, so that the responses are sent to the database along with it
 * @returns for each request a function that returns its result or throws its error
 */
export function writeTogether<Result>(
  ctx: Pick<AppContext, 'write' | 'secrets' | 'clock'>,
  identities: RequestIdentity[],
  act: (tx: Tx, announce: Announce, fresh: number[]) => Promise<Decided<Result>>,
): Promise<(() => Result)[]> {
  const rows = identities.map((identity, i) => ({
    actor: identity.actor,
    key: identity.key ?? '',
    fingerprint: fingerprintOf(ctx, identity),
    id: identity.key === null ? `request ${i}` : `${identity.actor} ${identity.key}`,
  }))
  const keyed = rows.filter(({ key }) => key !== '')
  let tries = 0
  return ctx.write(async (tx, announce) => {
    // Most requests are new, so that they were sent before is noticed when their responses are stored, and they start over.
    const known = tries++ === 0 ? new Map<string, KnownResponse>() : await findStoredResponses(tx, keyed)
    const fresh = rows.flatMap(({ id }, i) => (known.has(id) || rows.findIndex((row) => row.id === id) < i ? [] : [i]))
    if (fresh.length > 0) {
      const { responses, saved } = await act(tx, announce, fresh)
      const toStore: (RequestKey & { response: StoredResponse })[] = []
      for (const [at, i] of fresh.entries()) {
        const row = rows[i] as (typeof rows)[number]
        const answer = responses[at]
        const response = toResponse(answer)
        known.set(row.id, { fingerprint: row.fingerprint, response })
        if (row.key !== '' && (!(answer instanceof ORPCError) || isRefusal(answer))) toStore.push({ ...row, response })
      }
      await Promise.all([saved, storeResponses(tx, toStore, nowAsText(ctx))])
    }
    return rows.map((row) => () => {
      const found = known.get(row.id) as KnownResponse
      requireSameRequest(found, row)
      return replay<Result>(found.response)
    })
  })
}

type Decided<Result> = { responses: (Result | ORPCError<string, unknown>)[]; saved: Promise<unknown> }
type KnownResponse = { fingerprint: string; response: StoredResponse }

/** By actor and key. */
async function findStoredResponses(tx: Tx, rows: RequestKey[]) {
  if (rows.length === 0) return new Map<string, KnownResponse>()
  const found = await ofKeys(tx, { actors: rows.map(({ actor }) => actor), keys: rows.map(({ key }) => key) })
  return new Map<string, KnownResponse>(
    found.map(({ actor, key, fingerprint, answer }) => [
      `${actor} ${key}`,
      { fingerprint, response: JSON.parse(answer) as StoredResponse },
    ]),
  )
}

function toResponse(answer: unknown): StoredResponse {
  if (!(answer instanceof ORPCError)) return { result: answer }
  const { code, status, message, data } = answer
  return { refusal: { code, status, message, data } }
}

const storedBy = compiled((db, { actors }: { actors: string[] }) =>
  db
    .selectFrom('idempotency')
    .select(({ fn }) => ['actor', fn.countAll().as('rows'), fn.sum(fn('length', ['answer'])).as('bytes')])
    .where('actor', 'in', actors)
    .groupBy('actor'),
)

async function dropOldest(tx: Tx, actors: string[]) {
  for (const { actor, rows, bytes } of await storedBy(tx, { actors })) {
    if (Number(rows) <= mostStored.rows && Number(bytes) <= mostStored.bytes) continue
    const oldest = tx
      .selectFrom('idempotency')
      .select('key')
      .where('idempotency.actor', '=', actor)
      .orderBy('createdAt')
      .limit(Math.ceil(Number(rows) / 2))
    await tx.deleteFrom('idempotency').where('idempotency.actor', '=', actor).where('key', 'in', oldest).execute()
  }
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
