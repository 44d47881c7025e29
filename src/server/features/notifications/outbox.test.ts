import { DatabaseSync } from 'node:sqlite'
import { expect, vi } from 'vitest'
import { createSmtpTransport } from '#server/email/transport.ts'
import { comparePasswords, ignoreRowCounts } from '#test/support/account-requests.ts'
import { allRows } from '#test/support/all-rows.ts'
import {
  createTestClub,
  describe,
  engines,
  goodPassword,
  type TestClub,
  type TestMember,
  test,
} from '#test/support/club-test.ts'
import { outboxBeside } from '#test/support/mail-club.ts'
import { mailBy, startSmtpSink } from '#test/support/smtp-sink.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const signUp = (club: TestClub, email: string) => club.visitor().api.account.signUp({ email, password: goodPassword })
const rows = (club: TestClub) => club.db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').execute()

const add = (club: TestClub, userId: string) =>
  club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId }))

/** Advances the clock in steps of five seconds until the assertion passes. */
const whileTimePasses = (club: TestClub, isSo: () => unknown) =>
  vi.waitFor(
    async () => {
      await club.clock.advance(5 * second)
      await isSo()
    },
    { timeout: 20_000, interval: 5 },
  )

describe.each(engines)('the outbox (%s)', (engine) => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  test('sends an email right away, and stores neither its address nor its token', async ({ club, sink }) => {
    await signUp(club, 'canary@purdue.edu')
    await sink.waitForMail({ to: 'canary@purdue.edu' })
    await vi.waitFor(async () => expect(await rows(club)).toMatchObject([{ sentAt: '2026-11-24T22:50:00.000Z' }]))
    const [row] = await rows(club)
    expect(row).toMatchObject({ sealed: null, lastError: null, failedAt: null, tries: 1 })
    expect(JSON.stringify(row)).not.toMatch(/canary|purdue/)
    // The token is encrypted while an email waits.
    await club.clock.advance(second)
    await sink.fail('refuse')
    await signUp(club, 'waits@purdue.edu')
    await vi.waitFor(async () => expect((await rows(club))[1]?.lastError).toContain('ECONNREFUSED'))
    const token = club.ctx.secrets.unseal((await rows(club))[1]?.sealed ?? '')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify([await rows(club), await allRows(club)])).not.toContain(token)
    await sink.fail()
    await whileTimePasses(club, () => expect(sink.mails[1]?.links[0]).toContain(token))
  })

  // Mail server failures don't depend on the database, so one kind is enough on Postgres.
  const faults = engine === 'sqlite' ? (['refuse', 'hang', '4xx', '5xx', 'drop'] as const) : (['4xx'] as const)
  // Shows: T88
  test.each(faults)(
    'holds no one up while the mail server fails (%s); afterwards each email comes once (T88)',
    async (fault) => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      comparePasswords(club)
      await sink.fail(fault)
      const emails = ['a@purdue.edu', 'b@purdue.edu', 'c@purdue.edu']
      for (const email of emails) {
        await signUp(club, email)
        await club.clock.advance(second)
      }
      // A hanging server holds on to the first email.
      const tried = fault === 'hang' ? [1, 0, 0] : [2, 2, 2]
      await whileTimePasses(club, async () => {
        const tries = (await rows(club)).map(({ tries }, i) => Math.min(tries, tried[i] ?? 0))
        expect(tries).toEqual(tried)
      })
      expect(sink.mails).toEqual([])
      await sink.fail()
      await whileTimePasses(club, () => expect(sink.mails.length).toBe(3))
      await club.clock.advance(5 * minute)
      expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(emails)
      const sent = (await rows(club)).map(({ sentAt, sealed }) => [typeof sentAt, sealed])
      expect(sent).toEqual(Array(3).fill(['string', null]))
    },
    30_000,
  )

  test('sends the emails to one person in order, however long the first one waits', async ({ club, sink }) => {
    comparePasswords(club)
    await sink.fail('refuse')
    await signUp(club, 'ana@purdue.edu')
    await whileTimePasses(club, async () => expect((await rows(club))[0]?.tries).toBeGreaterThanOrEqual(6))
    await sink.fail()
    // The older email waits for its retry; the newer one, which has the valid link, could be sent now.
    await club.visitor().api.account.resendVerification({ email: 'ana@purdue.edu' })
    await signUp(club, 'ben@purdue.edu')
    await sink.waitForMail({ to: 'ben@purdue.edu' })
    await whileTimePasses(club, () => expect(sink.mails).toHaveLength(3))
    const last = sink.mails.at(-1)
    expect(last?.to).toEqual(['ana@purdue.edu'])
    const token = last?.links[0]?.split('#token=')[1] ?? ''
    expect(await club.visitor().api.account.verify({ token, password: goodPassword, keepSignedIn: false })).toEqual({
      hasLoggedIn: false,
    })
  })

  test('sends an email that a killed process had claimed after the lease, once', async ({ club, sink, ana }) => {
    await add(club, ana.id)
    // A process that claims the email and is killed before sending it.
    const killed = Promise.withResolvers<void>()
    const send = () => new Promise<void>(() => killed.resolve())
    outboxBeside(club, send, { ...club.clock, setTimeout: () => 0 })
    await killed.promise
    await club.clock.advance(minute - second)
    expect(sink.mails).toEqual([])
    await club.clock.advance(10 * second)
    await sink.waitForMail({ to: ana.email })
    await club.clock.advance(3 * minute)
    expect(sink.mails).toHaveLength(1)
  })

  test('doesn’t send an email that another process is still sending', async ({ club, sink, ana }) => {
    await add(club, ana.id)
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = async () => {
      begun.resolve()
      await taken.promise
    }
    const box = outboxBeside(club, slow)
    await begun.promise
    for (let i = 0; i < 24; i++) {
      await club.clock.advance(5 * second)
      await vi.waitFor(async () => {
        const until = Date.parse((await rows(club))[0]?.nextTryAt ?? '')
        expect(until - club.clock.now()).toBeGreaterThanOrEqual(35 * second)
      })
    }
    taken.resolve()
    await box.stop()
    await club.clock.advance(3 * minute)
    expect(sink.mails).toEqual([])
    expect(await rows(club)).toMatchObject([{ tries: 1, sentAt: expect.any(String) }])
  })

  describe('emptied by three processes together', () => {
    const empty = async (club: TestClub, sink: { url: string }) => {
      const crowd: TestMember[] = []
      for (let i = 0; i < 20; i++) crowd.push(await club.member({ email: `m${i}@purdue.edu` }))
      await club.ctx.write(async (tx) => {
        for (const { id } of crowd) await club.ctx.outbox.add(tx, { kind: 'already-member', userId: id })
      })
      const transports = [0, 1, 2].map(() =>
        createSmtpTransport({ url: sink.url, from: 'Archery Club <archery@example.edu>' }, 'localhost'),
      )
      const boxes = transports.map((transport) => outboxBeside(club, (mail) => transport.send(mail)))
      await vi.waitFor(
        async () => expect((await rows(club)).filter(({ sentAt }) => sentAt !== null)).toHaveLength(20),
        10_000,
      )
      for (const box of boxes) await box.stop()
      for (const transport of transports) transport.close()
    }

    test('sends each email once', async ({ club, sink }) => {
      await empty(club, sink)
      const all = Array.from({ length: 20 }, (_, i) => `m${i}@purdue.edu`)
      expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(all.sort())
    })

    test('would send some twice if the result of claiming were ignored (negative control)', async ({ club, sink }) => {
      ignoreRowCounts(club)
      await empty(club, sink)
      expect(sink.mails.length).toBeGreaterThan(20)
    })
  })
})

