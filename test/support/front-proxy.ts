import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A reverse proxy in front of a server, set up correctly or not: `right` adds the client to X-Forwarded-For and
 * streams, `keeps-back` buffers a response until it is complete, `names-nobody` passes X-Forwarded-For on unchanged,
 * `astray` doesn't reach the server, `leads-on` redirects to another address.
 */
export type ProxyWay = 'right' | 'keeps-back' | 'names-nobody' | 'astray' | 'leads-on'

export async function startFrontProxy(target: number) {
  const proxy = { way: 'right' as ProxyWay }
  const server = createServer((asked, answer) => {
    if (proxy.way === 'leads-on') return answer.writeHead(301, { location: 'https://www.example.edu/' }).end()
    if (proxy.way === 'astray') return answer.writeHead(502).end('Bad Gateway')
    const known = asked.headers['x-forwarded-for']
    const named = proxy.way === 'names-nobody' ? known : [known, asked.socket.remoteAddress].filter(Boolean).join(', ')
    const headers = { ...asked.headers, ...(named === undefined ? {} : { 'x-forwarded-for': named }) }
    const passed = request(
      { host: '127.0.0.1', port: target, method: asked.method, path: asked.url, headers },
      async (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        if (proxy.way !== 'keeps-back') return given.pipe(answer)
        answer.end(Buffer.concat(await Array.fromAsync(given as AsyncIterable<Buffer>)))
      },
    )
    passed.on('error', () => answer.headersSent || answer.writeHead(502).end())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    port,
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  })
}
