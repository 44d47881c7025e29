import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { boot } from '#server/boot.ts'
import { systemClock } from '#server/clock.ts'
import { parseClubConfig } from '#server/ops/config/club-config.ts'
import { readEnvironment } from '#server/ops/config/environment.ts'
import { type EngineName, engines } from '#test/support/club.ts'
import { runCommand } from '#test/support/command.ts'
import { createDatabase } from '#test/support/postgres.ts'

const officer = 'kai.nakamura@purdue.edu'
const member = 'maya.okafor@purdue.edu'
/** How soon an open screen shows what a command has changed (T71). */
const followsWithinMs = 2000

/** The demo club on a real server with the real clock, and commands on its database in their own processes. */
async function startServerProcess(engine: EngineName) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quiver-beside-'))
  const made = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : null
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a test secret that is long enough 0123456789',
    ...(made ? { DATABASE_URL: made.url } : {}),
  }
  const command = (...args: string[]) => runCommand(args, { env })
  const seeded = await command('seed', 'demo')
  expect(seeded).toMatchObject({ code: 0, stderr: '' })
  const password = /with the password "([^"]+)"/.exec(seeded.stdout)?.[1]
  const environment = readEnvironment(env)
  const log = pino({ level: 'silent' })
  const quiver = await boot({ environment, club: parseClubConfig({}), clock: systemClock, log, webDir: null })
  await quiver.app.listen({ port: 0 })
  const { port } = quiver.app.server.address() as AddressInfo

  async function cookieOf(email: string) {
    const reply = await quiver.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: environment.baseUrl },
      payload: { email, password },
    })
    expect(reply.statusCode).toBe(200)
    return String(reply.headers['set-cookie']).split(';')[0] ?? ''
  }

  return {
    command,
    cookieOf,
    /** An open screen of the member with this cookie. */
    async screen(cookie: string) {
      const reply = await fetch(`http://127.0.0.1:${port}/live`, { headers: { cookie } })
      const events = watch(reply.body as ReadableStream<Uint8Array>)
      await events.seen('event: versions')
      return events
    },
    async [Symbol.asyncDispose]() {
      await quiver.stop()
      await made?.[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Reads an event stream as text, and records when each piece arrived. */
function watch(body: ReadableStream<Uint8Array>) {
  let text = ''
  let wake = Promise.withResolvers<void>()
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers()
    }
    wake.resolve()
  })()
  return {
    async seen(what: string) {
      while (!text.includes(what)) await Promise.race([wake.promise, reading])
      return performance.now()
    },
  }
}

describe.each(engines)('a command beside a running server (%s)', (engine) => {
  let server: Awaited<ReturnType<typeof startServerProcess>>
  beforeAll(async () => {
    server = await startServerProcess(engine)
  }, 90_000)
  afterAll(() => server[Symbol.asyncDispose]())

  // Shows: 7.14, T71
  test('shows on open screens within two seconds: the member’s own and the officers’ list', async () => {
    const [hers, officers] = [await server.cookieOf(member), await server.cookieOf(officer)]
    for (const [act, says] of [
      ['add', `${member} is now an officer.`],
      ['remove', `${member} is no longer an officer.`],
    ] as const) {
      const [own, list] = [await server.screen(hers), await server.screen(officers)]
      const seen = Promise.all([
        own.seen('event: bye\ndata: {"reason":"person-changed"}'),
        list.seen('event: change\ndata: {"topic":"members"'),
      ])
      expect(await server.command('officer', act, member)).toEqual({ code: 0, stdout: `${says}\n`, stderr: '' })
      const doneAt = performance.now()
      for (const seenAt of await seen) expect(seenAt - doneAt).toBeLessThan(followsWithinMs)
    }
  }, 60_000)

  test('finds the club sound, people signed in and all', async () => {
    const { code, stdout, stderr } = await server.command('verify')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/\nAll \d+ checks passed\.\n$/)
    expect(stdout).not.toContain('@')
  }, 60_000)

  test('of two that take the last two officers away one is refused', async () => {
    await server.command('officer', 'remove', 'priya.raman@purdue.edu')
    const ended = await Promise.all([
      server.command('officer', 'remove', officer),
      server.command('officer', 'remove', 'jonah.weiss@purdue.edu'),
    ])
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(ended.find(({ code }) => code === 1)?.stderr).toMatch(
      /^\S+@purdue\.edu is the last officer, and a club needs/,
    )
    expect((await server.command('officer', 'list')).stdout).toMatch(/^\S+@purdue\.edu\t[^\n]+\n$/)
  }, 60_000)
})
