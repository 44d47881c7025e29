import type { AppContext } from '#server/context.ts'
import { networkOf } from './rate-limits.ts'

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
