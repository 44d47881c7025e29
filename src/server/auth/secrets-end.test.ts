import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { unsubscribeCode, unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { replyToken } from '#server/features/reply-links/reply-token.ts'
import { createPlaces, envOf, quiver } from '#test/support/backup.ts'
import { createTestClub, engines, goodPassword, type TestClub } from '#test/support/club.ts'
import { aDevice } from '#test/support/devices.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { identifierOf, linkCode, newLink } from './email-tokens.ts'

/**
 * Every bearer secret of a member (anything that gives access to whoever knows it), and which events end it. Add new ones here, with
 * their outcome for each event.
 */

const newPassword = 'green silver at thirty metres'
const tomorrow = { startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' }
const cardId = 'a-card-1'

/** Creates Ana, logged in on two devices, with one of each secret, plus an officer and another member. */
async function start(club: TestClub) {
  const { ctx } = club
  const [kai, ben, ana] = [await club.officer(), await club.member({ keep: true }), await club.member({ keep: true })]
  await kai.api.members.setRole({ memberId: ana.id, expected: 'Member', role: 'Officer' })
  const elsewhere = await club.loggedIn(ana.email)
  await ana.api.pushDevices.add(aDevice('here'))
  await elsewhere.api.pushDevices.add(aDevice('elsewhere'))
  await ana.api.calendarFeed.create({})
  const { feed } = await ana.api.calendarFeed.get()
  const card = { cardId, setup: firstSetup, startedAt: '2026-11-24T22:00:00.000Z', seen: null }
  await ana.api.scorecard.save({ ...card, changes: [] })
  const { code } = await ana.api.scorecard.invite({ cardId })
  const now = club.clock.now()
  const [reset, verify] = await ctx.write(async (tx) => [
    await newLink(tx, 'reset', ana.id, now),
    await newLink(tx, 'verify', ana.id, now),
  ])
  const { pictureUrl } = (await sendPicture(ana, await jpeg())).json()
  return {
    ...{ club, kai, ben, ana, elsewhere, code, reset, verify, pictureUrl },
    unsubscribe: unsubscribeToken(ctx.secrets, ana.id, 'changed'),
    reply: replyToken(ctx.secrets, ana.id, await club.practice({ title: 'Tomorrow', ...tomorrow })),
    feed: new URL(feed?.url ?? '').pathname,
  }
}
type At = Awaited<ReturnType<typeof start>>

/** Whether each secret still works in the given club. One-time secrets come last, because checking uses them up. */
const secrets = {
  'the session here': (at, club) => isSession(club, at.ana.cookie),
  'a session elsewhere': (at, club) => isSession(club, at.elsewhere.cookie),
  'notifications here': (_, club) => isReached(club, 'here'),
  'notifications elsewhere': (_, club) => isReached(club, 'elsewhere'),
  'the calendar link': async (at, club) =>
    (await club.visitor().send({ method: 'GET', path: at.feed })).statusCode === 200,
  'an unsubscribe link': (at, club) => goesThrough(club.visitor().api.newsMails.stop({ token: at.unsubscribe })),
  'a reply link': (at, club) => goesThrough(club.visitor().api.replyLinks.open({ token: at.reply })),
  'an unsubscribe code': (at, club) => isCode(at, club, unsubscribeCode(at.club.ctx.secrets, at.ana.id, 'changed')),
  'a reset code': (at, club) => isCode(at, club, linkCode(at.club.ctx.secrets, identifierOf('reset', at.reset))),
  'a scorecard code': async (at, club) => {
    const ben = await club.loggedIn(at.ben.email)
    return goesThrough(ben.api.scorecardInvitation.get({ code: at.code }))
  },
  'a photo’s address, for a member': async (at, club) => {
    const ben = await club.loggedIn(at.ben.email)
    const reply = await ben.send({ method: 'GET', path: at.pictureUrl })
    return reply.statusCode === 200
  },
  // A wrong password gets INVALID_FIELD only if the link is valid.
  'a verification link': async (at, club) => {
    const input = { token: at.verify, password: 'not the right one', keepSignedIn: false }
    const error = await club
      .visitor()
      .api.account.verify(input)
      .catch((refused) => refused)
    return error.code === 'INVALID_FIELD'
  },
  'a reset link': async (at, club) => {
    const body = { token: at.reset, newPassword: 'quiet river in november' }
    const reply = await club.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body })
    return reply.statusCode === 200
  },
} satisfies Record<string, (at: At, club: TestClub) => Promise<boolean>>
type Secret = keyof typeof secrets

async function isSession(club: TestClub, cookie: string) {
  return (await club.caller(cookie).api.session.get()).person !== null
}

async function isReached(club: TestClub, name: string) {
  const { endpoint } = aDevice(name)
  const row = await club.db
    .selectFrom('pushSubscription')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return row?.serverKey === club.ctx.secrets.pushKeys.publicKey
}

function isCode({ ana }: At, club: TestClub, code: string) {
  return goesThrough(club.visitor().api.account.enterCode({ email: ana.email, code }))
}

function goesThrough(act: PromiseLike<unknown>) {
  return Promise.resolve(act).then(
    () => true,
    () => false,
  )
}

const changePassword = ({ ana }: At, more: { resetCalendarLink?: boolean } = {}) =>
  ana.api.account.changePassword({ currentPassword: goodPassword, newPassword, ...more })

async function resetByMail({ club, reset }: At) {
  const body = { token: reset, newPassword }
  const reply = await club.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body })
  expect(reply.statusCode).toBe(200)
}

