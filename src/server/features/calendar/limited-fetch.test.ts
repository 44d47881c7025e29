import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type Answer, startFaultyServer } from '#test/support/faulty-server.ts'
import { CalendarFault } from './calendar-source.ts'
import { fetchLimits, openLimitedFetch } from './limited-fetch.ts'
import { whatToDo, whyUnreachable } from './why-unreachable.ts'

const page: Answer = { status: 200, headers: {}, body: 'a calendar' }

/** The outcome of fetching the address, with every address that was actually requested. */
async function outcomeOf(address: string, limits = fetchLimits) {
  const asked: string[] = []
  const spy: typeof fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  using http = openLimitedFetch({ clock: systemClock, limits, fetch: spy, setting: 'CALENDAR_ICS_URL' })
  try {
    const { body } = await http.get(new URL(address))
    return { asked, text: new TextDecoder().decode(body), failure: null }
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    return { asked, text: null, failure: error.failure }
  }
}

async function messageOf(address: string) {
  return (await outcomeOf(address)).failure?.message
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

test.each([
  ['https://accounts.google.com/ServiceLogin?secret=token', true],
  ['https://idp.example.edu/idp/profile/SAML2/Redirect/SSO?secret=token', true],
  ['https://www.example.edu/users/sign_in', true],
  ['https://blog-info.example.edu/author/designing/lesson', false],
  ['https://www.example.edu/signing', false],
])('a redirect to %s is called a login: %s, and only its host is named', async (to, isLogin) => {
  await using server = await startFaultyServer(() => redirect(to))
  const { failure } = await outcomeOf(`${server.origin}/feed?secret=token`)
  const says = isLogin
    ? `asks people to log in: it redirects to a login page on another host (${new URL(to).host}). Publish the calendar`
    : `redirects to another host (${new URL(to).host})`
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining(says) })
  expect(failure?.message).not.toContain('token')
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

  test('may have a percent sign that is no code, and may be one without the other', async () => {
    await using server = await startFaultyServer(() => page)
    for (const [given, sent] of Object.entries({ 'ann:50%25%': 'ann:50%25%', ann: 'ann:', ':key': ':key' })) {
      await outcomeOf(server.origin.replace('http://', `http://${given}@`))
      expect(server.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa(sent)}`)
    }
  })

  test('go to no other origin, not even by https, and are in no message', async () => {
    const asked: unknown[] = []
    const pretend: typeof fetch = async (input, init) => {
      asked.push([String(input), new Headers(init?.headers).get('authorization')])
      return Response.redirect('https://club.example/feed')
    }
    const setting = 'CALENDAR_ICS_URL'
    using http = openLimitedFetch({ clock: systemClock, limits: fetchLimits, setting, fetch: pretend })
    const told = http.get(new URL('http://ann:s3cret@club.example/feed')).catch((error) => error.failure)
    expect(await told).toEqual({
      kind: 'refused',
      message:
        'The calendar server (club.example) redirects to https before it gets the user name and password. Start CALENDAR_ICS_URL with https://.',
    })
    expect(asked).toEqual([['http://club.example/feed', `Basic ${btoa('ann:s3cret')}`]])
  })
})

test('a request says who sends it, in a form that servers for browsers accept', async () => {
  await using server = await startFaultyServer(() => page)
  await outcomeOf(server.origin)
  expect(server.requests[0]?.headers['user-agent']).toMatch(/^Mozilla\/5\.0 \(.*Quiver calendar reader.*\)$/)
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

describe('what is in the way is named', () => {
  test('a port that fetch refuses', async () => {
    expect((await outcomeOf('http://ann:s3cret@127.0.0.1:6000/secret-token')).failure).toEqual({
      kind: 'refused',
      message:
        'The calendar server (127.0.0.1:6000) can’t be read at port 6000. Like browsers, Quiver doesn’t connect to ports that belong to other services. Ask the people who run it for the calendar at another port, such as 443, and put that address in CALENDAR_ICS_URL.',
    })
  })

  test.each([407, 511])('a proxy that asks for a login (%i)', async (status) => {
    await using server = await startFaultyServer(() => ({ ...page, status }))
    const says = new RegExp(
      `^A proxy between .* asks for a login \\(status ${status}\\)\\. Ask the people who run this`,
    )
    expect((await outcomeOf(server.origin)).failure).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(says),
    })
  })

  test('a server without encryption, and a damaged response', async () => {
    await using server = await startFaultyServer(() => page)
    expect(await messageOf(server.origin.replace('http:', 'https:'))).toMatch(
      /doesn’t use encryption on this port \(ERR_SSL_WRONG_VERSION_NUMBER\)\. Check the port in CALENDAR_ICS_URL, /,
    )
    server.fault({ kind: 'answer', headers: { 'content-encoding': 'gzip' }, body: 'not gzip' })
    expect(await messageOf(server.origin)).toMatch(/sends damaged data \(Z_DATA_ERROR\)\. We’ll/)
  })

  test.each([
    ['CERT_HAS_EXPIRED', /has an expired certificate \(CERT_HAS_EXPIRED\)\. Ask the people who run that server to r/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate for another name .* Check the host in CALENDAR_ICS_URL\. If it’s/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /can’t agree .* Ask the people who run that server to offer TLS 1\.2/],
    ['HPE_INVALID_CONSTANT', /doesn’t speak HTTP on this port \(HPE_\w+\)\. Check the port in CALENDAR_ICS_URL, /],
    ['SOMETHING_NEW', /can’t be read \(SOMETHING_NEW\)\. Check the host and port in CALENDAR_ICS_URL, and that/],
    ['__proto__', /can’t be read\. Check the host/],
  ])('a failed connection (%s)', (code, says) => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('secret-token'), { code }) })
    expect(`${whyUnreachable(error)}. ${whatToDo(error, 'CALENDAR_ICS_URL')}`).toMatch(says)
    expect(whatToDo(error, undefined)).not.toContain('CALENDAR_ICS_URL')
  })
})

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: 'elsewhere' }
}
