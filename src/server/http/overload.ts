import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '#domain/messages.ts'
import type { Parts } from '../parts.ts'
import { errorBody, retryAfterOutageSeconds } from './errors.ts'
import { mutating } from './hooks.ts'

export type OverloadLimits = {
  /** How late the event loop may be, on average over the time between two looks. */
  lateMs: number
  /** A crowd that comes at once is served, if it takes a second; what is more than can be done goes on and on. */
  lookEveryMs: number
  /** How long requests are worked on before everything else gets its turn: other lines, streams, timers. */
  turnMs: number
  /** How long a request may wait until it is worked on. */
  waitMs: number
}

/** Statements that wait for a line to the database: more of them only wait longer. */
const mostWaiting = 60
const crowdedMs = 2
/** As many as there is ever time for. */
const mostInOneTurn = 32

export type DoorLimits = Pick<OverloadLimits, 'turnMs' | 'waitMs'>

export const usualOverloadLimits: OverloadLimits = { lateMs: 250, lookEveryMs: 2000, turnMs: 2, waitMs: 1500 }

/**
 * Where more is asked than can be answered, most are turned away at once (503, and when to come back), so that the others get an
 * answer in time and nobody waits for minutes (T77). Whoever watches over the process is always answered.
 */
export async function shedOverload(
  app: FastifyInstance,
  { database }: Pick<Parts, 'database'>,
  { lateMs, lookEveryMs, ...limits }: OverloadLimits,
) {
  if (lateMs === Number.POSITIVE_INFINITY) return
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: lookEveryMs,
    pressureHandler: turnAway,
  })
  // Whoever wants something done does not stand behind a crowd that looks, and is still let in where those have to wait.
  const doors = {
    acts: createDoor(limits, () => database.waiting() > 2 * mostWaiting),
    looks: createDoor(limits, () => database.waiting() > mostWaiting),
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isAnsweredAlways) return done()
    const mayCome = mutating.has(request.method) ? doors.acts() : doors.looks()
    // Most need not wait, not even for the end of a promise.
    if (mayCome === true) return done()
    void mayCome.then((letIn) => (letIn ? done() : turnAway(request, reply)))
  })
}

function turnAway(request: FastifyRequest, reply: FastifyReply) {
  if (request.routeOptions.config.isAnsweredAlways) return
  reply
    .code(503)
    .header('retry-after', String(retryAfterOutageSeconds))
    .send(errorBody('UNAVAILABLE', messages.serverTrouble, request.id))
}

/**
 * Requests that are found waiting together are worked on in order, for so long in each turn of the event loop, and while no crowd
 * waits for the database. A turn takes in one new line: were hundreds of questions on lines that are there already answered in
 * one, a new line would wait for many seconds, and nobody would notice.
 */
export function createDoor({ turnMs, waitMs }: DoorLimits, isCrowded = () => false) {
  const queue: { cameAt: number; letIn: (mayCome: boolean) => void }[] = []
  let begunAt: number | null = null

  function hasTime() {
    const now = performance.now()
    if (begunAt !== null) return now - begunAt < turnMs
    begunAt = now
    setImmediate(() => {
      begunAt = null
    })
    return true
  }

  function letInOne() {
    const longestSince = performance.now() - waitMs
    while (queue[0] && queue[0].cameAt < longestSince) queue.shift()?.letIn(false)
    if (queue.length > 0 && !isCrowded() && hasTime()) queue.shift()?.letIn(true)
  }

  /** Each by itself, so that what one does at once is done before the next one is looked at. */
  function letInSome() {
    for (let i = 0; i < Math.min(queue.length, mostInOneTurn); i++) setImmediate(letInOne)
    setImmediate(() => {
      if (queue.length > 0) goOn()
    })
  }

  function goOn() {
    if (isCrowded()) setTimeout(letInSome, crowdedMs)
    else letInSome()
  }

  /** @returns false for whoever has waited for too long */
  return function comeIn(): true | Promise<boolean> {
    if (queue.length === 0 && hasTime() && !isCrowded()) return true
    return new Promise<boolean>((letIn) => {
      queue.push({ cameAt: performance.now(), letIn })
      if (queue.length === 1) goOn()
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also while others are turned away. */
    isAnsweredAlways?: boolean
  }
}
