import { mailboxOf } from '#domain/email.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { createAccount, findCredential, lockCredential, setPassword } from '#server/auth/accounts.ts'
import { deleteLinks, type LinkKind, newLink, voidCode } from '#server/auth/email-tokens.ts'
import { consumeAttempt, foreseeRefusal, networkOf } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { EmailKind } from '#server/email/templates.ts'
import { forgetCodeTries } from './email-codes.ts'

export type EmailRequestOutcome =
  | { outcome: 'sent' }
  | { outcome: 'in-use' }
  | { outcome: 'too-many'; retryAfterMs: number }

/**
 * Signs up: account, member, link and email in one transaction. Signing up again with an unverified address replaces
 * its password and voids older links, because the first sign-up may have been a stranger's. Returns the outcome instead
 * of throwing, so that the rate-limit counts of a refused attempt are stored.
 * @param facts.passwordHash null if `foreseeSignUp` has found that none is needed
 */
export async function signUp(
  tx: Tx,
  ctx: AppContext,
  facts: { email: string; passwordHash: string | null; ip: string },
): Promise<EmailRequestOutcome> {
  const nowMs = ctx.clock.now()
  const network = networkOf(facts.ip)
  const tooMany = await consumeAttempt(tx, signUpsKey(facts.ip), rateRules.signUps, nowMs)
  if (tooMany) return { outcome: 'too-many', ...tooMany }
  const existing = await lockCredential(tx, facts.email)
  if (existing?.emailVerified === 1 && !ctx.club.passwords.hideKnownAddresses) {
    const probing = await consumeAttempt(tx, `known-sign-ups:${network}`, rateRules.knownSignUps, nowMs)
    return probing ? { outcome: 'too-many', ...probing } : { outcome: 'in-use' }
  }
  const tooManyEmails = await consumeSignUpEmail(tx, ctx, facts.email, nowMs)
  if (tooManyEmails) return { outcome: 'too-many', ...tooManyEmails }
  const codesTried = await forgetCodeTries(tx, ctx, 'verify', facts.email)
  if (existing?.emailVerified === 1) {
    const again = await consumeAttempt(
      tx,
      `already-${emailsKey(ctx, facts.email)}`,
      rateRules.alreadyMemberMails,
      nowMs,
    )
    if (again === null && (await consumeSentEmail(tx, ctx, facts.email, nowMs)))
      await ctx.outbox.add(tx, { kind: 'already-member', userId: existing.userId })
    return { outcome: 'sent' }
  }
  const { passwordHash } = facts
  if (passwordHash === null) throw new Error('a sign-up needs its password after all: what was foreseen has changed')
  if (existing) {
    await setPassword(tx, ctx, existing.userId, passwordHash)
    await deleteLinks(tx, existing.userId, ['reset'])
  }
  const now = new Date(nowMs).toISOString()
  const userId = existing?.userId ?? (await createAccount(tx, { email: facts.email, passwordHash, now }))
  await emailLink(tx, ctx, { kind: 'verify', userId, email: facts.email, codesTried, nowMs })
  return { outcome: 'sent' }
}

/**
 * Predicts the response to a sign-up that doesn't depend on its password, before that is checked and hashed (T18): too
 * many requests or, in a club that shows it, an address that is in use.
 * @returns null if the sign-up can go ahead
 */
export async function foreseeSignUp(
  ctx: AppContext,
  { email, ip }: { email: string; ip: string },
): Promise<'in-use' | { retryAfterMs: number } | null> {
  const { db } = ctx.database
  const nowMs = ctx.clock.now()
  const tooMany = await foreseeRefusal(db, signUpsKey(ip), rateRules.signUps, nowMs)
  if (tooMany) return tooMany
  if (!ctx.club.passwords.hideKnownAddresses && (await findCredential(db, email))?.emailVerified === 1) return 'in-use'
  return foreseeRefusal(db, emailsKey(ctx, email), rateRules.mails, nowMs)
}

function signUpsKey(ip: string) {
  return `sign-ups:${networkOf(ip)}`
}

/**
 * Emails a new link to this address if an account there can use one. The outcome is the same either way, so that it
 * doesn't show whether there is an account (T4).
 */
export async function requestLink(
  tx: Tx,
  ctx: AppContext,
  facts: { kind: LinkKind; email: string; ip: string },
): Promise<EmailRequestOutcome> {
  const nowMs = ctx.clock.now()
  const existing = await findCredential(tx, facts.email)
  const wanted = existing?.removedAt === null && (facts.kind === 'reset' || existing.emailVerified === 0)
  const tooMany =
    (await consumeAttempt(tx, `mail-requests:${networkOf(facts.ip)}`, rateRules.mailRequests, nowMs)) ??
    (await consumeAttempt(tx, linkEmailsKey(ctx, { ...facts, wanted }), rateRules.mails, nowMs))
  if (tooMany) return { outcome: 'too-many', ...tooMany }
  const codesTried = await forgetCodeTries(tx, ctx, facts.kind, facts.email)
  if (wanted)
    await emailLink(tx, ctx, {
      kind: facts.kind,
      userId: existing.userId,
      email: facts.email,
      codesTried,
      nowMs,
    })
  return { outcome: 'sent' }
}

type LinkEmail = { kind: EmailKind & LinkKind; userId: string; email: string; codesTried: boolean; nowMs: number }

async function emailLink(tx: Tx, ctx: AppContext, facts: LinkEmail) {
  if (!(await consumeSentEmail(tx, ctx, facts.email, facts.nowMs))) {
    // The attempts at its code were reset, as for an unknown address, so the old code must not work any longer.
    if (facts.codesTried) await voidCode(tx, facts.kind, facts.userId, facts.nowMs)
    return
  }
  const token = await newLink(tx, facts.kind, facts.userId, facts.nowMs)
  await ctx.outbox.add(tx, { kind: facts.kind, userId: facts.userId, token })
}

/**
 * At most one sign-up email a minute and five an hour per mailbox, whatever its +tag and whether or not there is an
 * account (T89).
 */
function consumeSignUpEmail(tx: Tx, ctx: AppContext, email: string, nowMs: number) {
  return consumeAttempt(tx, emailsKey(ctx, email), rateRules.mails, nowMs)
}

/**
 * After five emails within the hour another one adds nothing, because the newest of them works. The response stays the
 * same, as the number sent would show whether there is an account (T4, T89).
 */
async function consumeSentEmail(tx: Tx, ctx: AppContext, email: string, nowMs: number) {
  return (await consumeAttempt(tx, `sent-${emailsKey(ctx, email)}`, rateRules.sentMails, nowMs)) === null
}

/**
 * Anyone can request links to an address, which must not use up the emails of the person who signs up with it. So
 * resets are counted separately, with or without an account (a sign-up after them must not show which, T4), and so are
 * requests that send nothing.
 */
function linkEmailsKey(ctx: AppContext, { kind, email, wanted }: { kind: LinkKind; email: string; wanted: boolean }) {
  const key = emailsKey(ctx, email)
  return kind === 'reset' ? `reset-${key}` : wanted ? key : `unsent-${key}`
}

/** Rate-limit key of the emails to a mailbox. */
export function emailsKey(ctx: Pick<AppContext, 'secrets'>, email: string) {
  return `mails:${ctx.secrets.hashAddress(mailboxOf(email))}`
}
