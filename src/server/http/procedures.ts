import { implement, ORPCError, type Router } from '@orpc/server'
import { type Contract, contract } from '#contract/contract.ts'
import { needPassword, type Operation, type Policy, policies } from '#contract/policies.ts'
import { isOfficer } from '#domain/roles.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { hasEnteredPassword, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { nowAsText } from '#server/context.ts'
import { passwordNeeded, signedOut } from './errors.ts'
import { createRequestWrite, stranger, wasCarriedOut } from './idempotent-write.ts'
import { inputProblem } from './input-guard.ts'

/** What a request brings along. */
export type RequestContext = {
  ctx: AppContext
  requestId: string
  /** The caller's network address, proxies considered. */
  ip: string
  userAgent: string
  idempotencyKey: string | null
  me: SignedIn | null
  /** @param of whose it is, where the browser may remember that they have logged in there (auth/cookies.ts) */
  setSessionCookie: (token: string, maxAgeSeconds: number, of: { account: string }) => void
  /** For an act that ends the session it came with. */
  clearSessionCookie: () => void
  /** For a device on which someone was signed in: the browser empties its cache, which has photos of the club’s people. */
  clearBrowserCache: () => void
  /** For a response that stays the same while nothing is written, until time alone changes it. */
  cacheUntil: (times: CacheTimes) => void
  /** For an answer that is a file to keep. */
  setFileName: (name: string) => void
}

/** Every operation of the contract with what carries it out (router.ts). */
export type OperationRouter = Router<Contract, RequestContext>

const os = implement(contract).$context<RequestContext>()

/**
 * Asks the policy table, and only that, whether the caller may (D2); then gives the operation a `write` that is bound to
 * this request, `wasCarriedOut()`, which knows whether it came before, and `now()`, the server's clock as text.
 */
const admitted = os.use(async ({ context, path, next }, input) => {
  const operation = path.join('.')
  const { ctx, me } = context
  await admit(policies[operation as Operation], operation, context)
  const fault = inputProblem(input)
  if (fault !== null) throw new ORPCError('BAD_REQUEST', { status: 400, message: fault })
  const identity = { actor: me?.id ?? stranger, key: context.idempotencyKey, operation, input }
  // A phone that sends again what has been done hears that it has.
  if (me && needPassword.includes(operation as Operation) && !(await hasEnteredPassword(ctx, me)))
    if (!(await wasCarriedOut(ctx, identity))) throw passwordNeeded()
  return next({
    context: {
      write: createRequestWrite(ctx, identity),
      wasCarriedOut: () => wasCarriedOut(ctx, identity),
      now: () => nowAsText(ctx),
    },
  })
})

/** Lets someone through who may do what has this policy. @throws the refusal otherwise; of officers' acts it leaves a trace (T22) */
export async function admit(
  policy: Policy | undefined,
  operation: string,
  { me, ctx, requestId }: Pick<RequestContext, 'me' | 'ctx' | 'requestId'>,
) {
  if (policy === 'anyone') return
  if (!me) throw signedOut()
  if (policy === 'signed-in') return
  if (policy === 'officer' && !isOfficer(me)) {
    await ctx.refusedOperations.note({ actor: me.id, target: operation, requestId })
    throw new ORPCError('FORBIDDEN', { defined: true, status: 403, message: officerMessages.forOfficers })
  }
  if (policy === 'officer' || policy === 'member') {
    if (me.hasLoggedIn) return
    throw new ORPCError('FINISH_SETUP', {
      defined: true,
      status: 409,
      message: 'Please finish setting up your profile first.',
    })
  }
  throw new ORPCError('FORBIDDEN', { defined: true, status: 403, message: 'This operation has no policy.' })
}

/** For operations that `policies.ts` opens to anyone. */
export const publicProcedure = admitted

/** For all others: `me` is there, because the policy table has seen to it. */
export const signedInProcedure = admitted.use(({ context, next }) => {
  if (!context.me) throw new Error('policies.ts lets anyone call an operation that is about a person')
  return next({ context: { me: context.me } })
})

/** Epoch ms: between them, time alone changes nothing in the response. */
export type CacheTimes = { fromMs: number; untilMs: number }
