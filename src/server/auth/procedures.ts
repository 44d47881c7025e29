import { checkEmail } from '#domain/email.ts'
import { readCode } from '#domain/email-code.ts'
import { displayName } from '#domain/names.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { codeMessages } from '#domain/text/email-code-messages.ts'
import { messages } from '#domain/text/messages.ts'
import type { Tx } from '#server/db/database.ts'
import { anyone, person } from '#server/http/procedures.ts'
import { refuse, refuseField, tooManyTries } from '#server/http/refusals.ts'
import { readVersions } from '#server/live/versions.ts'
import { monotonicText } from '#server/monotonic-clock.ts'
import { leaveSession, openSession } from './accounts.ts'
import { noteProof } from './auth-log.ts'
import { enterCode as enterCodeIn } from './email-codes.ts'
import { consumeLink, deleteLinks, findLink, linkKinds } from './email-tokens.ts'
import { countTry } from './failed-attempts.ts'
import { noSooner } from './min-duration.ts'
import { isWeakFor } from './password-rules.ts'
import { publicClub } from './public-club.ts'
import { findCredentialOf, lockCredentialOf } from './queries.ts'
import { findLiveSession, limitsOf, type SignedIn } from './sessions.ts'
import { foreseeSignUp, requestLink, signUp as signUpIn } from './sign-up.ts'

const nextMailInSeconds = rateRules.mails.leastGapMs / 1000

const signUp = anyone.account.signUp.handler(async ({ input, context: { parts, write, wasCarriedOut, ip } }) => {
  const checked = checkEmail(input.email, parts.club.emailDomain)
  if (checked.outcome === 'refused') throw refuseField('email', checked.message)
  // A phone that sends it again gets the first response, which costs nothing.
  const foreseen = (await wasCarriedOut()) ? 'repeated' : await foreseeSignUp(parts, { email: checked.email, ip })
  if (foreseen !== null && typeof foreseen !== 'string') throw tooManyTries(foreseen.retryAfterMs)
  const isNew = foreseen === null
  if (isNew && (await isWeakFor(parts.club, input.password))) throw refuseField('password', messages.passwordWeak)
  // Hashed before the transaction: a write must not hold the database for a tenth of a second.
  const passwordHash = isNew ? await parts.hashing.hash(input.password, { forSignUp: true }) : null
  const signUpNow = () => write((tx) => signUpIn(tx, parts, { email: checked.email, passwordHash, ip }))
  // A club that says who is there has nothing to hide.
  const done = await (parts.club.passwords.hideKnownAddresses ? noSooner(signUpNow) : signUpNow())
  parts.outbox.wake()
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (done.outcome === 'in-use') throw refuseField('email', 'This email is already in use.')
  return {}
})

const verify = anyone.account.verify.handler(async ({ input, context }) => {
  const { parts, ip, userAgent, me, requestId } = context
  const link = await findLink(parts.database.db, parts.secrets, 'verify', input.token)
  if (!link) throw refuse('link-unknown', messages.linkUnknown)
  if (link.expiresAt <= context.now()) throw refuse('link-expired', messages.linkExpired)
  const credential = await findCredentialOf(parts.database.db, link.userId)
  if (!credential?.passwordHash || credential.removedAt !== null) throw refuse('link-unknown', messages.linkUnknown)
  const account = credential.email
  const note = (outcome: string) => noteProof(parts, { act: 'verify', outcome, account, ip, requestId })
  const counted = await countTry(parts, { account, ip, known: `link:${link.id}` })
  if ('retryAfterMs' in counted) {
    note('too-many')
    throw tooManyTries(counted.retryAfterMs)
  }
  const facts = { hash: credential.passwordHash, password: input.password }
  const right = await parts.hashing.verify(facts).catch(async (error) => {
    await parts.write(counted.giveBack)
    throw error
  })
  if (!right) {
    note('wrong')
    throw refuseField('password', 'That’s not the password you chose when you created your account. Try again.')
  }
  const opened = await parts.write(async (tx, announce) => {
    const current = await lockCredentialOf(tx, link.userId)
    await counted.giveBack(tx)
    // Signed up afresh with another password meanwhile: then this link is one of the void ones.
    if (current?.passwordHash !== credential.passwordHash || !(await consumeLink(tx, link.id))) return null
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', link.userId).execute()
    await deleteLinks(tx, link.userId, linkKinds)
    if (me) await leaveSession(tx, me, { userId: link.userId })
    announce(`member:${link.userId}`, 'members')
    const nowMs = parts.clock.now()
    return openSession(tx, parts, { userId: link.userId, keep: input.keepSignedIn, userAgent, nowMs })
  })
  note(opened ? 'signed-in' : 'link-unknown')
  if (!opened) throw refuse('link-unknown', messages.linkUnknown)
  context.setSessionCookie(opened.token, opened.maxAgeSeconds, { account })
  return { hasLoggedIn: credential.hasLoggedIn === 1 }
})

