import { type CodeKind, codeKinds } from '#domain/email-code.ts'
import { newsKinds } from '#domain/notifications.ts'
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
 * What the code of a mail stands for: the token of the link beside it, which then does what it always does. A wrong code counts
 * against every code that this address was sent, and against none of a later mail; whether anybody has the address makes no
 * difference to what is counted and answered. All in one transaction, so that parallel guesses can't outrun the count.
 * @param facts.email canonical
 */
export function enterCode(ctx: AppContext, facts: { email: string; code: string; ip: string }): Promise<CodeOutcome> {
  const nowMs = ctx.clock.now()
  const network = networkOf(facts.ip)
  const networkKey = `codes:network:${network}`
  const keyOf = (kind: CodeKind) => codesKey(ctx, kind, facts.email)
  return ctx.write<CodeOutcome>(async (tx) => {
    const spent = await consumeAttempt(tx, networkKey, rateRules.networkCodes, nowMs)
    // Others have used up what the network has: as with passwords (failures.ts), a right one still gets in.
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
  const news = newsKinds.find((each) => isSame(unsubscribeCode(secrets, person.userId, each), code))
  if (news === undefined) return null
  return { outcome: 'right', kind: 'unsubscribe', token: unsubscribeToken(secrets, person.userId, news) } as const
}

/**
 * A new mail of a kind has a code of its own, for which no one has tried anything.
 * @returns whether someone had tried the one before
 */
export function forgetCodeTries(tx: Tx, ctx: AppContext, kind: CodeKind, email: string) {
  return forgetAttempts(tx, codesKey(ctx, kind, email))
}

/** Under what the wrong codes for an address are counted, whether or not an account has it. */
export function codesKey(ctx: Pick<AppContext, 'secrets'>, kind: CodeKind, email: string) {
  return `codes:${kind}:${ctx.secrets.hashAddress(email)}`
}
