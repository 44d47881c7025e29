import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test, vi } from 'vitest'
import type { Clock } from '#server/clock.ts'
import { composeEmail } from '#server/email/compose-email.ts'
import { createSmtpTransport, type EmailTransport } from '#server/email/transport.ts'
import {
  createTestClub,
  type EngineName,
  engines,
  goodPassword,
  type TestClub,
  type TestMember,
} from '#test/support/club.ts'
import { mailClub } from '#test/support/mail-club.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { createOutbox } from './outbox.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const many = process.env.QUIVER_MANY === '1'

const mailBy = (sink: { url: string }) => ({ SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' })
const signUp = (club: TestClub, email: string) => club.visitor().api.account.signUp({ email, password: goodPassword })
const rows = (club: TestClub) => club.db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').execute()

/** Advances the clock in steps of five seconds until the assertion passes. */
const whileTimePasses = (club: TestClub, isSo: () => unknown) =>
  vi.waitFor(
    async () => {
      await club.clock.advance(5 * second)
      await isSo()
    },
    { timeout: 20_000, interval: 5 },
  )

/** Password hashing is slow and not under test here. */
function skipHashing(club: TestClub) {
  club.ctx.hashing = { hash: async (password) => `plain:${password}`, verify: async () => true }
}

/** Another process that sends this club's email through the given transport. */
function outboxOf(club: TestClub, transport: EmailTransport, clock: Clock = club.clock) {
  const { database, write, secrets, log, baseUrl } = club.ctx
  return createOutbox({
    database,
    write,
    clock,
    secrets,
    transport,
    log,
    compose: (kind, mail) => composeEmail(kind, { ...mailClub, baseUrl }, mail),
  })
}

/** A mail server that counts messages and responds to each as `answer` says. */
async function startSmtpServer(answer: (count: number) => Error | null | 'hang up') {
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const verdict = answer(received + 1)
      done(
        verdict instanceof Error ? Object.assign(verdict, { message: verdict.message.replace('%s', address) }) : null,
      )
    },
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        received += 1
        if (answer(received) === 'hang up') sockets.get(session.remotePort)?.destroy()
        else done()
      })
    },
  })
  const sockets = new Map<number, Socket>()
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.values()) socket.destroy()
      server.close()
    },
  }
}

