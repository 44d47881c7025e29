import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listenLocally } from './local-port.ts'

type Forward = (headers: IncomingHttpHeaders, pass: (given: IncomingMessage) => unknown) => void

/** A proxy to another port of this machine: for each request, `handle` responds, or forwards it and passes the response. */
export async function startHttpProxy(
  target: number,
  handle: (asked: IncomingMessage, answer: ServerResponse, forward: Forward) => unknown,
) {
  const server = createServer((asked, answer) =>
    handle(asked, answer, (headers, pass) => {
      const address = { host: '127.0.0.1', port: target, method: asked.method, path: asked.url }
      const passed = request({ ...address, headers }, pass)
      passed.on('error', () => answer.headersSent || answer.writeHead(502).end())
      asked.pipe(passed)
    }),
  )
  const port = await listenLocally(server)
  return {
    port,
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Passes a response on as it is. */
export const passOn = (given: IncomingMessage, answer: ServerResponse) =>
  given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers))

export const bodyOf = async (given: IncomingMessage) =>
  Buffer.concat(await Array.fromAsync(given as AsyncIterable<Buffer>))
