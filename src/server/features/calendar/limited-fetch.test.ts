import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type Answer, startFaultyServer } from '#test/support/faulty-server.ts'
import { CalendarFault } from './calendar-source.ts'
import { fetchLimits, openLimitedFetch } from './limited-fetch.ts'

const page: Answer = { status: 200, headers: {}, body: 'a calendar' }

/** The outcome of fetching the address. */
async function fetched(address: string, how: typeof fetch) {
  using http = openLimitedFetch({ clock: systemClock, limits: fetchLimits, fetch: how, setting: 'CALENDAR_ICS_URL' })
  try {
    const { body } = await http.get(new URL(address))
    return { text: new TextDecoder().decode(body), failure: null }
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    return { text: null, failure: error.failure }
  }
}

/** The outcome with every address that was actually requested. */
async function outcomeOf(address: string) {
  const asked: string[] = []
  const outcome = await fetched(address, (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  })
  return { asked, ...outcome }
}

/** The outcome where http leads to https, with every address and authorization that was sent. */
async function redirectedToHttps(address: string) {
  const asked: [string, string | null][] = []
  const outcome = await fetched(address, async (input, init) => {
    asked.push([String(input), new Headers(init?.headers).get('authorization')])
    return asked.length === 1 ? Response.redirect('https://club.example/feed') : new Response('a calendar')
  })
  return { asked, ...outcome }
}

describe('a redirect', () => {
  test('that never ends is given up after three', async () => {
    await using server = await startFaultyServer(({ path }) => redirect(`${path}x`))
    expect((await outcomeOf(`${server.origin}/a`)).failure?.kind).toBe('bad-answer')
    expect(server.requests).toHaveLength(4)
  })

  // The server's own host is filled in.
  const targets = [
    ...['http://127.0.0.1:9/', 'http://2130706433:9/', '//127.0.0.1:9/', '\\\\127.0.0.1:9\\'],
    ...['http://user:password@127.0.0.1:9/', 'http://OWNHOST@127.0.0.1:9/', 'http://127.0.0.1:9#@OWNHOST/'],
    ...['https://OWNHOST/', 'ftp://127.0.0.1:9/', 'file:///etc/passwd', 'data:text/calendar,BEGIN:VCALENDAR'],
    ...['http://169.254.169.254/latest/meta-data/', 'http://'],
  ]
  // Shows: T59, ASVS 1.3.6, ASVS 13.2.4, ASVS 13.2.5, ASVS 15.3.2
  test.each(targets)('to %s is not followed', async (target) => {
    await using server = await startFaultyServer(() => redirect(to))
    const to = target.replace('OWNHOST', new URL(server.origin).host)
    for (const status of [301, 302, 303, 307, 308]) {
      server.fault({ kind: 'answer', status, headers: { location: to } })
      const { asked, failure } = await outcomeOf(`${server.origin}/feed?secret=token`)
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('CALENDAR_ICS_URL') })
      expect(failure?.message).not.toMatch(/token|password/)
      expect(asked).toEqual([`${server.origin}/feed?secret=token`])
    }
  })

  test('from http to https of the same name may be followed, between the usual ports', async () => {
    const { asked, text } = await redirectedToHttps('http://club.example/feed')
    expect(asked).toEqual([
      ['http://club.example/feed', null],
      ['https://club.example/feed', null],
    ])
    expect(text).toBe('a calendar')
  })
})

describe('a user name and password in the address', () => {
  test('are sent as authorization, also after a redirect that names others, and are in no address', async () => {
    const planted = () => redirect(server.origin.replace('http://', 'http://eve:planted@').concat('/new'))
    await using server = await startFaultyServer(({ path }) => (path === '/new' ? page : planted()))
    const address = server.origin.replace('http://', 'http://ann%40example.edu:s%3Acr%25t%20%C3%BC@')
    const { asked, text } = await outcomeOf(`${address}/old`)
    expect(text).toBe('a calendar')
    expect(asked).toEqual([`${server.origin}/old`, `${server.origin}/new`])
    const sent = server.requests.map(({ headers }) => Buffer.from(headers.authorization?.slice(6) ?? '', 'base64'))
    expect(sent.map(String)).toEqual(['ann@example.edu:s:cr%t ü', 'ann@example.edu:s:cr%t ü'])
  })

  test('go to no other origin, not even by https, and are in no message', async () => {
    const { asked, failure } = await redirectedToHttps('http://ann:s3cret@club.example/feed')
    expect(failure).toEqual({
      kind: 'refused',
      message:
        'The calendar server (club.example) redirects to https before it gets the user name and password. Start CALENDAR_ICS_URL with https://.',
    })
    expect(asked).toEqual([['http://club.example/feed', `Basic ${btoa('ann:s3cret')}`]])
  })
})

// Shows: T59
test('a body is measured as it is after unpacking', async () => {
  await using server = await startFaultyServer(() => page)
  const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
  expect(bomb.length).toBeLessThan(60_000)
  server.fault({ kind: 'answer', headers: { 'content-encoding': 'gzip' }, body: bomb })
  const message = expect.stringContaining('5 MB')
  expect((await outcomeOf(server.origin)).failure).toMatchObject({ kind: 'bad-answer', message })
})

test('a server that can’t be reached is named with the cause and the host alone', async () => {
  for (const host of ['127.0.0.1:2', 'nowhere.invalid']) {
    const { failure } = await outcomeOf(`http://ann:s3cret@${host}/secret-token`)
    expect(failure?.kind).toBe('unreachable')
    expect(failure?.message).toContain(host)
    expect(failure?.message).toMatch(/ \([A-Z_]+\)\. [A-Z]/)
    expect(failure?.message).not.toMatch(/ann|s3cret|secret-token/)
  }
})

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: 'elsewhere' }
}
