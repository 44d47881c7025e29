import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devMailOf } from '#test/support/dev-mail.ts'
import { sendAsWritten } from './support/as-written.ts'
import { webDir } from './support/built-files.ts'
import { oddAddresses } from './support/odd-addresses.ts'
import { quickMember } from './support/quick-member.ts'
import { type RunningServer, startServer } from './support/server.ts'

// What the built server in production mode serves, and to which role, at addresses that an attacker would probe.

let server: RunningServer
let officer = ''
beforeAll(async () => {
  server = await startServer()
  officer = (await quickMember(server, { email: 'officer@purdue.edu', officer: true })).cookie
})
afterAll(() => server.dispose())

const get = (path: string, cookie = '') =>
  sendAsWritten(Number(server.env.PORT), { path, headers: { host: new URL(server.url).host, cookie } })

const scripts = readdirSync(join(webDir, 'assets')).filter((name) => /\.(js|css)$/.test(name))
const odd = oddAddresses(scripts)

/** A response that gives nothing away: a plain error, or a redirect to sign-in. */
function isNothing({ status, headers, body }: Awaited<ReturnType<typeof get>>) {
  if (status === 302) return headers.location === '/login' && body === ''
  if (![400, 401, 404].includes(status)) return false
  return Object.keys(JSON.parse(body)).toSorted().join() === 'code,message,requestId'
}

describe('the built server', () => {
  // Shows: T99, ASVS 13.4.1, ASVS 13.4.3
  test(`gives nothing away at ${odd.length} addresses that it does not have, to visitors and officers (T99)`, async () => {
    expect(odd.length).toBeGreaterThanOrEqual(300)
    for (const cookie of ['', officer])
      for (const path of odd) {
        const reply = await get(path, cookie)
        expect(
          isNothing(reply),
          `${path}: ${reply.status} ${reply.headers.location ?? ''} ${reply.body.slice(0, 200)}`,
        ).toBe(true)
      }
  })

  // Shows: T99
  test('has what it has: without that, its silence would say nothing (positive control)', async () => {
    const there = [
      '/login',
      '/home',
      '/healthz',
      '/readyz',
      '/favicon.svg',
      '/sw.js',
      '/api/v1/openapi.json',
      devMailOf(server),
    ]
    for (const path of [...there, ...scripts.map((name) => `/assets/${name}`)]) {
      const reply = await get(path)
      expect([path, reply.status, isNothing(reply), reply.body.length > 0]).toEqual([path, 200, false, true])
    }
  })
})

// Shows: T99
test('the build holds no source map, no source, and nothing of the machine that it was made on', () => {
  const files = globSync('**/*', { cwd: webDir, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(({ name }) => /\.(map|ts|tsx|md|log)$|^\.env/.test(name))).toEqual([])
  const here = join(import.meta.dirname, '..')
  for (const { parentPath, name } of files) {
    if (!/\.(js|css|html|json|svg)$/.test(name)) continue
    const content = readFileSync(join(parentPath, name), 'utf8')
    expect([name, /sourceMappingURL=(?!data:)/.test(content), content.includes(here)]).toEqual([name, false, false])
  }
})
