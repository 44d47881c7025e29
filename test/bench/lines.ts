import { once } from 'node:events'
import { connect } from 'node:net'

/** What is asked, ready to be put on a line. */
export type Question = Buffer

/** As a browser asks, with the few headers that matter. */
export function question(url: URL, cookie: string, headers: Record<string, string> = {}, body?: object): Question {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: url.host,
    cookie,
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const words = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const method = body === undefined ? 'GET' : 'POST'
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${words.join('')}\r\n${text}`)
}

export type Answer = { status: number; ms: number }
export type Line = ReturnType<typeof openLine>

/**
 * A kept line to a server on this machine, for one question after the other: a client that takes as little of the processor as
 * can be, for it is the server that is measured. It writes bytes that are there already, and of an answer it reads the status and
 * the length alone. A line that the server has closed while nothing was asked is opened again, as a browser does.
 */
export function openLine(port: number) {
  let socket = open()
  let told: ((answer: Answer) => void) | null = null
  let failed: (error: Error) => void = () => {}
  let askedAt = 0
  let head = ''
  let status = 0
  /** What is still to come of the answer's body; -1 while its head has not come. */
  let missing = -1

  function open() {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', read)
    opened.on('error', fail)
    opened.on('close', () => fail(new Error('the server has closed a line')))
    return opened
  }

  function read(chunk: Buffer) {
    if (missing === -1) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      status = Number(head.slice(9, 12))
      missing = lengthOf(head, end, status) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing !== 0) return
    const tell = told
    told = null
    tell?.({ status, ms: performance.now() - askedAt })
  }

  function fail(error: Error) {
    if (told === null) return
    told = null
    failed(error)
  }

  /** Tells the answer to `tell`, which may ask again at once. */
  function ask(asked: Question, tell: (answer: Answer) => void, whenFailed: (error: Error) => void) {
    told = tell
    failed = whenFailed
    missing = -1
    head = ''
    askedAt = performance.now()
    if (!socket.writable) socket = open()
    socket.write(asked)
  }

  return {
    open: () => once(socket, 'connect'),
    ask,
    askOnce: (asked: Question) => new Promise<Answer>((resolve, reject) => ask(asked, resolve, reject)),
    close() {
      told = null
      socket.destroy()
    },
  }
}

function lengthOf(head: string, end: number, status: number) {
  if (status === 304 || status === 204) return 0
  const found = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))
  if (!found) throw new Error(`an answer in chunks, or without an end:\n${head.slice(0, end)}`)
  return Number(found[1])
}

export type Asked = {
  /** What to ask next; null when there is nothing any more. */
  next: () => Question | null
  /** For so long, or until there is nothing any more. */
  forMs?: number
}

export type Lines = Awaited<ReturnType<typeof openLines>>

/** So many lines, evenly over the servers of these ports, on each of which one question follows the other. */
export async function openLines(ports: number[], many: number) {
  const lines = Array.from({ length: many }, (_, i) => openLine(ports[i % ports.length] ?? 0))
  await Promise.all(lines.map((line) => line.open()))

  async function ask({ next, forMs = Number.POSITIVE_INFINITY }: Asked) {
    const answers: Answer[] = []
    const begunAt = performance.now()
    const askOn = (line: Line) =>
      new Promise<void>((resolve, reject) => {
        const askNext = () => {
          const asked = performance.now() - begunAt < forMs ? next() : null
          if (asked === null) resolve()
          else line.ask(asked, hear, reject)
        }
        const hear = (answer: Answer) => {
          answers.push(answer)
          askNext()
        }
        askNext()
      })
    await Promise.all(lines.map(askOn))
    return { answers, lastedMs: performance.now() - begunAt }
  }

  return {
    ask,
    close() {
      for (const line of lines) line.close()
    },
  }
}
