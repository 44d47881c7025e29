import { LRUCache } from 'lru-cache'
import { rateRules } from '#domain/rate-limits.ts'
import type { AppContext, ReserveAttempts } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { consumeAttempt, foreseeRefusal, networkOf, refundAttempt } from './rate-limits.ts'

/** A password try that was counted before it was looked at; a right one gives the count back. */
export type RecordedAttempt = {
  giveBack: (tx: Tx) => Promise<void>
  /** The network has used up its wrong passwords, and this one was let through: should it be wrong, that is the answer. */
  spent: { retryAfterMs: number } | null
}

type Facts = {
  /** Canonical address, whether or not an account has it. */
  account: string
  ip: string
  /** What only the account's owner has, as a browser that was logged in before (cookies.ts) or their session; null without. */
  known: string | null
}

/**
 * Counts a try on an account and from a network address, before the password is looked at, so that parallel guesses can't
 * outrun the count (T1). Who is known to be the account's owner has tries of their own: others' guesses don't use them up,
 * neither at the account nor in the network that they share.
 */
export async function recordAttempt(
  ctx: AppContext,
  facts: Facts,
): Promise<RecordedAttempt | { retryAfterMs: number }> {
  const takenAtMs = ctx.clock.now()
  if (facts.known !== null) return countKnown(ctx, `failures:known:${facts.known}`, takenAtMs)
  const network = networkOf(facts.ip)
  const accountKey = accountFailuresKey(ctx, facts.account)
  const addressKey = `failures:network:${network}`
  const refused = await ctx.write(async (tx) => {
    // The network first: once it has used up its own, nothing is stored for each account that is made up.
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

/**
 * Once others have used up the wrong passwords of a network, a member there still gets in with the right one: each account may be
 * tried once more in the window of an account's own limit, and so many of a network in a second are looked at, which leaves the rest
 * of the machine to everyone else. In this process's memory alone.
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
      if (count >= spareTriesPerSecond) return false
      if (nowMs - (triedAt.get(accountKey) ?? Number.NEGATIVE_INFINITY) < rateRules.accountFailures.withinMs)
        return false
      inSecond.set(network, { second, count: count + 1 })
      triedAt.set(accountKey, nowMs)
      return true
    },
  }
}
const spareTriesPerSecond = 10

/** A proven owner starts afresh, so that a guesser can't keep them out (T1). */
export async function forgetFailures(tx: Tx, ctx: AppContext, account: string) {
  await tx.deleteFrom('rateLimit').where('key', '=', accountFailuresKey(ctx, account)).execute()
}

/** Under what the wrong passwords for an account are counted. */
export function accountFailuresKey(ctx: Pick<AppContext, 'secrets'>, account: string) {
  return `failures:account:${ctx.secrets.hashAddress(account)}`
}

export type AuthEvent = {
  act: 'sign-in' | 'code' | 'verify' | 'reset' | 'own-password' | 'sign-out'
  outcome: string
  /** The canonical address; null where a link belongs to nobody. */
  account: string | null
  ip: string
  requestId: string
}

/**
 * A line of the log for each time that somebody proves who they are, or fails to. Account and network are keyed hashes: what
 * belongs together can be found together, and nobody is named (T96).
 */
export function logAuthEvent({ log, secrets }: Pick<AppContext, 'log' | 'secrets'>, proof: AuthEvent) {
  const mark = (text: string) => secrets.hashAddress(text).slice(0, 16)
  const { act, outcome, account, ip, requestId } = proof
  const whose = { account: account && mark(account), network: mark(networkOf(ip)) }
  log.info({ reqId: requestId, act, outcome, ...whose }, 'auth event')
}