describe('the outbox on either database', () => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  // Shows: T88
  test('gives up after a day, says so, and forgets the token', async ({ club, sink }) => {
    await sink.fail('5xx')
    await signUp(club, 'ana@purdue.edu')
    await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toContain('550'))
    const later = async (ms: number) => {
      club.clock.set(new Date(Date.parse('2026-11-24T22:50:00.000Z') + ms).toISOString())
      await club.clock.advance(5 * second)
    }
    await later(24 * hour - minute)
    expect(await rows(club)).toMatchObject([{ failedAt: null, sealed: expect.any(String) }])
    await later(24 * hour)
    expect(await rows(club)).toMatchObject([{ failedAt: '2026-11-25T22:50:05.000Z', sealed: null, sentAt: null }])
    await sink.fail()
    await later(25 * hour)
    expect(sink.mails).toEqual([])
  })

  test('doesn’t resend an email that was sent while a command held the database', async ({ club, ana }) => {
    await add(club, ana.id)
    const command = new DatabaseSync(`${club.dataDir}/quiver.db`)
    const box = outboxBeside(club, async () => {
      command.exec('begin immediate')
      setTimeout(() => command.exec('rollback'), 300)
    })
    await vi.waitFor(async () => expect(await rows(club)).toMatchObject([{ sentAt: expect.any(String), tries: 1 }]))
    await box.stop()
    command.close()
  })
})

test('an error of a mail server is stored without the address in it', async () => {
  await using server = await startSmtpSink({
    reply: (socket, to) => socket.write(`550 <${to}>: unknown user ${to}\r\n`),
  })
  await using club = await createTestClub('sqlite', { env: mailBy(server) })
  await signUp(club, 'canary@purdue.edu')
  await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toContain('unknown user'))
  expect((await rows(club))[0]?.lastError).not.toMatch(/canary|purdue/)
})
