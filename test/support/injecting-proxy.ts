import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const address = '/assets/injected.js'

/**
 * A proxy in front of a server at `localhost` that makes every document run this function before anything else, in any
 * browser. It runs in the page, so it can't use anything from its scope.
 */
export async function startInjectingProxy(target: number, run: () => void) {
  const script = `(${run})()`
  const server = createServer((asked, answer) => {
    if (asked.url === address) return answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const { 'accept-encoding': _, ...headers } = asked.headers
    const passed = request(
      { host: '127.0.0.1', port: target, method: asked.method, path: asked.url, headers },
      async (given) => {
        if (!given.headers['content-type']?.startsWith('text/html')) {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          return given.pipe(answer)
        }
        const html = Buffer.concat(await Array.fromAsync(given as AsyncIterable<Buffer>)).toString()
        const { 'content-length': _length, ...sent } = given.headers
        answer.writeHead(given.statusCode ?? 502, sent)
        answer.end(html.replace('<head>', `<head><script src="${address}"></script>`))
      },
    )
    passed.on('error', () => answer.headersSent || answer.writeHead(502).end())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
