import { createHash, ECDH } from 'node:crypto'
import type { Logger } from 'pino'
import { isPushEndpoint } from '#domain/notifications.ts'
import type { Clock } from '#server/clock.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import type { Database } from '#server/db/database.ts'
import type { Notice } from '#server/email/email-template.ts'
import { MayHaveArrivedError, TryLaterError } from '#server/email/transport.ts'

/** One with the same `about` replaces an earlier one. Dropped after `worthUntil`. */
type SentNotice = Notice & { about: string; worthUntil: string | null }

export type PushSender = {
  /** @returns true, or why it can never be shown on that device @throws errors worth a retry */
  send: (subscriptionId: string, notice: SentNotice) => Promise<true | string>
}

type PushSenderDeps = {
  database: Database
  clock: Clock
  secrets: Secrets
  log: Logger
  /** Contact for push services: a `mailto:` or the club's URL (RFC 8292). */
  /** The contact for the push services. */
  subject: () => string
  /** URL of a fake push service, for tests. */
  service: string | null
}

const answerWithinMs = 10_000
const longestLifeMs = 24 * 3_600_000
/** Delay if the service sends no Retry-After. */
const laterMs = 60_000

/**
 * Sends Web Push notifications, encrypted per device (RFC 8291). The library only builds the request. We send it ourselves,
 * because the endpoint comes from a browser (SSRF): only to known services, without following redirects, and with a timeout.
 */
export function createPushSender(deps: PushSenderDeps): PushSender {
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
      // Permission was revoked or the app uninstalled (RFC 8030, 7.3).
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

async function post(
  { clock, secrets, subject }: PushSenderDeps,
  { endpoint, p256dh, auth }: Device,
  notice: SentNotice,
) {
  const { worthUntil, about, ...shown } = notice
  const tag = createHash('sha256').update(about).digest('base64url').slice(0, 32)
  const lifeMs = worthUntil === null ? longestLifeMs : Date.parse(worthUntil) - clock.now()
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...shown, tag }),
    {
      vapidDetails: { subject: subject(), ...secrets.pushKeys },
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
    throw neverConnected(error) ? error : new MayHaveArrivedError(error.message, { cause: error })
  })
  // Discard the body to free the connection.
  await answer.body?.cancel().catch(() => {})
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return { status: answer.status, retryAfter: Number.isFinite(after) ? after : null }
}

const connectErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether the connection failed, so the notification can't have arrived. */
function neverConnected({ cause }: Error) {
  return cause instanceof Error && 'code' in cause && connectErrors.has(String(cause.code))
}

/** Whether the key is a valid P-256 point; encryption fails for others. */
export function isOnCurve(p256dh: string) {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}