describe.each(engines)('the outbox (%s)', (engine) => {
  test('sends a mail at once, and keeps neither its token nor its address', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    await signUp(club, 'canary@purdue.edu')
    const mail = await sink.waitForMail({ to: 'canary@purdue.edu' })
    const token = mail.links[0]?.split('#token=')[1] ?? ''
    expect(mail).toMatchObject({
      from: 'archery@example.edu',
      headers: {
        from: 'Archery Club <archery@example.edu>',
        to: 'canary@purdue.edu',
        'auto-submitted': 'auto-generated',
        'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@localhost>$/),
      },
    })
    await vi.waitFor(async () => expect(await rows(club)).toMatchObject([{ sentAt: '2026-11-24T22:50:00.000Z' }]))
    const [row] = await rows(club)
    expect(row).toMatchObject({ sealed: null, lastError: null, failedAt: null, tries: 1 })
    expect(JSON.stringify(row)).not.toMatch(/canary|purdue/)
    expect(token).toHaveLength(43)
    expect(await everythingStored(club)).not.toContain(token)
  })

  test('keeps a token sealed while the mail waits', async () => {
    await using sink = await startSmtpSink()
    await sink.fail('refuse')
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    await signUp(club, 'canary@purdue.edu')
    await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toContain('ECONNREFUSED'))
    const [row] = await rows(club)
    const token = club.ctx.secrets.unseal(row?.sealed ?? '')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await everythingStored(club)).not.toContain(token)
    await sink.fail()
    await whileTimePasses(club, () => expect(sink.mails).toHaveLength(1))
    expect((await sink.waitForMail({ to: 'canary@purdue.edu' })).links[0]).toContain(token)
  })

  // Mail server failures don't depend on the database, so one kind is enough on Postgres.
  const faults = engine === 'sqlite' ? (['refuse', 'hang', '4xx', '5xx', 'drop'] as const) : (['4xx'] as const)
  // Shows: T88
  test.each(faults)(
    'holds nobody up while the mail server is in trouble (%s); afterwards each mail comes once (T88)',
    async (fault) => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      skipHashing(club)
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
      expect((await rows(club)).map(({ sentAt, sealed }) => [typeof sentAt, sealed])).toEqual(
        Array(3).fill(['string', null]),
      )
    },
    30_000,
  )

  test('sends the mails of one person in the order in which they were asked for, however long the first one waits', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
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

  test('has a mail that somebody claimed and never sent sent after the lease, once', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const ana = await club.member()
    await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id }))
    // A process that claims the email and is killed before sending it.
    const killed = Promise.withResolvers<void>()
    const send = () => new Promise<void>(() => killed.resolve())
    outboxOf(club, { send, close: () => {} }, { ...club.clock, setTimeout: () => 0 })
    await killed.promise
    await club.clock.advance(minute - second)
    expect(sink.mails).toEqual([])
    await club.clock.advance(10 * second)
    await sink.waitForMail({ to: ana.email })
    await club.clock.advance(3 * minute)
    expect(sink.mails).toHaveLength(1)
  })

  test('has a mail that takes its time sent by nobody else meanwhile', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const ana = await club.member()
    await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id }))
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = async () => {
      begun.resolve()
      await taken.promise
    }
    const box = outboxOf(club, { send: slow, close: () => {} })
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

  test('shows a mail that had to be sent twice as one: both have the same id', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const ana = await club.member()
    await refuseUpdates(club, engine)
    await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id }))
    club.ctx.outbox.wake()
    await sink.waitForMail({ to: ana.email })
    await vi.waitFor(
      async () => expect(await rows(club)).toMatchObject([{ sentAt: null, lastError: expect.any(String) }]),
      { timeout: 10_000 },
    )
    await sql`drop trigger refuse ${engine === 'postgres' ? sql`on mail_outbox` : sql``}`.execute(club.db)
    await whileTimePasses(club, () => expect(sink.mails).toHaveLength(2))
    await club.clock.advance(3 * minute)
    expect(new Set(sink.mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
    expect(sink.mails).toHaveLength(2)
  })

  describe('emptied by three processes at once', () => {
    const empty = async (club: TestClub, sink: { url: string }) => {
      const crowd: TestMember[] = []
      for (let i = 0; i < 20; i++) crowd.push(await club.member({ email: `m${i}@purdue.edu` }))
      await club.ctx.write(async (tx) => {
        for (const { id } of crowd) await club.ctx.outbox.add(tx, { kind: 'already-member', userId: id })
      })
      const transports = [0, 1, 2].map(() =>
        createSmtpTransport({ url: sink.url, from: 'Archery Club <archery@example.edu>' }, 'localhost'),
      )
      const boxes = transports.map((transport) => outboxOf(club, transport))
      await vi.waitFor(
        async () => expect((await rows(club)).filter(({ sentAt }) => sentAt !== null)).toHaveLength(20),
        10_000,
      )
      for (const box of boxes) await box.stop()
      for (const transport of transports) transport.close()
    }

    test('sends each mail once', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      await empty(club, sink)
      expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(
        Array.from({ length: 20 }, (_, i) => `m${i}@purdue.edu`).sort(),
      )
    })

    test('would send some twice if claiming one were not looked at (negative control)', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      club.ctx.database.db = club.ctx.database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, numAffectedRows: 1n }),
      })
      await empty(club, sink)
      expect(sink.mails.length).toBeGreaterThan(20)
    })
  })
})

