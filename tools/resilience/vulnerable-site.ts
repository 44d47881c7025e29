import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

/** A site on 127.0.0.1 with one vulnerability of each kind, to check that a scanner would notice it (negative control). */
export async function startLeakySite() {
  const database = new DatabaseSync(':memory:')
  database.exec("create table archer (id integer, name text); insert into archer values (1, 'Ana'), (2, 'Ben')")
  const read = (id: string) => JSON.stringify(database.prepare(`select name from archer where id = '${id}'`).all())

  const site = createServer(async (asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://localhost')
    const html = (markup: string) => answer.setHeader('content-type', 'text/html').end(`<!doctype html>${markup}`)
    try {
      if (pathname === '/.env') return answer.end('AUTH_SECRET=everybody knows it')
      if (pathname === '/archer') return answer.end(read(JSON.parse(await text(asked)).id))
      if (pathname === '/hello') return html(`<p>Hello ${searchParams.get('name')}</p>`)
      if (pathname === '/') return html('<a href="/hello?name=Ana">Ana</a>')
      answer.writeHead(302, { location: '/' }).end()
    } catch (error) {
      answer.writeHead(500).end(String(error))
    }
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    url: `http://localhost:${(site.address() as AddressInfo).port}`,
    stop() {
      site.closeAllConnections()
      site.close()
      database.close()
    },
  }
}
