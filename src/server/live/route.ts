import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from '#server/http/errors.ts'
import { isDoctorProbe, sendDoctorProbe } from './doctor-probe.ts'
import { beginStream, endStream, openStream, readVersions, retryLine } from './stream.ts'

/**
 * How many streams one session may have. A browser opens at most six HTTP/1.1 connections to a host over all its windows, and some must
 * be left for requests. A further stream evicts the oldest one, which is probably dead after a change of network. If it isn't, its
 * window gets a `bye` event and polls the versions instead.
 */
const streamsPerSession = 4

/**
 * `/live`: server-sent events that say which topics changed, and little of the data (domain/live-topics.ts). `/live/versions`: the same versions as one response, for a
 * visible window without a stream, and whether the session could open another stream now. @param build see `openStream`
 */
export function addLiveRoute(app: FastifyInstance, ctx: AppContext, build: string | null) {
  const open = new Set<ServerResponse>()
  const closers = new Map<string, Set<() => void>>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const response of open) endStream(response, retryLine())
  })
  // No HEAD route: the stream would never end.
  app.get(
    '/live',
    { exposeHeadRoute: false, config: { policy: 'signed-in', isUnlimited: true } },
    async (request, reply) => {
      if (isDoctorProbe(ctx, request)) return sendDoctorProbe(request, reply)
      const me = await authenticate(ctx, request)
      if (!me) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please log in.', request.id))
      const response = beginStream(reply)
      // The client disconnected during authentication, and a stream opened now would never get a `close` event.
      if (!response) return reply
      const mine = closers.get(me.sessionId) ?? new Set<() => void>()
      closers.set(me.sessionId, mine)
      const [oldest] = mine
      if (oldest && mine.size >= streamsPerSession) {
        mine.delete(oldest)
        oldest()
      }
      const { evict, begun } = openStream(ctx, me, response, { build })
      open.add(response)
      // The server started to stop during authentication, after the other streams were ended.
      if (isStopping) endStream(response, retryLine())
      mine.add(evict)
      response.on('close', () => {
        open.delete(response)
        mine.delete(evict)
        if (mine.size === 0 && closers.get(me.sessionId) === mine) closers.delete(me.sessionId)
      })
      await begun
      return reply
    },
  )
  app.get('/live/versions', { exposeHeadRoute: false, config: { policy: 'signed-in' } }, async (request, reply) => {
    const me = await authenticate(ctx, request)
    if (me === null) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please log in.', request.id))
    const room = (closers.get(me.sessionId)?.size ?? 0) < streamsPerSession
    return reply.header('cache-control', 'no-store').send({ versions: await readVersions(ctx, me), build, room })
  })
}
