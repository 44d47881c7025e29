import { implement, ORPCError, type Router } from '@orpc/server'
import { type Contract, contract } from '#contract/contract.ts'
import { alsoOnKiosk, needPassword, type Operation, type Policy, policies } from '#contract/policies.ts'
import { isOfficer } from '#domain/roles.ts'
import { kioskMessages } from '#domain/text/kiosk-messages.ts'
import type { Kiosk } from '#server/auth/kiosks.ts'
import { hasEnteredPassword, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { nowAsText } from '#server/context.ts'
import { officersOnly, passwordNeeded, signedOut } from './errors.ts'
import { createRequestWrite, stranger, wasCarriedOut } from './idempotent-write.ts'
import { inputProblem } from './input-guard.ts'

/** The context of each operation's request. */
export type RequestContext = {
  ctx: AppContext
  requestId: string
  /** The client's IP address, behind the trusted proxies. */
  ip: string
  userAgent: string
  idempotencyKey: string | null
  me: SignedIn | null
  kiosk: Kiosk | null
  /** Also sets the device cookie for the account (auth/cookies.ts). @param of.account canonical email address */
  setSessionCookie: (token: string, maxAgeSeconds: number, of: { account: string }) => void
  /** For an operation that ends the session it was called with. */
  clearSessionCookie: () => void
  /** Makes the device a kiosk, which its member leaves. */
  becomeKiosk: (token: string, maxAgeSeconds: number) => void
  leaveKiosk: () => void
  /** Clears the browser's cache, which may contain photos of members, on a device where someone was logged in. */
  clearBrowserCache: () => void
  /** Allows the response to be cached until a write, or until its time range is over. */
  cacheUntil: (times: CacheTimes) => void
  /** Makes the response a download. */
  setFileName: (name: string) => void
}

/** The implementations of all operations (router.ts). */
export type OperationRouter = Router<Contract, RequestContext>

const os = implement(contract).$context<RequestContext>()

/**
 * Middleware of every operation. It authorizes the caller, by the policy table alone, and then adds to the context: a `write` that is
 * idempotent for this request (or its `identity`, for an operation that carries out several requests together), `wasCarriedOut()`, which is
 * true for a retry, and `now()`, the server's time as text.
 */
const admitted = os.use(async ({ context, path, next }, input) => {
  const operation = path.join('.')
  const { ctx, me, kiosk } = context
  await admit(policies[operation as Operation], operation, context)
  const fault = inputProblem(input)
  if (fault !== null) throw new ORPCError('BAD_REQUEST', { status: 400, message: fault })
  const identity = {
    actor: me?.id ?? (kiosk ? `kiosk ${kiosk.id}` : stranger),
    key: context.idempotencyKey,
    operation,
    input,
  }
  // A retry of an executed request gets its response without entering the password again.
  if (me && needPassword.includes(operation as Operation) && !(await hasEnteredPassword(ctx, me)))
    if (!(await wasCarriedOut(ctx, identity))) throw passwordNeeded()
  return next({
    context: {
      identity,
      write: createRequestWrite(ctx, identity),
      wasCarriedOut: () => wasCarriedOut(ctx, identity),
      now: () => nowAsText(ctx),
    },
  })
})

/** Authorizes a caller by a policy; attempts at officer-only operations are recorded (T22). @throws ORPCError if not allowed */
export async function admit(
  policy: Policy | undefined,
  operation: string,
  { me, kiosk = null, ctx, requestId }: Pick<RequestContext, 'me' | 'ctx' | 'requestId'> & { kiosk?: Kiosk | null },
) {
  if (kiosk) {
    if (policy === 'kiosk' || alsoOnKiosk.some((each) => each === operation)) return
    throw forbidden(kioskMessages.onlyCheckIn)
  }
  if (policy === 'anyone') return
  if (!me) throw signedOut()
  if (policy === 'signed-in') return
  if (policy === 'kiosk') throw forbidden(kioskMessages.notKiosk)
  if (policy === 'officer' && !isOfficer(me)) {
    await ctx.refusedOperations.note({ actor: me.id, target: operation, requestId })
    throw officersOnly()
  }
  if (policy === 'officer' || policy === 'member') {
    if (me.hasLoggedIn) return
    throw new ORPCError('FINISH_SETUP', {
      defined: true,
      status: 409,
      message: 'Please finish setting up your profile first.',
    })
  }
  throw forbidden('This operation has no policy.')
}

function forbidden(message: string) {
  return new ORPCError('FORBIDDEN', { defined: true, status: 403, message })
}

/** Base procedure of operations that `policies.ts` opens to anyone. */
export const publicProcedure = admitted

/** Base procedure of what only a kiosk may call. */
export const kioskProcedure = admitted.use(({ context, next }) => {
  if (!context.kiosk) throw new Error('policies.ts lets someone else call what is for kiosks')
  return next({ context: { kiosk: context.kiosk } })
})

/** Base procedure of all others: `me` is never null, because their policy requires a session. */
export const signedInProcedure = admitted.use(({ context, next }) => {
  if (!context.me) throw new Error('policies.ts lets anyone call an operation that is about a person')
  return next({ context: { me: context.me } })
})

/** The range in milliseconds since 1970 in which the passing of time doesn't change the response. */
export type CacheTimes = { fromMs: number; untilMs: number }
