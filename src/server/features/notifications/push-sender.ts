import { createHash, ECDH } from 'node:crypto'
import type { Logger } from 'pino'
import { isPushEndpoint } from '#domain/notifications.ts'
import type { Clock } from '#server/clock.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { MayHaveArrivedError, TryLaterError } from '#server/email/transport.ts'

/** What a device shows, where a press on it leads, and until when it is worth showing. One about the same takes its place. */
type Notice = { title: string; body: string; path: string; about: string; worthUntil: string | null }

export type PushCarrier = {
  /** @returns true, or why it can't ever be shown there. @throws what should be tried again */
  send: (subscriptionId: string, notice: Notice) => Promise<true | string>
}

type Deps = {
  database: Database
  clock: Clock
  secrets: Secrets
  log: Logger
  /** Whom a push service may write to: a mail address or the club's own (RFC 8292). */
  subject: string
  /** A stand-in for tests. */
  service: string | null
}

const answerWithinMs = 10_000
const longestLifeMs = 24 * 3_600_000
/** A service that says "later" without saying when. */
const laterMs = 60_000

/**
 * Sends notifications to the push service of each browser, encrypted for that device alone (RFC 8291). The library makes the
 * request; it is sent from here, because the address comes from a browser: to known services only, without following where it
 * leads, and with an end to waiting.
 */
export function createPushCarrier(deps: Deps): PushCarrier {
  const { database, secrets, log } = deps
  return {
    async send(subscriptionId, notice) {
      const { db } = database
      const device = await db
        .selectFrom('pushSubscription')
        .selectAll()
        .where('id', '=', subscriptionId)
        .executeTakeFirst()
      if (!device) return 'the device no longer exists'
      const forget = async (why: string) => {
        await db.deleteFrom('pushSubscription').where('id', '=', device.id).execute()
        return why
      }
      if (device.serverKey !== secrets.pushKeys.publicKey)
        return forget('it was registered under a different AUTH_SECRET')
      if (!isPushEndpoint(device.endpoint, deps.service)) return forget('its push service is unknown')
      if (!isOnCurve(device.p256dh)) return forget('its keys are invalid')
      const { status, retryAfter } = await post(deps, device, notice)
      // The browser has taken the permission back, or the app is gone (RFC 8030, 7.3).
      if (status === 404 || status === 410) return forget('the device no longer exists')
      if (status >= 200 && status < 300) return true
      if (status === 429 || status >= 500)
        throw new TryLaterError(
          `the push service responded with ${status}`,
          retryAfter === null ? laterMs : retryAfter * 1000,
        )
      log.warn({ status, service: new URL(device.endpoint).host }, 'a push service rejected a notification')
      return `the push service responded with ${status}`
    },
  }
}

type Device = { endpoint: string; p256dh: string; auth: string }

async function post({ clock, secrets, subject }: Deps, { endpoint, p256dh, auth }: Device, notice: Notice) {
  const { worthUntil, about, ...shown } = notice
  const tag = createHash('sha256').update(about).digest('base64url').slice(0, 32)
  const lifeMs = worthUntil === null ? longestLifeMs : Date.parse(worthUntil) - clock.now()
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...shown, tag }),
    {
      vapidDetails: { subject, ...secrets.pushKeys },
      TTL: Math.round(Math.max(60_000, Math.min(longestLifeMs, lifeMs)) / 1000),
      urgency: 'high',
      topic: tag,
    },
  )
  const { 'Content-Length': _, ...headers } = request.headers
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(request.body ?? []),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error: Error) => {
    throw isWithoutLine(error) ? error : new MayHaveArrivedError(error.message, { cause: error })
  })
  // Nobody reads what it says besides.
  await answer.body?.cancel().catch(() => {})
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return { status: answer.status, retryAfter: Number.isFinite(after) ? after : null }
}

const noLine = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** There was nobody to be asked. */
function isWithoutLine({ cause }: Error) {
  return cause instanceof Error && 'code' in cause && noLine.has(String(cause.code))
}

/** Nothing can be encrypted for a key that only looks like one. */
export function isOnCurve(p256dh: string) {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}
