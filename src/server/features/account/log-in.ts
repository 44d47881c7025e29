import { canonicalEmail } from '#domain/email.ts'
import {
  endSession,
  findCredential,
  leaveSession,
  lockCredentialOf,
  openSession,
  setPassword,
} from '#server/auth/accounts.ts'
import { recordAttempt } from '#server/auth/login-attempts.ts'
import type { SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { findAnOldPassword, isOldPassword } from '#server/crypto/passwords.ts'

type SignInOutcome =
  | { outcome: 'signed-in'; token: string; maxAgeSeconds: number; hasLoggedIn: boolean }
  | { outcome: 'invalid' }
  | { outcome: 'unverified' }
  | { outcome: 'too-many'; retryAfterMs: number }

type SignInInput = {
  email: string
  password: string
  keep: boolean
  ip: string
  userAgent: string
  previous: SignedIn | null
  device: string | null
}

/**
 * Signs in with email and password. Neither the response nor its time shows whether there is an account, because a
 * password is hashed either way (T4). Only someone with the right password learns that the address isn't verified yet.
 */
export function signIn(ctx: AppContext, facts: SignInInput): Promise<SignInOutcome> {
  return ctx.tries.hold(() => tryToSignIn(ctx, facts))
}

async function tryToSignIn(ctx: AppContext, facts: SignInInput): Promise<SignInOutcome> {
  const email = canonicalEmail(facts.email)
  const counted = await recordAttempt(ctx, {
    account: email,
    ip: facts.ip,
    known: facts.device === null ? null : `device:${facts.device}`,
  })
  if ('retryAfterMs' in counted) return { outcome: 'too-many', retryAfterMs: counted.retryAfterMs }
  const verdict = await checkCredentials(ctx, email, facts.password).catch(async (error) => {
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
    // Reset, or the account removed, while we verified the password: now it is the wrong one.
    if (current?.passwordHash !== passwordHash || current.removedAt !== null) return { outcome: 'invalid' }
    await counted.giveBack(tx)
    // It was imported from the club's former app with the hash used there.
    if (verdict.rehashed !== null) await setPassword(tx, ctx, userId, verdict.rehashed)
    const nowMs = ctx.clock.now()
    const session = await openSession(tx, ctx, { userId, keep: facts.keep, userAgent: facts.userAgent, nowMs })
    // A browser that signs in gets a new session and leaves no old one behind (T10).
    if (facts.previous) await leaveSession(tx, facts.previous, { userId })
    announce(`member:${userId}`)
    return { outcome: 'signed-in', ...session, hasLoggedIn: hasLoggedIn === 1 }
  })
}

async function checkCredentials(ctx: AppContext, email: string, password: string) {
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

type PasswordVerdict = {
  right: boolean
  /** A new hash to store if the password is right and stored in the old format; null otherwise. */
  rehashed: string | null
}

/**
 * Verifies a password against the stored hash (null if the address has no account). While the club has any hash of its
 * former app left, every attempt is verified in both formats, so that the time shows neither whether there is an
 * account nor how old it is (T4).
 */
async function verifyPasswordOf(
  ctx: Pick<AppContext, 'database' | 'hashing'>,
  stored: string | null,
  password: string,
): Promise<PasswordVerdict> {
  const { hashing } = ctx
  const isOld = stored !== null && isOldPassword(stored)
  const old = isOld ? stored : await findAnOldPassword(ctx.database.db)
  const fitsOld = old !== undefined && (await hashing.verify({ hash: old, password }))
  if (stored !== null && !isOld) return { right: await hashing.verify({ hash: stored, password }), rehashed: null }
  const hashed = await hashing.hash(password)
  return isOld && fitsOld ? { right: true, rehashed: hashed } : { right: false, rehashed: null }
}
