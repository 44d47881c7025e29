import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '#server/context.ts'
import { beginStream } from './stream.ts'

/**
 * Whether a stream gets through whatever stands in front of the server, and whom the server takes the asker for there, is
 * seen only from outside. `quiver doctor` asks `/live` with a token that AUTH_SECRET makes; nobody else is answered so.
 */
export const probeHeader = 'x-quiver-probe'
/** Between the first words and the others: where these come together, somebody has kept the former back. */
export const probePauseMs = 500
export const probeEvent = 'event: probe'

const Probed = z.object({
  /** Of the process: two answers of one server have the same. */
  instance: z.string(),
  /** Whom the server takes for the asker, with TRUST_PROXY as it is. */
  ip: z.string(),
  /** What came as X-Forwarded-For; null: nothing. */
  forwarded: z.nullable(z.string()),
  trustsProxy: z.boolean(),
})
export type Probed = z.output<typeof Probed>

const instance = randomUUID()

export function isDoctorProbe({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>, { headers }: FastifyRequest) {
  const token = headers[probeHeader]
  return typeof token === 'string' && secrets.isProbeToken(token, clock.now())
}

export async function answerDoctorProbe(request: FastifyRequest, reply: FastifyReply) {
  const response = beginStream(reply)
  if (!response) return reply
  response.write(': quiver\n\n')
  // In real time, like all that is about lines.
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

/** What a stream has said of itself; null while, or where, it has said nothing. */
export function readProbe(text: string): Probed | null {
  const data = new RegExp(`^${probeEvent}\\ndata: (.+)$`, 'm').exec(text)?.[1]
  if (data === undefined) return null
  try {
    return z.safeParse(Probed, JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
