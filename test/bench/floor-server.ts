import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from '#test/support/recorded-statements.ts'
import type { FloorReply, FloorRequest, FloorSettings } from './floors.ts'
import { type Deed, valuesFor } from './recorded.ts'

// The barest that can answer the same, in a process of its own as the server is: floors.ts starts it, and tells it what.

process.on('disconnect', () => process.exit(0))
const [settings] = (await once(process, 'message')) as [FloorSettings]
const { status, headers } = settings.answer
const body = Buffer.from(settings.answer.body, 'base64')
const carryOut = settings.acts ? await openActs(settings.acts) : null
let next = 0

function answerBarely(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(status, headers).end(status === 304 ? undefined : body)
}

/** Carries out the next of the deeds that it was given, and reads what it was sent as anybody has to. */
async function answerActs(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  JSON.parse(Buffer.concat(chunks).toString())
  const deed = settings.acts?.deeds[next++]
  if (deed) await carryOut?.(deed)
  answerBarely(request, response)
}

async function listen() {
  if (settings.by === 'fastify') {
    const app = Fastify()
    app.get('/*', (_request, reply) => {
      reply.code(status).headers(headers)
      return reply.send(status === 304 ? undefined : body)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const server = createServer(carryOut ? answerActs : answerBarely).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

/** The transaction as it was recorded, its statements prepared once and the commit durable, one after the other. */
async function openActs({
  database,
  statements,
}: NonNullable<FloorSettings['acts']>): Promise<(deed: Deed) => unknown> {
  if ('file' in database) {
    const sqlite = new DatabaseSync(database.file)
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'secure_delete = on'])
      sqlite.exec(`pragma ${pragma}`)
    const [begin, commit] = ['begin immediate', 'commit'].map((sql) => sqlite.prepare(sql))
    const prepared = statements.map((statement) => ({ statement, run: sqlite.prepare(statement.sql) }))
    return (deed) => {
      begin?.run()
      for (const { statement, run } of prepared) run.all(...(valuesFor(statement, deed) as SQLInputValue[]))
      commit?.run()
    }
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const prepared = statements.map((statement: Statement, i) => ({ statement, name: `floor ${i}` }))
  const carryOutOne = async (deed: Deed) => {
    await client.query('begin')
    for (const { statement, name } of prepared)
      await client.query({ name, text: statement.sql, values: valuesFor(statement, deed) })
    await client.query('commit')
  }
  let last: Promise<unknown> = Promise.resolve()
  return (deed) => {
    last = last.then(() => carryOutOne(deed))
    return last
  }
}

process.on('message', async ({ many, forMs }: FloorRequest) => {
  const ms: number[] = []
  const begunAt = performance.now()
  while (ms.length < many && performance.now() - begunAt < forMs) {
    const at = performance.now()
    const deed = settings.acts?.deeds[next++]
    if (!deed || !carryOut) break
    await carryOut(deed)
    ms.push(performance.now() - at)
  }
  process.send?.({ ms, lastedMs: performance.now() - begunAt } satisfies FloorReply)
})
process.send?.({ port: await listen() } satisfies FloorReply)
