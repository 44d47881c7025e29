import { type CodeKind, codeKinds } from '#domain/email-code.ts'
import { mailKinds } from '#domain/notifications.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { findCredential } from '#server/auth/accounts.ts'
import { linkCode, linkKinds, linkToken } from '#server/auth/email-tokens.ts'
import { consumeAttempt, foreseeRefusal, forgetAttempts, networkOf, refundAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { isSame } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import { unsubscribeCode, unsubscribeToken } from '#server/features/notifications/preferences.ts'

export type CodeOutcome =
  | { outcome: 'right' | 'expired'; kind: CodeKind; token: string }
  | { outcome: 'wrong' | 'void' }
  | { outcome: 'too-many'; retryAfterMs: number }

/**
 * Exchanges the code of an email for the token of the link in the same email. A wrong code counts against every kind of
 * code that this address was sent, and a new email resets the count of its kind. Counts and responses are the same
 * whether or not the address has an account. All in one transaction, so that parallel guesses can't exceed the limit.
 * @param facts.email canonical
 */
export function enterCode(ctx: AppContext, facts: { email: string; code: string; ip: string }): Promise<CodeOutcome> {
  const nowMs = ctx.clock.now()
  const network = networkOf(facts.ip)
  const networkKey = `codes:network:${network}`
  const keyOf = (kind: CodeKind) => codesKey(ctx, kind, facts.email)
  return ctx.write<CodeOutcome>(async (tx) => {
    const spent = await consumeAttempt(tx, networkKey, rateRules.networkCodes, nowMs)
    // Others have used up the attempts of this network: as with passwords (login-attempts.ts), a right code still gets
    // in.
    if (spent && !ctx.spareTries.take(network, keyOf('verify'), nowMs)) return { outcome: 'too-many', ...spent }
    const count = spent ? foreseeRefusal : consumeAttempt
    const open: CodeKind[] = []
    for (const kind of codeKinds) if ((await count(tx, keyOf(kind), rateRules.codes, nowMs)) === null) open.push(kind)
    const found = await findByCode(tx, ctx, facts)
    if (!found || !open.includes(found.kind))
      return spent ? { outcome: 'too-many', ...spent } : { outcome: open.length === 0 ? 'void' : 'wrong' }
    if (spent) return found
    for (const kind of open) await refundAttempt(tx, keyOf(kind), nowMs)
    await refundAttempt(tx, networkKey, nowMs)
    return found
  })
}

async function findByCode(tx: Tx, ctx: AppContext, { email, code }: { email: string; code: string }) {
  const { secrets } = ctx
  const person = await findCredential(tx, email)
  if (!person || person.removedAt !== null) return null
  const links = await tx.selectFrom('verification').selectAll().where('value', '=', person.userId).execute()
  for (const { id, identifier, expiresAt, createdAt, updatedAt } of links) {
    const kind = linkKinds.find((each) => identifier.startsWith(`${each}:`))
    if (kind === undefined || updatedAt !== createdAt || !isSame(linkCode(secrets, identifier), code)) continue
    return { outcome: expiresAt <= nowAsText(ctx) ? 'expired' : 'right', kind, token: linkToken(secrets, id) } as const
  }
  const news = mailKinds.find((each) => isSame(unsubscribeCode(secrets, person.userId, each), code))
  if (news === undefined) return null
  return { outcome: 'right', kind: 'unsubscribe', token: unsubscribeToken(secrets, person.userId, news) } as const
}

/**
 * Resets the count of wrong codes, because a new email of this kind has a new code.
 * @returns whether there had been attempts at the previous code
 */
export function forgetCodeTries(tx: Tx, ctx: AppContext, kind: CodeKind, email: string) {
  return forgetAttempts(tx, codesKey(ctx, kind, email))
}

/** Rate-limit key of the wrong codes for an address, whether or not it has an account. */
export function codesKey(ctx: Pick<AppContext, 'secrets'>, kind: CodeKind, email: string) {
  return `codes:${kind}:${ctx.secrets.hashAddress(email)}`
}
