import { isIPv4, isIPv6 } from 'node:net'
import { type RateRule, takeFromWindow } from '#domain/rate-limits.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Counts one attempt under a key. Its row is locked until the transaction ends, so that a burst of parallel attempts can't exceed
 * the limit (T1).
 * @returns how long to wait, or null if the attempt was counted
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
 * Whether an attempt would be refused now, without counting it: an early check before expensive work.
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

/**
 * Takes a lease, so that only one of several processes does a recurring job.
 * @returns null if this process got it, otherwise for how many ms another one still holds it
 */
export async function acquireTurn(tx: Tx, turn: string, forMs: number, nowMs: number) {
  const refused = await consumeAttempt(tx, `turn:${turn}`, { most: 1, withinMs: forMs }, nowMs)
  return refused?.retryAfterMs ?? null
}

/** Removes a counted attempt, because a right password doesn't count. */
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

/** Resets the count under a key. @returns whether there were any attempts */
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
 * The network of an address: an IPv4 address, or an IPv6 /64, because a customer usually gets a whole one (T3). Drops the port, which
 * some proxies append and which differs per connection. Anything that isn't an address is 'unknown'.
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
