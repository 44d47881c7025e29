// Loaded into the measured server (tools/bench/way.ts): prints when it reaches the steps of a check-in, in milliseconds since 1970.
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg')
const note = (step) => process.stdout.write(`step ${step} ${performance.timeOrigin + performance.now()}\n`)
const isCommit = (sql) => typeof sql === 'string' && /^commit$/i.test(sql)

subscribe('http.server.request.start', ({ request, socket, response }) => {
  if (request.url.startsWith('/rpc/practices/checkIn')) note('received')
  if (request.url !== '/live') return
  const { write } = socket
  socket.write = function (...given) {
    if (String(given[0]).includes('event: change')) note('told')
    return Reflect.apply(write, this, given)
  }
  response.on('close', () => {
    socket.write = write
  })
})

function around(owner, name, sqlOf) {
  const own = owner[name]
  owner[name] = function (...given) {
    if (!isCommit(sqlOf(this, given))) return Reflect.apply(own, this, given)
    note('decided')
    const result = Reflect.apply(own, this, given)
    if (typeof result?.then === 'function')
      result.then(
        () => note('committed'),
        () => {},
      )
    else note('committed')
    return result
  }
}
around(DatabaseSync.prototype, 'exec', (_database, [sql]) => sql)
for (const name of ['run', 'all', 'get']) around(StatementSync.prototype, name, ({ sourceSQL }) => sourceSQL)
around(Client.prototype, 'query', (_client, [asked]) => (typeof asked === 'string' ? asked : asked?.text))
