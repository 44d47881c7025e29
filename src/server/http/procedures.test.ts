import Fastify from 'fastify'
import { expect } from 'vitest'
import { policies } from '#contract/policies.ts'
import {
  type Asker,
  everybody,
  expectedAt,
  expectedOf,
  heardIn,
  namesOf,
  routeRows,
  signingOutLast,
  verdict,
} from '#test/support/access-matrix.ts'
import { createTestClub, describe, test, usualEngines } from '#test/support/club-test.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { operations, ways } from '#test/support/transports.ts'
import { requireRoutePolicies } from './route-policies.ts'
import { shellAddress } from './shell-address.ts'

describe.each(usualEngines)('every operation (%s)', (engine) => {
  // Shows: 1.7, 2.48, 6.18, 6.19, T10, T22, ASVS 2.3.1, ASVS 7.4.2, ASVS 8.2.1, ASVS 8.3.1
  test.each(ways)('below %s lets in those whom its policy names, and no one else (T10, T22)', async (way) => {
    await using club = await createTestClub(engine)
    const people = await everybody(club)
    let asked = 0
    for (const operation of signingOutLast)
      for (const [name, who] of Object.entries(people)) {
        const expected = expectedAt(operation, name as Asker)
        expect([operation, name, await verdict(who, operation, way)]).toEqual([operation, name, expected])
        asked += 1
      }
    expect(asked).toBe(operations.length * 10)
  })
})

/** A club with everything that the routes' paths need: a photo, a practice, a calendar link, the service worker's shell. */
async function createAskedClub() {
  const web = await createClubWithPages()
  const { club } = web
  const kai = await club.officer()
  const picture = await sendPicture(kai, await jpeg())
  await kai.api.calendarFeed.create({})
  const words: Record<string, string> = {
    picture: picture.json().pictureUrl.split('/')[3],
    practice: await club.practice(),
    feed: (await kai.api.calendarFeed.get()).feed?.url.match(/([\w-]{43})\.ics$/)?.[1] ?? '',
    shell: await shellAddress(web.webDir),
    mailbox: club.ctx.secrets.devMailKey,
  }
  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
  return { ...web, fill }
}

describe('every route', () => {
  // Shows: T20, T22, ASVS 6.3.4
  test('of the app is in the matrix, with the policy that it declares', async () => {
    await using web = await createClubWithPages()
    expect(namesOf(web.app.routes)).toEqual(Object.keys(routeRows).toSorted())
    for (const { method, url, config } of web.app.routes)
      for (const each of [method].flat()) {
        const row = routeRows[`${each === 'HEAD' ? 'GET' : each} ${url}`]
        expect([each, url, config?.policy]).toEqual([each, url, row?.policy])
      }
  })

  // Shows: T10, T22
  test('outside the operations lets in those whom its row names, and no one else (T10, T22)', {
    timeout: 60_000,
  }, async () => {
    await using web = await createAskedClub()
    const people = await everybody(web.club)
    const heads = new Set(web.app.routes.filter(({ method }) => [method].flat().includes('HEAD')).map(({ url }) => url))
    let asked = 0
    for (const [name, row] of Object.entries(routeRows)) {
      const [method = '', url = ''] = name.split(' ')
      const path = web.fill(row.at ?? url)
      for (const [asker, { cookie }] of Object.entries(people)) {
        const expected = expectedOf(row, asker as Asker, method === 'GET')
        if (expected === null) continue
        const headers = {
          ...(cookie === null ? {} : { cookie }),
          ...(row.sends === undefined ? {} : { 'content-type': row.sends.type }),
        }
        const reply = await web.ask({ method, path, headers, ...(row.sends && { body: row.sends.body }) })
        expect([name, asker, heardIn(reply)]).toEqual([name, asker, expected])
        asked += 1
        if (method !== 'GET' || !heads.has(url)) continue
        const { status } = await web.ask({ method: 'HEAD', path, headers })
        expect([`HEAD ${url}`, asker, status]).toEqual([`HEAD ${url}`, asker, Number(expected.slice(0, 3))])
        asked += 1
      }
    }
    expect(asked).toBeGreaterThan(500)
  })
})

describe('without a policy', () => {
  // Shows: ASVS 8.2.1
  test('an operation is closed to everyone', async ({ club }) => {
    const kai = await club.officer({ dayPasses: 1 })
    const policy = policies['passes.use']
    try {
      Reflect.deleteProperty(policies, 'passes.use')
      for (const way of ways) expect(await verdict(kai, 'passes.use', way)).toBe('403 FORBIDDEN')
    } finally {
      policies['passes.use'] = policy
    }
    expect((await kai.row()).dayPasses).toBe(1)
    for (const way of ways) expect(await verdict(kai, 'passes.use', way)).toBe('let in')
  })

  // Shows: ASVS 16.5.3
  test('a route stops the start', async () => {
    const app = Fastify()
    requireRoutePolicies(app)
    app.get('/said', { config: { policy: 'anyone' } }, () => 'hello')
    app.get('/forgotten', () => 'hello')
    await expect(app.ready()).rejects.toThrow('The route /forgotten has no policy')
  })
})
