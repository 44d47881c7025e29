import { isIPv4, isIPv6 } from 'node:net'
import { type RateRule, takeFromWindow } from '#domain/rate-limits.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Counts one try under a key, whose row is locked until the transaction ends, so that a burst of parallel tries can't slip
 * through together (T1).
 * @returns how long to wait, or null when the try was taken
 */
export async function consumeAttempt(
  tx: Tx,
  key: string,
  rule: RateRule,
  nowMs: number,
): Promise<{ retryAfterMs: number } | null> {
  await tx
    .insertInto('rateLimit')
    .values({ key, hits: '[]', expiresAt: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const decision = takeFromWindow(await lockHits(tx, key), rule, nowMs)
  if (decision.outcome === 'refused') return { retryAfterMs: decision.retryAfterMs }
  const expiresAt = new Date(nowMs + rule.withinMs).toISOString()
  await tx
    .updateTable('rateLimit')
    .set({ hits: JSON.stringify(decision.hits), expiresAt })
    .where('key', '=', key)
    .execute()
  return null
}

/**
 * Whether a try would be refused by now, without counting it: asked before costly work, which the count itself may have to wait for.
 * @returns how long to wait, or null
 */
export async function foreseeRefusal(
  db: Db | Tx,
  key: string,
  rule: RateRule,
  nowMs: number,
): Promise<{ retryAfterMs: number } | null> {
  const row = await db.selectFrom('rateLimit').select('hits').where('key', '=', key).executeTakeFirst()
  const decision = takeFromWindow(row ? (JSON.parse(row.hits) as number[]) : [], rule, nowMs)
  return decision.outcome === 'refused' ? { retryAfterMs: decision.retryAfterMs } : null
}

/** For what one of several processes does so often. @returns null when it is this one's turn, or how long another one has it */
export async function acquireTurn(tx: Tx, turn: string, forMs: number, nowMs: number) {
  const refused = await consumeAttempt(tx, `turn:${turn}`, { most: 1, withinMs: forMs }, nowMs)
  return refused?.retryAfterMs ?? null
}

/** Takes a counted try back: a right password counts for nothing. */
export async function refundAttempt(tx: Tx, key: string, takenAtMs: number) {
  const hits = await lockHits(tx, key)
  const index = hits.lastIndexOf(takenAtMs)
  if (index === -1) return
  await tx
    .updateTable('rateLimit')
    .set({ hits: JSON.stringify(hits.toSpliced(index, 1)) })
    .where('key', '=', key)
    .execute()
}

/** Restarts the count under a key. @returns whether there was one */
export async function forgetAttempts(tx: Tx, key: string) {
  const hits = await lockHits(tx, key)
  if (hits.length > 0) await tx.updateTable('rateLimit').set({ hits: '[]' }).where('key', '=', key).execute()
  return hits.length > 0
}

async function lockHits(tx: Tx, key: string): Promise<number[]> {
  const row = await tx.selectFrom('rateLimit').select('hits').where('key', '=', key).forUpdate().executeTakeFirst()
  return row ? (JSON.parse(row.hits) as number[]) : []
}

/**
 * One key per IPv4 address and per IPv6 /64, which is what one customer has (T3). Some proxies write the caller's port as well, which
 * is another one with each connection; what is no address at all has one key together.
 */
export function networkOf(ip: string) {
  const plain = /^\[(.*)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  const address = /^::ffff:[\d.]+$/i.test(plain) ? plain.slice('::ffff:'.length) : plain
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
