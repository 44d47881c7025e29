import type { TestClub } from './club.ts'

export type Told = { event: string; data: Record<string, unknown> }
export type LiveStream = Awaited<ReturnType<typeof listen>>

/** Makes the club listen on a port. @returns the port */
export async function portOf(club: TestClub) {
  if (!club.app.server.listening) await club.app.listen({ port: 0, host: '127.0.0.1' })
  const address = club.app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Reads a real stream over a real socket. */
export async function listen(club: TestClub, cookie: string) {
  return listenAt(`http://127.0.0.1:${await portOf(club)}`, cookie)
}

/** The same of the server at this address. */
export async function listenAt(url: string, cookie: string) {
  const stopped = new AbortController()
  const response = await fetch(`${url}/live`, { headers: { cookie }, signal: stopped.signal })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let retryMs = 0
  return {
    /** The last reconnection delay that the server sent, in ms. */
    retryMs: () => retryMs,
    /** The next event. @throws when the stream has closed */
    async next(): Promise<Told> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          const event = /^event: (.+)$/m.exec(block)?.[1]
          const data = /^data: (.+)$/m.exec(block)?.[1]
          retryMs = Number(/^retry: (\d+)$/m.exec(block)?.[1] ?? retryMs)
          if (event && data) return { event, data: JSON.parse(data) }
          continue
        }
        const { value, done } = await reader.read()
        if (done) throw new Error('the stream is closed')
        text += value
      }
    },
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await reader.cancel().catch(() => {})
    },
  }
}

/** Collects all further events in a list that grows until the stream closes. */
export function collect(stream: LiveStream) {
  const heard: Told[] = []
  const read = async () => {
    for (;;) heard.push(await stream.next())
  }
  read().catch(() => {})
  return heard
}
