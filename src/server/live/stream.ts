import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { topicsFor } from '#domain/live-topics.ts'
import { isOfficer } from '#domain/roles.ts'
import { findLiveSession, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext, DescribedChange } from '#server/context.ts'

const heartbeatMs = 8000
/** The session is looked up at every second beat. */
const beatsPerCheck = 2
/** A client that doesn't read is disconnected beyond this; it gets the current versions when it reconnects (T84). */
const mostBufferedBytes = 64 * 1024
/** Random, so that not all clients reconnect in the same second after a restart (T74). */
const retryMs = { least: 1000, most: 5000 }
/** For a page that doesn't handle `too-many`: it would reconnect right away and evict the next stream. */
const retryTooManyMs = 60_000
/** How long to wait for a client that doesn't even read the last event. Real time, as for all network timing. */
const lastWordWithinMs = 1000

/** SSE `retry` field with a random delay, after which the client reconnects. */
export function retryLine() {
  return `retry: ${Math.floor(retryMs.least + Math.random() * (retryMs.most - retryMs.least))}\n\n`
}

/** Ends a stream with its last event, and resets the connection if the client doesn't read it. */
export function endStream(response: ServerResponse, lastWord: string) {
  response.end(lastWord)
  const timer = setTimeout(() => cutOff(response), lastWordWithinMs)
  response.once('close', () => clearTimeout(timer))
}

/** Resets the connection, to also discard what the kernel has buffered, which it would keep for minutes. */
function cutOff({ socket }: ServerResponse) {
  socket?.resetAndDestroy()
}

/**
 * Opens one member's event stream. Events: `versions` first, so that the client catches up on missed changes; `build`, so that a page
 * of an older build can suggest reloading; `change` for each later change, with what it did to the home page if that is little; `beat` every 8 seconds, so that the client can detect a dead
 * connection; `bye` when the session has ended or the role has changed, after which the client loads its session again. The session is
 * checked with every change of the member and every 16 seconds.
 * @param build the entry script of this build's pages; null without pages
 * @returns `evict`, which closes it with `bye` (`too-many`) for a newer stream of the same session, and `begun`, a promise that resolves
 * when the first events are sent
 */
export function openStream(
  ctx: AppContext,
  me: SignedIn,
  response: ServerResponse,
  { build }: { build: string | null },
) {
  const topics = topicsOf(me)
  const sendText = (text: string) => {
    if (response.writableLength > mostBufferedBytes) cutOff(response)
    else if (!response.writableEnded) response.write(text)
  }
  const send = (event: string, data: unknown) => sendText(eventText(event, data))
  const bye = (reason: string, retry = '') => {
    if (!response.writableEnded) endStream(response, `${retry}${eventText('bye', { reason })}`)
  }
  const lookAgain = async () => {
    const current = await findLiveSession(ctx, me.token)
    if (!current) return bye('session-ended')
    if (current.role !== me.role || current.hasLoggedIn !== me.hasLoggedIn) return bye('person-changed')
  }
  /** Closes the stream on an error; the client reconnects and gets a proper response. */
  const giveUp = (error: unknown) => {
    ctx.log.warn({ err: error }, 'a live stream failed')
    response.destroy()
  }
  const lookAgainSafely = () => lookAgain().catch(giveUp)

  const forward = (change: DescribedChange) => {
    const name = topics.get(change.topic)
    if (name === undefined) return
    const { version, home } = change
    // People who haven't finished the wizard see nothing of the club yet (T25).
    if (home === null || !me.hasLoggedIn) send('change', { topic: name, version })
    else {
      change.text ??= eventText('change', { topic: name, version, home })
      sendText(change.text)
    }
    if (name === 'member') void lookAgainSafely()
  }
  // Subscribe before reading the versions, so that no change is missed in between.
  const early: DescribedChange[] = []
  let started = false
  const following = ctx.hub.follow((change) => void (started ? forward(change) : early.push(change)))
  let timer: unknown
  let beats = 0
  const beat = () => {
    timer = ctx.clock.setTimeout(() => {
      send('beat', {})
      beats += 1
      if (beats % beatsPerCheck === 0) void lookAgainSafely()
      beat()
    }, heartbeatMs)
  }
  let closed = false
  response.on('close', () => {
    closed = true
    void following.then((unfollow) => unfollow())
    ctx.clock.clearTimeout(timer)
  })
  response.write(`: quiver\n${retryLine()}`)

  async function begin() {
    await following
    send('versions', await readVersions(ctx, me))
    if (build !== null) send('build', { entry: build })
    started = true
    for (const change of early) forward(change)
    // The member may have changed between authentication and the subscription.
    await lookAgainSafely()
    if (!closed) beat()
  }
  return { evict: () => bye('too-many', `retry: ${retryTooManyMs}\n`), begun: begin().catch(giveUp) }
}

function eventText(event: string, data: unknown) {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Starts a response that proxies must not buffer. @returns null if the client has disconnected */
export function beginStream(reply: FastifyReply) {
  reply.hijack()
  const response = reply.raw
  if (response.closed) return null
  // HAProxy delays each chunk of a chunked response by 200 ms (T82). Without chunks, the end of the connection ends the response.
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

/** The topics that this member may follow, with the client's names for them. */
function topicsOf(me: SignedIn) {
  return topicsFor({ memberId: me.id, officer: isOfficer(me) })
}

/** The version of each topic that this member may follow, by the client's names. */
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
