import { canonicalEmail } from '#domain/email.ts'
import type { AppContext } from '#server/context.ts'
import { endSession, leaveSession, openSession, setPassword } from './accounts.ts'
import { recordAttempt } from './failed-attempts.ts'
import { findCredential, lockCredentialOf } from './queries.ts'
import type { SignedIn } from './sessions.ts'
import { verifyPasswordOf } from './verify-password.ts'

export type SignInOutcome =
  | { outcome: 'signed-in'; token: string; maxAgeSeconds: number; hasLoggedIn: boolean }
  | { outcome: 'invalid' }
  | { outcome: 'unverified' }
  | { outcome: 'too-many'; retryAfterMs: number }

type Try = {
  email: string
  password: string
  keep: boolean
  ip: string
  userAgent: string
  previous: SignedIn | null
  device: string | null
}

/**
 * Email and password against the account. Whether there is one shows neither in the answer nor in its time: a password is
 * hashed either way (T4; verify-password.ts). Only who has the right password learns that the address is not verified yet (D15).
 */
export function signIn(ctx: AppContext, facts: Try): Promise<SignInOutcome> {
  return ctx.tries.hold(() => tryToSignIn(ctx, facts))
}

async function tryToSignIn(ctx: AppContext, facts: Try): Promise<SignInOutcome> {
  const email = canonicalEmail(facts.email)
  const counted = await recordAttempt(ctx, {
    account: email,
    ip: facts.ip,
    known: facts.device === null ? null : `device:${facts.device}`,
  })
  if ('retryAfterMs' in counted) return { outcome: 'too-many', retryAfterMs: counted.retryAfterMs }
  const verdict = await judge(ctx, email, facts.password).catch(async (error) => {
    await ctx.write(counted.giveBack)
    throw error
  })
  if (verdict.outcome === 'invalid') return counted.spent === null ? verdict : { outcome: 'too-many', ...counted.spent }
  if (verdict.outcome === 'unverified') {
    await ctx.write(counted.giveBack)
    return verdict
  }
  const { userId, passwordHash, hasLoggedIn } = verdict.credential
  return ctx.write<SignInOutcome>(async (tx, announce) => {
    const current = await lockCredentialOf(tx, userId)
    // Reset, or removed, while the password was being looked at: then it was the wrong one.
    if (current?.passwordHash !== passwordHash || current.removedAt !== null) return { outcome: 'invalid' }
    await counted.giveBack(tx)
    // It came along from the club's former app, as it was hashed there.
    if (verdict.rehashed !== null) await setPassword(tx, ctx, userId, verdict.rehashed)
    const nowMs = ctx.clock.now()
    const session = await openSession(tx, ctx, { userId, keep: facts.keep, userAgent: facts.userAgent, nowMs })
    // A browser that signs in gets a new session and leaves none behind (T10).
    if (facts.previous) await leaveSession(tx, facts.previous, { userId })
    announce(`member:${userId}`)
    return { outcome: 'signed-in', ...session, hasLoggedIn: hasLoggedIn === 1 }
  })
}

async function judge(ctx: AppContext, email: string, password: string) {
  const credential = await findCredential(ctx.database.db, email)
  const stored = credential?.removedAt === null ? credential.passwordHash : null
  const { right, rehashed } = await verifyPasswordOf(ctx, stored, password)
  if (!credential || !right) return { outcome: 'invalid' } as const
  if (credential.emailVerified === 0) return { outcome: 'unverified' } as const
  return { outcome: 'right', credential, rehashed } as const
}

export async function signOut(ctx: AppContext, me: SignedIn) {
  await ctx.write(async (tx, announce) => {
    await endSession(tx, { id: me.sessionId, userId: me.id })
    announce(`member:${me.id}`)
  })
}