describe('the outbox, whatever the database', () => {
  // Shows: T88
  test('gives up after a day, says so, and forgets the token', async () => {
    await using sink = await startSmtpSink()
    await sink.fail('5xx')
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
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

  // Shows: T88
  test.each(['refuse', '4xx', '5xx'] as const)(
    'keeps every mail for a server that is away for an hour, and sends each once (%s, T88)',
    { timeout: 60_000 },
    async (fault) => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub('sqlite', { env: mailBy(sink) })
      skipHashing(club)
      await sink.fail(fault)
      const emails = Array.from({ length: many ? 60 : 6 }, (_, i) => `away${i}@purdue.edu`)
      const until = club.clock.now() + hour
      for (const email of emails) {
        await signUp(club, email)
        await club.clock.advance(hour / emails.length)
      }
      expect(club.clock.now()).toBe(until)
      expect(sink.mails).toEqual([])
      await sink.fail()
      await whileTimePasses(club, () => expect(sink.mails.length).toBe(emails.length))
      await club.clock.advance(5 * minute)
      expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(emails.toSorted())
    },
  )

  test('asks a server that refuses for good less often', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    await sink.fail('5xx')
    await signUp(club, 'ana@purdue.edu')
    const until = club.clock.now() + hour
    while (club.clock.now() < until) {
      await club.clock.advance(10 * second)
      await vi.waitFor(async () => {
        const [row] = await rows(club)
        expect(Date.parse(row?.nextTryAt ?? '')).toBeGreaterThan(club.clock.now())
        expect(row?.claimedAt).toBe(null)
      })
    }
    expect((await rows(club))[0]?.tries).toBeLessThan(25)
  })

  test('does not send again what has left while a command held the database', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    const ana = await club.member()
    await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id }))
    const command = new DatabaseSync(`${club.dataDir}/quiver.db`)
    const box = outboxOf(club, {
      send: async () => {
        command.exec('begin immediate')
        setTimeout(() => command.exec('rollback'), 300)
      },
      close: () => {},
    })
    await vi.waitFor(async () => expect(await rows(club)).toMatchObject([{ sentAt: expect.any(String), tries: 1 }]))
    await box.stop()
    command.close()
  })

  test('lets others go first before mails that could not be sent', async () => {
    await using club = await createTestClub('sqlite')
    await club.ctx.outbox.stop()
    const add = async (email: string) => {
      const { id } = await club.member({ email })
      await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: id }))
    }
    for (const n of [0, 1, 2, 3]) await add(`hangs${n}@purdue.edu`)
    const sent: string[] = []
    const box = outboxOf(club, {
      async send({ to }) {
        if (!to.startsWith('hangs')) return void sent.push(to)
        await new Promise((resolve) => club.clock.setTimeout(() => resolve(null), 20 * second))
        throw new Error('Timeout')
      },
      close() {},
    })
    for (let i = 0; i < 24; i++) {
      await club.clock.advance(5 * second)
      await pause(4)
    }
    await add('ana@purdue.edu')
    for (let i = 0; i < 12; i++) {
      await club.clock.advance(5 * second)
      await pause(4)
    }
    expect(sent).toEqual(['ana@purdue.edu'])
    await Promise.all([box.stop(), club.clock.advance(minute)])
  })

  test('sends a mail that was put off before the clock was set back (T50)', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    await sink.fail('refuse')
    await signUp(club, 'ana@purdue.edu')
    await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toContain('ECONNREFUSED'))
    await sink.fail()
    club.clock.step(-3 * hour)
    const before = club.clock.now()
    await whileTimePasses(club, () => expect(sink.mails).toHaveLength(1))
    expect(club.clock.now() - before).toBeLessThan(10 * minute)
  })

  test('lets the mail of somebody who is gone rest, and goes on with the others', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    const ana = await club.member()
    await club.ctx.write(async (tx) => {
      await club.ctx.outbox.add(tx, { kind: 'reset', userId: 'nobody', token: 'x' })
      await club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id })
    })
    club.ctx.outbox.wake()
    await sink.waitForMail({ to: ana.email })
    const [gone] = await club.db.selectFrom('mailOutbox').selectAll().where('userId', '=', 'nobody').execute()
    expect(gone).toMatchObject({
      failedAt: '2026-11-24T22:50:00.000Z',
      lastError: 'the person no longer exists',
      sealed: null,
    })
  })

  test('that could not be looked into, because the database was away, is looked into again', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    const ana = await club.member()
    await sql`alter table mail_outbox rename to elsewhere`.execute(club.db)
    await club.clock.advance(10 * second)
    await sql`alter table elsewhere rename to mail_outbox`.execute(club.db)
    await club.ctx.write((tx) => club.ctx.outbox.add(tx, { kind: 'already-member', userId: ana.id }))
    await club.clock.advance(5 * second)
    await sink.waitForMail({ to: ana.email })
  })
})

test('a server that takes a mail and hangs up without a word is not sent it again and again', async () => {
  await using server = await startSmtpServer(() => 'hang up')
  await using club = await createTestClub('sqlite', { env: mailBy(server) })
  await signUp(club, 'ana@purdue.edu')
  await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toEqual(expect.any(String)), 10_000)
  expect([server.received(), (await rows(club))[0]?.tries]).toEqual([1, 1])
})

test('what a mail server says of an address is kept without it', async () => {
  const refusal = () => Object.assign(new Error('<%s>: unknown user %s'), { responseCode: 550 })
  await using server = await startSmtpServer(refusal)
  await using club = await createTestClub('sqlite', { env: mailBy(server) })
  await signUp(club, 'canary@purdue.edu')
  await vi.waitFor(async () => expect((await rows(club))[0]?.lastError).toContain('unknown user'))
  expect((await rows(club))[0]?.lastError).not.toMatch(/canary|purdue/)
})

/** All rows of every table that an email or its link touches. */
async function everythingStored(club: TestClub) {
  const tables = ['user', 'account', 'session', 'verification', 'member', 'mailOutbox', 'idempotency'] as const
  const all = await Promise.all(tables.map((table) => club.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(all)
}

/** Emails can be sent, but marking them as sent fails. */
async function refuseUpdates(club: TestClub, engine: EngineName) {
  if (engine === 'sqlite')
    return sql`create trigger refuse before update of sent_at on mail_outbox when new.sent_at is not null
      begin select raise(abort, 'no'); end`.execute(club.db)
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    club.db,
  )
  await sql`create trigger refuse before update on mail_outbox for each row when (new.sent_at is not null)
    execute function refuse()`.execute(club.db)
}
