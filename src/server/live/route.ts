import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from '#server/http/errors.ts'
import { answerDoctorProbe, isDoctorProbe } from './doctor-probe.ts'
import { beginStream, endStream, openStream, readVersions, retryLine } from './stream.ts'

/**
 * How many streams one session may hold. A browser opens six connections to a host that speaks HTTP/1.1, over all its windows, and
 * some have to be left for requests. The next stream takes the oldest one's place: after a change of network that one is likely dead.
 * If it isn't, its window is told and polls the versions instead.
 */
const streamsPerSession = 4

/**
 * `/live`: server-sent events that say what changed, never the data. `/live/versions`: the same versions as a plain answer, for a
 * visible window that has no stream, and whether there is room for its stream now. @param build see `openEventSource`
 */
export function addLiveRoute(app: FastifyInstance, ctx: AppContext, build: string | null) {
  const open = new Set<ServerResponse>()
  const closers = new Map<string, Set<() => void>>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const response of open) endStream(response, retryLine())
  })
  // A stream that answers a HEAD would never get to its end.
  app.get(
    '/live',
    { exposeHeadRoute: false, config: { policy: 'signed-in', isUnlimited: true } },
    async (request, reply) => {
      if (isDoctorProbe(ctx, request)) return answerDoctorProbe(request, reply)
      const me = await authenticate(ctx, request)
      if (!me) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please log in.', request.id))
      const response = beginStream(reply)
      // Gone while its session was looked for: nothing would tell a stream to end.
      if (!response) return reply
      const mine = closers.get(me.sessionId) ?? new Set<() => void>()
      closers.set(me.sessionId, mine)
      const [oldest] = mine
      if (oldest && mine.size >= streamsPerSession) {
        mine.delete(oldest)
        oldest()
      }
      const { closeForAnother, begun } = openStream(ctx, me, response, { build })
      open.add(response)
      // Its session was still being looked up when the others were ended.
      if (isStopping) endStream(response, retryLine())
      mine.add(closeForAnother)
      response.on('close', () => {
        open.delete(response)
        mine.delete(closeForAnother)
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