const resendVerification = anyone.account.resendVerification.handler(
  async ({ input, context: { parts, write, ip } }) => {
    const checked = checkEmail(input.email, parts.club.emailDomain)
    if (checked.outcome === 'refused') throw refuseField('email', checked.message)
    const done = await noSooner(() =>
      write((tx) => requestLink(tx, parts, { kind: 'verify', email: checked.email, ip })),
    )
    parts.outbox.wake()
    if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
    return { nextInSeconds: nextMailInSeconds }
  },
)

const resendExpired = anyone.account.resendExpired.handler(async ({ input, context: { parts, write, ip } }) => {
  const done = await write(async (tx) => {
    for (const kind of linkKinds) {
      const link = await findLink(tx, parts.secrets, kind, input.token)
      const credential = link && (await findCredentialOf(tx, link.userId))
      if (credential) return requestLink(tx, parts, { kind, email: credential.email, ip })
    }
    return { outcome: 'gone' } as const
  })
  parts.outbox.wake()
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (done.outcome === 'gone') throw refuse('link-unknown', messages.linkUnknown)
  return { nextInSeconds: nextMailInSeconds }
})

/** By POST, so that no mail scanner tries one; it changes nothing but counts, and what it is exchanged for is used up elsewhere. */
const enterCode = anyone.account.enterCode.handler(async ({ input, context: { parts, ip, requestId } }) => {
  const checked = checkEmail(input.email, parts.club.emailDomain)
  if (checked.outcome === 'refused') throw refuseField('email', checked.message)
  const code = readCode(input.code)
  if (code === null) throw refuseField('code', codeMessages.shape)
  const account = checked.email
  const done = await noSooner(() => enterCodeIn(parts, { email: account, code, ip }))
  noteProof(parts, { act: 'code', outcome: done.outcome, account, ip, requestId })
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (!('kind' in done))
    throw done.outcome === 'void' ? refuse('code-void', codeMessages.void) : refuse('code-wrong', codeMessages.wrong)
  return { kind: done.kind, token: done.token, expired: done.outcome === 'expired' }
})

const get = anyone.session.get.handler(async ({ context: { parts, me, now } }) => {
  const { member = 0, club = 0 } = me ? await readVersions(parts, me) : {}
  // Who sent the request was looked up before the versions were read.
  const current = me && (await findLiveSession(parts, me.token))
  return {
    club: await publicClub(parts),
    person: current && {
      ...publicPerson(current),
      versions: { member, club },
      deviceMark: parts.secrets.deviceMark(current.id),
    },
    now: now(),
  }
})

/** Only a person's own acts come here: the live stream and reading never count as activity (D14). */
const touch = person.session.touch.handler(async ({ context: { parts, me } }) => {
  const lastActiveAt = monotonicText(parts)
  const query = (tx: Tx) => tx.updateTable('session').set({ lastActiveAt }).where('id', '=', me.sessionId).execute()
  await parts.write(query)
  return limitsOf(parts, { ...me.times, lastActiveAt })
})

function publicPerson(me: SignedIn) {
  const { id, email, hasLoggedIn, role, nameFirst, pronouns, pictureUrl, bowType, limits } = me
  const displayed = { displayName: displayName(me), nameFirst, pronouns, pictureUrl }
  return { userId: id, email, hasLoggedIn, role, ...displayed, bowType, limits }
}

export const account = { signUp, verify, resendVerification, resendExpired, enterCode }
export const session = { get, touch }
