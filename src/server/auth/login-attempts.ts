import { LRUCache } from 'lru-cache'
import { rateRules } from '#domain/rate-limits.ts'
import type { AppContext, ReserveAttempts } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { consumeAttempt, foreseeRefusal, networkOf, refundAttempt } from './rate-limits.ts'

/** An attempt that was counted before the password is checked; `giveBack` refunds it if the password is right. */
export type RecordedAttempt = {
  giveBack: (tx: Tx) => Promise<void>
  /** Set if the network is over its limit and this attempt is a reserve one: a wrong password then gets this wait as its response. */
  spent: { retryAfterMs: number } | null
}

type AttemptInput = {
  /** Canonical address, whether or not an account has it. */
  account: string
  ip: string
  /** Identifies something only the account's owner has: a device cookie (cookies.ts), a session or an emailed link; null without one. */
  known: string | null
}

/**
 * Counts an attempt against the account and the network before the password is checked, so that parallel guesses can't outrun the
 * count (T1). A known owner has a separate count, so that other people's guesses at the account or in the same network can't lock
 * them out.
 * @returns how long to wait if there were too many
 */
export async function recordAttempt(
  ctx: AppContext,
  facts: AttemptInput,
): Promise<RecordedAttempt | { retryAfterMs: number }> {
  const takenAtMs = ctx.clock.now()
  if (facts.known !== null) return countKnown(ctx, `failures:known:${facts.known}`, takenAtMs)
  const network = networkOf(facts.ip)
  const accountKey = accountFailuresKey(ctx, facts.account)
  const addressKey = `failures:network:${network}`
  const refused = await ctx.write(async (tx) => {
    // The network first: once it is over its limit, made-up accounts don't add rows.
    const tooManyHere = await consumeAttempt(tx, addressKey, rateRules.addressFailures, takenAtMs)
    if (tooManyHere) {
      const tooMany = await foreseeRefusal(tx, accountKey, rateRules.accountFailures, takenAtMs)
      return tooMany ? { ...tooMany, of: 'account' as const } : { ...tooManyHere, of: 'network' as const }
    }
    const tooMany = await consumeAttempt(tx, accountKey, rateRules.accountFailures, takenAtMs)
    if (tooMany === null) return null
    await refundAttempt(tx, addressKey, takenAtMs)
    return { ...tooMany, of: 'account' as const }
  })
  if (refused === null)
    return {
      spent: null,
      async giveBack(tx) {
        await refundAttempt(tx, accountKey, takenAtMs)
        await refundAttempt(tx, addressKey, takenAtMs)
      },
    }
  const { of, retryAfterMs } = refused
  if (of === 'account' || !ctx.spareTries.take(network, accountKey, takenAtMs)) return { retryAfterMs }
  return { spent: { retryAfterMs }, giveBack: async () => {} }
}

async function countKnown(
  ctx: AppContext,
  key: string,
  takenAtMs: number,
): Promise<RecordedAttempt | { retryAfterMs: number }> {
  const refused = await ctx.write((tx) => consumeAttempt(tx, key, rateRules.accountFailures, takenAtMs))
  return refused ?? { spent: null, giveBack: (tx) => refundAttempt(tx, key, takenAtMs) }
}

const reservePerSecond = 10

/**
 * Reserve attempts, so that others who use up the wrong passwords of a network don't lock out its members: one per account in the
 * window of the account's limit. The rate per network is limited, so that hashing leaves CPU time for everyone else. Held only in
 * this process's memory.
 */
export function createReserveAttempts(): ReserveAttempts {
  const most = 10_000
  const inSecond = new LRUCache<string, { second: number; count: number }>({ max: most })
  const triedAt = new LRUCache<string, number>({ max: most })
  return {
    take(network: string, accountKey: string, nowMs: number) {
      const second = Math.floor(nowMs / 1000)
      const before = inSecond.get(network)
      const count = before?.second === second ? before.count : 0
      if (count >= reservePerSecond) return false
      if (nowMs - (triedAt.get(accountKey) ?? Number.NEGATIVE_INFINITY) < rateRules.accountFailures.withinMs)
        return false
      inSecond.set(network, { second, count: count + 1 })
      triedAt.set(accountKey, nowMs)
      return true
    },
  }
}

/** Resets the account's count once someone has proven to be its owner, so that a guesser can't lock them out (T1). */
export async function forgetFailures(tx: Tx, ctx: AppContext, account: string) {
  await tx.deleteFrom('rateLimit').where('key', '=', accountFailuresKey(ctx, account)).execute()
}

/** The rate limit key for wrong passwords of an account. */
export function accountFailuresKey(ctx: Pick<AppContext, 'secrets'>, account: string) {
  return `failures:account:${ctx.secrets.hashAddress(account)}`
}

export type AuthEvent = {
  act: 'sign-in' | 'code' | 'verify' | 'reset' | 'own-password' | 'sign-out'
  outcome: string
  /** The canonical address; null for a link that belongs to no account. */
  account: string | null
  ip: string
  requestId: string
}

/**
 * Logs each successful or failed authentication. Account and network are keyed hashes, so that entries can be correlated without
 * naming anyone (T96).
 */
export function logAuthEvent({ log, secrets }: Pick<AppContext, 'log' | 'secrets'>, proof: AuthEvent) {
  const pseudonym = (text: string) => secrets.hashAddress(text).slice(0, 16)
  const { act, outcome, account, ip, requestId } = proof
  const whose = { account: account && pseudonym(account), network: pseudonym(networkOf(ip)) }
  log.info({ reqId: requestId, act, outcome, ...whose }, 'auth event')
}
