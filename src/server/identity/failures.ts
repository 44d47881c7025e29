import { rateRules } from '#domain/rate-limits.ts'
import type { Tx } from '../db/database.ts'
import type { Parts } from '../parts.ts'
import { giveBackTry, networkOf, takeTry } from './rate-limits.ts'

/** A password try that was counted before it was looked at; a right one gives the count back. */
export type CountedTry = { giveBack: (tx: Tx) => Promise<void> }

/**
 * Counts a try on an account and from a network address, before the password is looked at, so that parallel guesses can't
 * outrun the count (D15, T1).
 * @param account canonical address, whether or not an account has it
 */
export async function countTry(
  parts: Parts,
  facts: { account: string; ip: string },
): Promise<CountedTry | { retryAfterMs: number }> {
  const accountKey = accountFailuresKey(parts, facts.account)
  const addressKey = `failures:network:${networkOf(facts.ip)}`
  const takenAtMs = parts.clock.now()
  const refused = await parts.write(async (tx) => {
    const tooMany = await takeTry(tx, accountKey, rateRules.accountFailures, takenAtMs)
    if (tooMany) return tooMany
    const tooManyHere = await takeTry(tx, addressKey, rateRules.addressFailures, takenAtMs)
    if (tooManyHere) await giveBackTry(tx, accountKey, takenAtMs)
    return tooManyHere
  })
  if (refused) return refused
  return {
    async giveBack(tx) {
      await giveBackTry(tx, accountKey, takenAtMs)
      await giveBackTry(tx, addressKey, takenAtMs)
    },
  }
}

/** A proven owner starts afresh, so that a guesser can't keep them out (T1). */
export async function forgetFailures(tx: Tx, parts: Parts, account: string) {
  await tx.deleteFrom('rateLimit').where('key', '=', accountFailuresKey(parts, account)).execute()
}

/** Under what the wrong passwords for an account are counted. */
export function accountFailuresKey(parts: Pick<Parts, 'secrets'>, account: string) {
  return `failures:account:${parts.secrets.hashAddress(account)}`
}
