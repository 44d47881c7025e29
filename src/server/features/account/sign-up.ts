import { mailboxOf } from '#domain/email.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { createAccount, findCredential, lockCredential, setPassword } from '#server/auth/accounts.ts'
import { deleteLinks, type LinkKind, newLink, voidCode } from '#server/auth/email-tokens.ts'
import { consumeAttempt, foreseeRefusal, networkOf } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { EmailKind } from '#server/email/templates.ts'
import { forgetCodeTries } from './email-codes.ts'

export type MailRequestOutcome =
  | { outcome: 'sent' }
  | { outcome: 'in-use' }
  | { outcome: 'too-many'; retryAfterMs: number }

/**
 * A sign-up: account, member, link and mail in one transaction. An address that waits for its verification is signed up
 * afresh, with this password, and older links are void (D13). It returns what happened instead of throwing, so that the
 * counts of a refused try are kept.
 * @param facts.passwordHash null where it was foreseen that there is no need of one
 */
export async function signUp(
  tx: Tx,
  ctx: AppContext,
  facts: { email: string; passwordHash: string | null; ip: string },
): Promise<MailRequestOutcome> {
  const nowMs = ctx.clock.now()
  const network = networkOf(facts.ip)
  const tooMany = await consumeAttempt(tx, signUpsKey(facts.ip), rateRules.signUps, nowMs)
  if (tooMany) return { outcome: 'too-many', ...tooMany }
  const existing = await lockCredential(tx, facts.email)
  if (existing?.emailVerified === 1 && !ctx.club.passwords.hideKnownAddresses) {
    const probing = await consumeAttempt(tx, `known-sign-ups:${network}`, rateRules.knownSignUps, nowMs)
    return probing ? { outcome: 'too-many', ...probing } : { outcome: 'in-use' }
  }
  const tooManyMails = await takeMail(tx, ctx, facts.email, nowMs)
  if (tooManyMails) return { outcome: 'too-many', ...tooManyMails }
  const codesTried = await forgetCodeTries(tx, ctx, 'verify', facts.email)
  if (existing?.emailVerified === 1) {
    const again = await consumeAttempt(tx, `already-${mailsKey(ctx, facts.email)}`, rateRules.alreadyMemberMails, nowMs)
    if (again === null && (await maySend(tx, ctx, facts.email, nowMs)))
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
  await mailLink(tx, ctx, { kind: 'verify', userId, email: facts.email, codesTried, nowMs })
  return { outcome: 'sent' }
}

/**
 * What a sign-up will be answered whatever its password is, known before that is judged and hashed (T18): that there are too many, or,
 * where a club says so, that the address is in use.
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
  return foreseeRefusal(db, mailsKey(ctx, email), rateRules.mails, nowMs)
}

function signUpsKey(ip: string) {
  return `sign-ups:${networkOf(ip)}`
}

/**
 * A new link by mail for whoever has this address, if that makes sense for them; the answer is the same for everybody
 * (D13, T4).
 */
export async function requestLink(
  tx: Tx,
  ctx: AppContext,
  facts: { kind: LinkKind; email: string; ip: string },
): Promise<MailRequestOutcome> {
  const nowMs = ctx.clock.now()
  const existing = await findCredential(tx, facts.email)
  const wanted = existing?.removedAt === null && (facts.kind === 'reset' || existing.emailVerified === 0)
  const tooMany =
    (await consumeAttempt(tx, `mail-requests:${networkOf(facts.ip)}`, rateRules.mailRequests, nowMs)) ??
    (await consumeAttempt(tx, linkMailsKey(ctx, { ...facts, wanted }), rateRules.mails, nowMs))
  if (tooMany) return { outcome: 'too-many', ...tooMany }
  const codesTried = await forgetCodeTries(tx, ctx, facts.kind, facts.email)
  if (wanted)
    await mailLink(tx, ctx, {
      ...{ kind: facts.kind, userId: existing.userId, email: facts.email },
      ...{ codesTried, nowMs },
    })
  return { outcome: 'sent' }
}

type LinkMail = { kind: EmailKind & LinkKind; userId: string; email: string; codesTried: boolean; nowMs: number }

async function mailLink(tx: Tx, ctx: AppContext, facts: LinkMail) {
  if (!(await maySend(tx, ctx, facts.email, facts.nowMs))) {
    // Its tries are forgotten all the same, as for an address of no one; then it has had them all.
    if (facts.codesTried) await voidCode(tx, facts.kind, facts.userId, facts.nowMs)
    return
  }
  const token = await newLink(tx, facts.kind, facts.userId, facts.nowMs)
  await ctx.outbox.add(tx, { kind: facts.kind, userId: facts.userId, token })
}

/** At most one sign-up mail a minute and five an hour to one mailbox, whatever its +tag and whether or not an account has it (T89). */
function takeMail(tx: Tx, ctx: AppContext, email: string, nowMs: number) {
  return consumeAttempt(tx, mailsKey(ctx, email), rateRules.mails, nowMs)
}

/**
 * Five mails have come within the hour, and the newest of them works: another one adds nothing. The answer is the same, as how many
 * were sent would tell whether there is an account (T4, T89).
 */
async function maySend(tx: Tx, ctx: AppContext, email: string, nowMs: number) {
  return (await consumeAttempt(tx, `sent-${mailsKey(ctx, email)}`, rateRules.sentMails, nowMs)) === null
}

/**
 * Anyone who asks for links to an address must not use up the mails of the person who signs up with it. Resets are counted apart whether
 * or not there is an account, so that a sign-up after them doesn't tell (T4); what sends nothing is counted apart as well.
 */
function linkMailsKey(ctx: AppContext, { kind, email, wanted }: { kind: LinkKind; email: string; wanted: boolean }) {
  const key = mailsKey(ctx, email)
  return kind === 'reset' ? `reset-${key}` : wanted ? key : `unsent-${key}`
}

/** Under what the mails to an address are counted. */
export function mailsKey(ctx: Pick<AppContext, 'secrets'>, email: string) {
  return `mails:${ctx.secrets.hashAddress(mailboxOf(email))}`
}
