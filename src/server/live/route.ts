import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isOfficer } from '#domain/roles.ts'
import { type TopicChange, topicsFor } from '#domain/topics.ts'
import { errorBody } from '../http/errors.ts'
import { whoAsks } from '../http/who-asks.ts'
import { findLiveSession, type SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'

const heartbeatMs = 15_000
/** A reader that takes nothing off is dropped; it gets the state anew when it comes back (T84). */
const mostBufferedBytes = 64 * 1024

/**
 * `/live`: server-sent events that say what changed, never the data. `versions` comes at once, so that whatever was missed
 * is caught up on, with the app's `build`, so that a page of an older one can say so; `beat` every 15 seconds, by whose absence a line is
 * found dead; `change` for each later one; `bye` when the session has ended or the role has changed, after which the
 * browser asks who it is. The session is looked at again with every change of the person and every 15 seconds.
 * @param build the script with which the pages of this build begin; null without pages
 */
export function addLiveRoute(app: FastifyInstance, parts: Parts, build: string | null) {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const response of open) response.end('retry: 1000\n\n')
  })
  // A stream that answers a HEAD would never get to its end.
  app.get('/live', { exposeHeadRoute: false, config: { policy: 'signed-in' } }, async (request, reply) => {
    const me = await whoAsks(parts, request)
    if (!me) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please sign in.', request.id))
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    open.add(response)
    response.on('close', () => open.delete(response))
    await stream(parts, me, response, build)
    return reply
  })
}

async function stream(parts: Parts, me: SignedIn, response: ServerResponse, build: string | null) {
  const topics = topicsFor({ memberId: me.id, officer: isOfficer(me) })
  const send = (event: string, data: unknown) => {
    if (response.writableLength > mostBufferedBytes) response.destroy()
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const bye = (reason: string) => {
    send('bye', { reason })
    response.end()
  }
  const lookAgain = async () => {
    const current = await findLiveSession(parts, me.token)
    if (!current) return bye('session-ended')
    if (current.role !== me.role || current.hasLoggedIn !== me.hasLoggedIn) return bye('person-changed')
  }
  const lookAgainSafely = () =>
    lookAgain().catch((error) => {
      parts.log.warn({ err: error }, 'could not look at the session of a live stream')
      response.destroy()
    })

  const tell = (change: TopicChange) => {
    const name = topics.get(change.topic)
    if (name === undefined) return
    send('change', { topic: name, version: change.version })
    if (name === 'member') void lookAgainSafely()
  }
  // Listening begins before the versions are read, so that no change falls in between.
  const early: TopicChange[] = []
  let started = false
  const unsubscribe = parts.hub.subscribe((change) => (started ? tell(change) : early.push(change)))
  let timer: unknown
  const beat = () => {
    timer = parts.clock.setTimeout(() => {
      send('beat', {})
      void lookAgainSafely()
      beat()
    }, heartbeatMs)
  }
  let closed = false
  response.on('close', () => {
    closed = true
    unsubscribe()
    parts.clock.clearTimeout(timer)
  })
  response.write(': quiver\nretry: 2000\n\n')
  const rows = await parts.database.db
    .selectFrom('topicVersion')
    .select(['topic', 'version'])
    .where('topic', 'in', [...topics.keys()])
    .execute()
  const versions = Object.fromEntries(
    [...topics].map(([topic, name]) => [name, rows.find((row) => row.topic === topic)?.version ?? 0]),
  )
  send('versions', versions)
  if (build !== null) send('build', { entry: build })
  started = true
  for (const change of early) tell(change)
  // The person may have changed between the request's look and the subscription.
  await lookAgainSafely()
  if (!closed) beat()
}
