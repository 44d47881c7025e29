import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { policies } from '#contract/policies.ts'
import type { AppContext } from '#server/context.ts'
import { isApi } from '#server/http/hooks.ts'
import { begunAt, listBackups } from '#server/ops/backup/retention.ts'

type MetricsInput = { ctx: Pick<AppContext, 'database' | 'clock'>; server: Server; backupFolder: string }

const started = 'http.server.request.start'
const finished = 'http.server.response.finish'
const operations = new Set<string>(Object.keys(policies))

/**
 * Metrics in Prometheus' text format, without personal data: request durations, event loop lag, memory, queued emails,
 * and the age of the newest backup.
 */
export function createMetrics({ ctx, server, backupFolder }: MetricsInput) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'quiver_request_seconds',
    help: 'Request duration by route and status',
    labelNames: ['what', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  new Gauge({
    name: 'quiver_mails',
    help: 'Emails from the last 30 days that are waiting to be sent or were given up',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, failed } = await countEmails(ctx)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'failed' }, failed)
    },
  })
  new Gauge({
    name: 'quiver_backup_age_seconds',
    help: 'Age of the newest backup in BACKUP_DIR; NaN if there is none',
    registers,
    async collect() {
      const newest = begunAt((await listBackups(backupFolder)).at(-1) ?? '')
      this.set(newest === null ? Number.NaN : (ctx.clock.now() - newest) / 1000)
    },
  })

  const begun = new WeakMap<IncomingMessage, number>()
  const onStart = (message: unknown) => {
    const { request, server: asked } = message as { request: IncomingMessage; server: Server }
    if (asked === server) begun.set(request, performance.now())
  }
  const onFinish = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const at = begun.get(request)
    if (at === undefined) return
    const labels = { what: routeLabel(request.url ?? ''), status: `${Math.floor(response.statusCode / 100)}xx` }
    requests.observe(labels, (performance.now() - at) / 1000)
  }
  subscribe(started, onStart)
  subscribe(finished, onFinish)
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    stop() {
      unsubscribe(started, onStart)
      unsubscribe(finished, onFinish)
      register.clear()
    },
  }
}

/** One of a small set of labels for any URL, so that the number of time series stays bounded. */
export function routeLabel(url: string) {
  const path = url.split('?')[0] ?? ''
  const operation = /^\/rpc\/(\w+)\/(\w+)$/.exec(path)?.slice(1).join('.') ?? ''
  if (operations.has(operation)) return operation
  if (path === '/live' || path === '/live/versions') return 'live'
  if (isApi(path)) return 'api'
  return path.startsWith('/assets/') ? 'asset' : 'page'
}

async function countEmails({ database }: MetricsInput['ctx']) {
  return database.db
    .selectFrom('mailOutbox')
    .where('sentAt', 'is', null)
    .where('subscriptionId', 'is', null)
    .select(({ fn, ref, eb }) => [
      fn.countAll<number>().filterWhere('failedAt', 'is', null).as('waiting'),
      // Notifications dropped as outdated have no error.
      fn
        .count<number>(ref('failedAt'))
        .filterWhere(eb('lastError', 'is not', null))
        .as('failed'),
    ])
    .executeTakeFirstOrThrow()
}

type Where = { host: string; port: number }

/**
 * Serves `GET /metrics` on its own port, because the numbers aren't for the public and no proxy leads there.
 * @returns a function that stops it
 * @throws an error with the code EADDRINUSE if the port is taken
 */
export async function serveMetrics(metrics: ReturnType<typeof createMetrics>, { host, port }: Where) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      // The database is down; a later scrape works again.
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
