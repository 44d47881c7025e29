import { createServer } from 'node:http'
import type { createMetrics } from './metrics.ts'

type Where = { host: string; port: number }

/**
 * `GET /metrics` on a port of its own, which no proxy leads to: numbers about the club are nobody's on the web. @returns how
 * to end it. @throws an error with the code EADDRINUSE when another program has the port
 */
export async function serveMetrics(metrics: ReturnType<typeof createMetrics>, { host, port }: Where) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      // The database is away: what asks again later sees the numbers then.
      response.writeHead(503, { 'retry-after': '5' }).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return async () => {
    metrics.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
