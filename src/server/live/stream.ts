import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type TopicChange, topicsFor } from '#domain/live-topics.ts'
import { isOfficer } from '#domain/roles.ts'
import { findLiveSession, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'

const heartbeatMs = 15_000
/** A reader that takes nothing off is dropped; it gets the state anew when it comes back (T84). */
const mostBufferedBytes = 64 * 1024
/** After a restart not all come back in the same second (T74). */
const retryMs = { least: 1000, most: 5000 }
/** For a browser that doesn't know `too-many`: it would come right back and push out the next one. */
const retryTooManyMs = 60_000
/** In real time, like all that is about lines: for a reader that does not even take the last word off. */
const lastWordWithinMs = 1000

/** When to come back after a cut, different for each. */
export function retryLine() {
  return `retry: ${Math.floor(retryMs.least + Math.random() * (retryMs.most - retryMs.least))}\n\n`
}

export function endStream(response: ServerResponse, lastWord: string) {
  response.end(lastWord)
  const timer = setTimeout(() => cutOff(response), lastWordWithinMs)
  response.once('close', () => clearTimeout(timer))
}

/** Also of what the machine has taken off our hands and its reader has not: it would keep that for minutes. */
function cutOff({ socket }: ServerResponse) {
  socket?.resetAndDestroy()
}

/**
 * One person's stream. `versions` comes at once, so that whatever was missed is caught up on, with the app's `build`, so that a
 * page of an older one can say so; `beat` every 15 seconds, by whose absence a line is found dead; `change` for each later one;
 * `bye` when the session has ended or the role has changed, after which the browser asks who it is. The session is looked at
 * again with every change of the person and every 15 seconds.
 * @param build the script with which the pages of this build begin; null without pages
 * @returns how to close it for a newer one of the same session, which it is told by `bye` (`too-many`), and a promise of its first words
 */
export function openStream(
  ctx: AppContext,
  me: SignedIn,
  response: ServerResponse,
  { build }: { build: string | null },
) {
  const topics = topicsOf(me)
  const send = (event: string, data: unknown) => {
    if (response.writableLength > mostBufferedBytes) cutOff(response)
    else if (!response.writableEnded) response.write(eventText(event, data))
  }
  const bye = (reason: string, retry = '') => {
    if (!response.writableEnded) endStream(response, `${retry}${eventText('bye', { reason })}`)
  }
  const lookAgain = async () => {
    const current = await findLiveSession(ctx, me.token)
    if (!current) return bye('session-ended')
    if (current.role !== me.role || current.hasLoggedIn !== me.hasLoggedIn) return bye('person-changed')
  }
  /** Its reader comes back, and hears then what is the matter. */
  const giveUp = (error: unknown) => {
    ctx.log.warn({ err: error }, 'a live stream failed')
    response.destroy()
  }
  const lookAgainSafely = () => lookAgain().catch(giveUp)

  const tell = (change: TopicChange) => {
    const name = topics.get(change.topic)
    if (name === undefined) return
    send('change', { topic: name, version: change.version })
    if (name === 'member') void lookAgainSafely()
  }
  // Listening begins before the versions are read, so that no change falls in between.
  const early: TopicChange[] = []
  let started = false
  const unsubscribe = ctx.hub.subscribe((change) => (started ? tell(change) : early.push(change)))
  let timer: unknown
  const beat = () => {
    timer = ctx.clock.setTimeout(() => {
      send('beat', {})
      void lookAgainSafely()
      beat()
    }, heartbeatMs)
  }
  let closed = false
  response.on('close', () => {
    closed = true
    unsubscribe()
    ctx.clock.clearTimeout(timer)
  })
  response.write(`: quiver\n${retryLine()}`)

  async function begin() {
    send('versions', await readVersions(ctx, me))
    if (build !== null) send('build', { entry: build })
    started = true
    for (const change of early) tell(change)
    // The person may have changed between the request's look and the subscription.
    await lookAgainSafely()
    if (!closed) beat()
  }
  return { closeForAnother: () => bye('too-many', `retry: ${retryTooManyMs}\n`), begun: begin().catch(giveUp) }
}

function eventText(event: string, data: unknown) {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Begins an answer whose words are to go on at once, whatever stands in between. @returns null where its reader has gone */
export function beginStream(reply: FastifyReply) {
  reply.hijack()
  const response = reply.raw
  if (response.closed) return null
  // In chunks HAProxy would keep each word for 200 ms, in case of more to go with it (T82). So it ends where its line does.
  response.removeHeader('transfer-encoding')
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  return response
}

/** The topics that this person may follow, with the browser's names for them. */
function topicsOf(me: SignedIn) {
  return topicsFor({ memberId: me.id, officer: isOfficer(me) })
}

/** The version of each topic that this person may follow, under the browser's names for them. */
export async function readVersions({ database }: AppContext, me: SignedIn): Promise<Record<string, number>> {
  const topics = topicsOf(me)
  const rows = await database.db
    .selectFrom('topicVersion')
    .select(['topic', 'version'])
    .where('topic', 'in', [...topics.keys()])
    .execute()
  return Object.fromEntries(
    [...topics].map(([topic, name]) => [name, rows.find((row) => row.topic === topic)?.version ?? 0]),
  )
}
