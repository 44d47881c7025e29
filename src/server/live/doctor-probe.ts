import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '#server/context.ts'
import { beginStream } from './stream.ts'

/**
 * Only a request from outside shows whether streams pass the proxy in front of the server, and which client address the server sees.
 * `quiver doctor` requests `/live` with a token derived from AUTH_SECRET in this header; other requests get no probe response.
 */
export const probeHeader = 'x-quiver-probe'
/** Pause between the two parts of the response, in ms: if they arrive together, a proxy buffers responses. */
export const probePauseMs = 500
export const probeEvent = 'event: probe'

const Probed = z.object({
  /** ID of the server process, to see whether two responses come from the same one. */
  instance: z.string(),
  /** The client address that the server sees, with the current TRUST_PROXY. */
  ip: z.string(),
  /** The X-Forwarded-For header; null if there was none. */
  forwarded: z.nullable(z.string()),
  trustsProxy: z.boolean(),
})
export type Probed = z.output<typeof Probed>

const instance = randomUUID()

/** Whether a request has a valid, recent probe token. */
export function isDoctorProbe({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>, { headers }: FastifyRequest) {
  const token = headers[probeHeader]
  return typeof token === 'string' && secrets.isProbeToken(token, clock.now())
}

/** Streams a first part, pauses, and streams what the server knows about the request. */
export async function sendDoctorProbe(request: FastifyRequest, reply: FastifyReply) {
  const response = beginStream(reply)
  if (!response) return reply
  response.write(': quiver\n\n')
  // Real time, not the app's clock, as for all network timing.
  await pause(probePauseMs)
  const said: Probed = {
    instance,
    ip: request.ip,
    forwarded: [request.headers['x-forwarded-for']].flat().join(', ') || null,
    trustsProxy: request.ips !== undefined,
  }
  response.end(`${probeEvent}\ndata: ${JSON.stringify(said)}\n\n`)
  return reply
}

/** Parses the text of a stream received so far; null if it contains no probe event. */
export function readProbe(text: string): Probed | null {
  const data = new RegExp(`^${probeEvent}\\ndata: (.+)$`, 'm').exec(text)?.[1]
  if (data === undefined) return null
  try {
    return z.safeParse(Probed, JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
