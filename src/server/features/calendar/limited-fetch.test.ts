import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type Answer, startFaultyServer } from '#test/support/faulty-server.ts'
import { CalendarFault } from './calendar-source.ts'
import { fetchLimits, openLimitedFetch } from './limited-fetch.ts'

const page: Answer = { status: 200, headers: {}, body: 'a calendar' }

/** The outcome of fetching the address, with every address that was actually requested. */
async function outcomeOf(address: string, limits = fetchLimits) {
  const asked: string[] = []
  const spy: typeof fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  using http = openLimitedFetch({ clock: systemClock, limits, fetch: spy })
  try {
    const { body } = await http.get(new URL(address))
    return { asked, text: new TextDecoder().decode(body), failure: null }
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    return { asked, text: null, failure: error.failure }
  }
}

/** A listener that must not be found; it counts connections. */
async function startVictim() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a redirect', () => {
  test('on the same host is followed', async () => {
    await using server = await startFaultyServer(({ path }) => (path === '/new' ? page : redirect('/new')))
    expect(await outcomeOf(`${server.origin}/old`)).toMatchObject({ text: 'a calendar', failure: null })
  })

  test('that never ends is given up after three', async () => {
    await using server = await startFaultyServer(({ path }) => redirect(`${path}x`))
    expect((await outcomeOf(`${server.origin}/a`)).failure?.kind).toBe('bad-answer')
    expect(server.requests).toHaveLength(4)
  })

  const targets = [
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://127.1:PORT/',
    'http://127.0.0.2:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://017700000001:PORT/',
    '//127.0.0.1:PORT/',
    '///127.0.0.1:PORT/',
    '\\\\127.0.0.1:PORT\\',
    'http:\\\\127.0.0.1:PORT/',
    'http://user:password@127.0.0.1:PORT/',
    'http://OWNHOST@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT#@OWNHOST/',
    'http://localhost.localdomain:PORT/',
    'https://127.0.0.1:PORT/',
    'https://OWNHOST/',
    'HTTP://127.0.0.1:PORT/%2e%2e',
    'ws://127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_',
    'file:///etc/passwd',
    'data:text/calendar,BEGIN:VCALENDAR',
    'javascript:alert(1)',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://[fd00:ec2::254]/',
    'http://nowhere.invalid/',
    'blob:http://127.0.0.1:PORT/1',
    'http://',
  ]
  test.each(targets)('to %s is not followed', async (target) => {
    await using victim = await startVictim()
    await using server = await startFaultyServer(() => redirect(to))
    const to = target.replace('PORT', String(victim.port)).replace('OWNHOST', new URL(server.origin).host)
    for (const status of [301, 302, 303, 307, 308]) {
      server.fault({ kind: 'answer', status, headers: { location: to } })
      const { asked, failure } = await outcomeOf(`${server.origin}/feed?secret=token`)
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('settings') })
      expect(failure?.message).not.toMatch(/token|password/)
      expect(asked).toEqual([`${server.origin}/feed?secret=token`])
    }
    expect(victim.connections()).toBe(0)
  })

  test('from http to https of the same name may be followed, between the usual ports', async () => {
    const asked: string[] = []
    const pretend: typeof fetch = async (input) => {
      asked.push(String(input))
      return asked.length === 1 ? Response.redirect('https://club.example/feed') : new Response('a calendar')
    }
    using http = openLimitedFetch({ clock: systemClock, limits: fetchLimits, fetch: pretend })
    await http.get(new URL('http://club.example/feed'))
    expect(asked).toEqual(['http://club.example/feed', 'https://club.example/feed'])
  })
})

describe('a body', () => {
  test('is measured as it is after unpacking', async () => {
    await using server = await startFaultyServer(() => page)
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
    expect(bomb.length).toBeLessThan(60_000)
    server.fault({ kind: 'answer', headers: { 'content-encoding': 'gzip' }, body: bomb })
    expect((await outcomeOf(server.origin)).failure).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringContaining('5 MB'),
    })
  })

  test('of exactly the most is taken, one byte more is not', async () => {
    await using server = await startFaultyServer(() => page)
    const limits = { deadlineMs: 10_000, maxBytes: 1000 }
    server.fault({ kind: 'answer', body: 'x'.repeat(1000) })
    expect((await outcomeOf(server.origin, limits)).text).toHaveLength(1000)
    server.fault({ kind: 'answer', body: 'x'.repeat(1001) })
    expect((await outcomeOf(server.origin, limits)).failure?.kind).toBe('bad-answer')
  })
})

describe('a server that can’t be reached', () => {
  test('is told with the cause and the host, without the rest of the address', async () => {
    await using victim = await startVictim()
    const addresses = [
      `http://127.0.0.1:${victim.port}/secret-token`,
      `https://127.0.0.1:${victim.port}/secret-token`,
      'http://nowhere.invalid/secret-token',
    ]
    for (const address of addresses) {
      const { failure } = await outcomeOf(address)
      expect(failure?.kind).toBe('unreachable')
      expect(failure?.message).toContain(new URL(address).host)
      expect(failure?.message).toMatch(/\([A-Z_]+\)\.$/)
      expect(failure?.message).not.toContain('secret-token')
    }
  })
})

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: 'elsewhere' }
}