type Event = {
  act: (at: At) => Promise<unknown>
  /** The club to check after the event, if it isn't the same one. */
  after?: (at: At, places: ReturnType<typeof createPlaces>) => Promise<TestClub>
  ends: Secret[]
}

const ofSessions = ['the session here', 'a session elsewhere', 'notifications here', 'notifications elsewhere'] as const
const all = Object.keys(secrets) as Secret[]
const but = (...stay: Secret[]) => all.filter((secret) => !stay.includes(secret))

/** Starts a copy of the club, with other settings. */
async function startedAnew({ club }: At, places: ReturnType<typeof createPlaces>, env: Record<string, string>) {
  if (club.engine === 'postgres') {
    return createTestClub('postgres', { beside: club, env: { ...env, DATA_DIR: club.dataDir } })
  }
  const folder = places.fresh()
  await mkdir(folder)
  await cp(join(club.dataDir, 'files'), join(folder, 'files'), { recursive: true })
  await sql`vacuum into ${sql.lit(join(folder, 'quiver.db'))}`.execute(club.db)
  return createTestClub('sqlite', { env: { ...env, DATA_DIR: folder } })
}

async function restored(
  { club }: At,
  places: ReturnType<typeof createPlaces>,
  { meanwhile = async () => {}, options = [] as string[] },
) {
  const [backup, env] = [places.fresh(), await places.empty(club.engine)]
  expect(await quiver(envOf(club), 'backup', backup)).toMatchObject({ code: 0 })
  await meanwhile()
  expect(await quiver(env, 'restore', backup, ...options)).toMatchObject({ code: 0 })
  return createTestClub(club.engine, { env, beside: { databaseUrl: env.DATABASE_URL ?? null } })
}

const events: Record<string, Event> = {
  'a new password': {
    act: (at) => changePassword(at),
    ends: ['a session elsewhere', 'notifications elsewhere', 'a reset link', 'a reset code', 'the calendar link'],
  },
  'a new password, keeping the calendar link': {
    act: (at) => changePassword(at, { resetCalendarLink: false }),
    ends: ['a session elsewhere', 'notifications elsewhere', 'a reset link', 'a reset code'],
  },
  'a new password by mail': {
    act: resetByMail,
    ends: [...ofSessions, 'a reset link', 'a reset code', 'a verification link', 'the calendar link'],
  },
  'logging out': {
    act: (at) => at.ana.send({ method: 'POST', path: '/api/auth/sign-out', body: {} }),
    ends: ['the session here', 'notifications here'],
  },
  'logging out elsewhere': {
    async act({ ana }) {
      const { sessions } = await ana.api.sessions.get()
      await ana.api.sessions.end({ sessionId: sessions.find(({ current }) => !current)?.id ?? '' })
    },
    ends: ['a session elsewhere', 'notifications elsewhere'],
  },
  'logging out everywhere': {
    act: ({ ana }) => ana.api.sessions.endAll({}),
    ends: [...ofSessions, 'the calendar link'],
  },
  'a demotion': {
    act: ({ kai, ana }) => kai.api.members.setRole({ memberId: ana.id, expected: 'Officer', role: 'Member' }),
    ends: [],
  },
  'a removal': {
    act: ({ kai, ana }) => kai.api.members.remove({ memberId: ana.id }),
    // Officers can restore her, so the photo stays, for members only. The unsubscribe link still works, but she gets no email.
    ends: but('an unsubscribe link', 'a photo’s address, for a member'),
  },
  'a removal that is taken back': {
    async act({ kai, ana }) {
      await kai.api.members.remove({ memberId: ana.id })
      await kai.api.members.restore({ memberId: ana.id })
    },
    ends: but('an unsubscribe link', 'an unsubscribe code', 'a reply link', 'a photo’s address, for a member'),
  },
  'an erasure': {
    act: ({ ana }) => ana.api.account.delete({ password: goodPassword }),
    ends: all,
  },
  'a restore from a backup': {
    async act() {},
    // The secrets end after the backup, so the restore must not bring them back.
    after: (at, places) => restored(at, places, { meanwhile: () => resetByMail(at) }),
    ends: but('an unsubscribe link', 'an unsubscribe code', 'a reply link', 'a photo’s address, for a member'),
  },
  'a move to another machine': {
    async act() {},
    after: (at, places) => restored(at, places, { options: ['--keep-logins'] }),
    ends: [],
  },
  'another AUTH_SECRET': {
    async act() {},
    after: (at, places) => startedAnew(at, places, { AUTH_SECRET: 'another test secret that is long enough 012' }),
    // These don't depend on AUTH_SECRET.
    ends: but(
      ...(['a reset link', 'a verification link', 'a scorecard code', 'a photo’s address, for a member'] as const),
    ),
  },
}

describe.each(engines)('what opens something to anyone who has it (%s)', (engine) => {
  // Shows: T11
  test.each(Object.entries(events))('after %s', async (_, { act, after, ends }) => {
    await using places = createPlaces()
    await using club = await createTestClub(engine)
    const at = await start(club)
    await act(at)
    await using other = await after?.(at, places)
    const found: Record<string, string> = {}
    for (const [name, works] of Object.entries(secrets))
      found[name] = (await works(at, other ?? club)) ? 'works' : 'has ended'
    expect(found).toEqual(Object.fromEntries(all.map((name) => [name, ends.includes(name) ? 'has ended' : 'works'])))
  })
})
