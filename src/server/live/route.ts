import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorBody } from '../http/errors.ts'
import { whoAsks } from '../http/who-asks.ts'
import type { Parts } from '../parts.ts'
import { beginStream } from './begin-stream.ts'
import { createPace } from './pace.ts'
import { answerProbe, isProbe } from './probe.ts'
import { endStream, openStream, retryLine } from './stream.ts'

/** A browser needs one, over all its windows. Whoever asks for more loses the oldest: it is the likeliest to be a dead one. */
const mostOfOnePerson = 20

/** `/live`: server-sent events that say what changed, never the data. @param build see `openStream` */
export function addLiveRoute(app: FastifyInstance, parts: Parts, build: string | null) {
  const open = new Set<ServerResponse>()
  const changes = createPace(parts.hub)
  const closers = new Map<string, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const response of open) endStream(response, retryLine())
  })
  // A stream that answers a HEAD would never get to its end.
  app.get('/live', { exposeHeadRoute: false, config: { policy: 'signed-in' } }, async (request, reply) => {
    if (isProbe(parts, request)) return answerProbe(request, reply)
    const me = await whoAsks(parts, request)
    if (!me) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please sign in.', request.id))
    const response = beginStream(reply)
    // Gone while its session was looked for: nothing would tell a stream to end.
    if (!response) return reply
    const mine = closers.get(me.id) ?? new Set<() => void>()
    closers.set(me.id, mine)
    const [oldest] = mine
    if (oldest && mine.size >= mostOfOnePerson) {
      mine.delete(oldest)
      oldest()
    }
    const { closeForAnother, begun } = openStream(parts, me, response, { changes, build })
    open.add(response)
    mine.add(closeForAnother)
    response.on('close', () => {
      open.delete(response)
      mine.delete(closeForAnother)
      if (mine.size === 0 && closers.get(me.id) === mine) closers.delete(me.id)
    })
    await begun
    return reply
  })
}
