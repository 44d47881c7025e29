import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { engines } from '#test/support/club.ts'
import { runCommand } from '#test/support/command.ts'
import { type LiveStream, listenAt, type Told } from '#test/support/live-stream.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** How soon an open screen shows what a command has changed (T71). */
const followsWithinMs = 2000

/** When the stream tells this. */
async function heard(stream: LiveStream, isThis: (told: Told) => boolean) {
  while (!isThis(await stream.next()));
  return performance.now()
}

describe.each(engines)('a command beside a running server (%s)', (engine) => {
  const ends = new AsyncDisposableStack()
  let server: RunningServer
  let maya: QuickMember
  let officers: QuickMember[]
  beforeAll(async () => {
    const database = engine === 'postgres' ? ends.use(await createDatabase(inject('postgresUrl'))) : null
    const AUTH_SECRET = 'a test secret that is long enough 0123456789'
    server = ends.use(await startServer({ env: database ? { DATABASE_URL: database.url, AUTH_SECRET } : {} }))
    maya = await quickMember(server, { email: 'maya@purdue.edu' })
    officers = []
    for (const name of ['kai', 'lee'])
      officers.push(await quickMember(server, { email: `${name}@purdue.edu`, officer: true }))
  }, 90_000)
  afterAll(() => ends.disposeAsync())

  const command = (...words: string[]) => runCommand(words, { env: server.env })
  async function screenOf({ cookie }: QuickMember) {
    const stream = await listenAt(server.url, cookie)
    expect((await stream.next()).event).toBe('versions')
    return stream
  }

  // Shows: 7.14, T71
  test('shows on open screens within two seconds: the member’s own and the officers’ list', async () => {
    for (const [act, says] of [
      ['add', `${maya.email} is now an officer.`],
      ['remove', `${maya.email} is no longer an officer.`],
    ] as const) {
      await using own = await screenOf(maya)
      await using list = await screenOf(officers[0] as QuickMember)
      const seen = Promise.all([
        heard(own, ({ event, data }) => event === 'bye' && data.reason === 'person-changed'),
        heard(list, ({ event, data }) => event === 'change' && data.topic === 'members'),
      ])
      expect(await command('officer', act, maya.email)).toEqual({ code: 0, stdout: `${says}\n`, stderr: '' })
      const doneAt = performance.now()
      for (const seenAt of await seen) expect(seenAt - doneAt).toBeLessThan(followsWithinMs)
    }
  })
})
