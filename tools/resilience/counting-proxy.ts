import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy on a free port of 127.0.0.1 that counts requests and the status of their responses. */
export async function startCountingProxy() {
  let target = 0
  let requests = 0
  let open = 0
  const statuses = new Map<number, number>()
  /** One request for each address that was answered with a 5xx or not at all. */
  const failed = new Set<string>()

  const proxy = createServer((asked, answer) => {
    requests += 1
    open += 1
    answer.on('close', () => {
      open -= 1
    })
    const { method = '', url = '', headers } = asked
    const note = (status: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 || status === 0) failed.add(`${status} ${method} ${url.slice(0, 200)}`)
    }
    const passedOn = request({ host: '127.0.0.1', port: target, method, path: url, headers, agent: false })
    passedOn.on('response', (reply) => {
      note(reply.statusCode ?? 0)
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.on('error', () => answer.destroy()).pipe(answer)
    })
    passedOn.on('error', () => {
      // If the client has hung up, it isn't a failure.
      if (!asked.socket.destroyed) note(0)
      answer.destroy()
    })
    answer.on('close', () => passedOn.destroy())
    asked.pipe(passedOn)
  })
  proxy.on('clientError', (_error, socket) => socket.destroy())
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    leadTo(port: number) {
      target = port
    },
    /** `open`: requests whose response has not ended, such as streams. */
    count: () => ({ requests, open, statuses: new Map(statuses), failed: [...failed] }),
    stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
