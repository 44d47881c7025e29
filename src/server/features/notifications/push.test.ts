import { expect, vi } from 'vitest'
import { createTestClub, type EngineName, goodPassword, outcomeOf, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { aDevice } from '#test/support/devices.ts'
import { attend } from '#test/support/held-practice.ts'
import { startPushService } from '#test/support/push-service.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { remindBalance } from './remind-balance.ts'

const minute = 60_000
const tonight = { title: 'Tuesday practice', location: 'Lafayette Range', description: 'Bring water.' }
const times = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z' }

/** A club with a push service, and Ana, who has an RSVP for tonight's practice. */
async function start(engine: EngineName) {
  const service = await startPushService()
  const club = await createTestClub(engine, { env: { PUSH_SERVICE_URL: service.url } })
  const [kai, ana] = [await club.officer({ keep: true }), await club.member({ keep: true })]
  const practiceId = await club.practice()
  await ana.api.practices.answer({ practiceId, answer: 'archer' })
  const cancel = (cancelled = true) =>
    kai.api.schedule.cancel({ practiceId, expected: { ...tonight, ...times, cancelled: !cancelled }, cancelled })
  /** Cancels the practice and waits out the debounce. */
  const cancelAndWait = async () => {
    await cancel()
    await club.clock.advance(minute + 10_000)
  }
  const rows = () =>
    club.db.selectFrom('mailOutbox').selectAll().where('subscriptionId', 'is not', null).orderBy('createdAt').execute()
  const devices = () => club.db.selectFrom('pushSubscription').selectAll().orderBy('createdAt').execute()
  return {
    ...{ service, club, kai, ana, practiceId, cancel, cancelAndWait, rows, devices },
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

describe.each(usualEngines)('notifications (%s)', (engine) => {
  test('go to each device of a member, encrypted for it and signed by the club', async () => {
    await using at = await start(engine)
    for (const name of ['phone', 'laptop']) await at.ana.api.pushDevices.add(at.service.register(name))
    await at.cancelAndWait()
    await vi.waitFor(() => expect(at.service.messages).toHaveLength(2))
    const { serverKey } = await at.ana.api.pushDevices.get()
    for (const message of at.service.messages) {
      expect(message.shown).toEqual({
        title: 'Canceled: Tuesday practice',
        body: 'Tue, Nov 24, 6:00 PM, Lafayette Range',
        path: '/my-practices',
        tag: expect.stringMatching(/^[\w-]{32}$/),
      })
      expect(message).toMatchObject({
        serverKey,
        claims: { aud: at.service.url, sub: expect.stringMatching(/^mailto:/) },
      })
      expect(message.headers).toMatchObject({ urgency: 'high' })
      // Worth showing until the practice would have ended.
      expect(Number(message.headers.ttl)).toBeGreaterThan(7000)
      expect(Number(message.headers.ttl)).toBeLessThan(8000)
    }
    expect(await at.rows()).toMatchObject([{ lastError: null }, { lastError: null }])
  })

  test('are turned off by kind, apart from emails', async () => {
    await using at = await start(engine)
    await at.ana.api.pushDevices.add(at.service.register('phone'))
    await at.ana.api.profile.setNews({ news: 'changed', way: 'push', wanted: false })
    await at.cancelAndWait()
    expect(await at.rows()).toEqual([])
    const mails = at.club.db.selectFrom('mailOutbox').select('kind').where('subscriptionId', 'is', null)
    expect(await mails.execute()).toEqual([{ kind: 'changed' }])
    expect(at.service.asked()).toBe(0)
  })

  test.each([404, 410])('end for a device if its service responds with %s', async (status) => {
    await using at = await start(engine)
    await at.ana.api.pushDevices.add(at.service.register('phone'))
    at.service.answerWith({ status })
    await at.cancelAndWait()
    await vi.waitFor(async () => expect(await at.rows()).toMatchObject([{ lastError: 'the device no longer exists' }]))
    expect(await at.devices()).toEqual([])
  })

  test('are tried again when a failing service asks for it, but not after a refusal', async () => {
    await using at = await start(engine)
    await at.ana.api.pushDevices.add(at.service.register('phone'))
    at.service.answerWith({ status: 429, headers: { 'retry-after': '120' } })
    await at.cancelAndWait()
    await vi.waitFor(async () => expect(await at.rows()).toMatchObject([{ tries: 1, claimedAt: null }]))
    at.service.answerWith({ status: 201 })
    await at.club.clock.advance(minute + 45_000)
    expect(at.service.messages).toEqual([])
    await at.club.clock.advance(30_000)
    await vi.waitFor(() => expect(at.service.messages).toHaveLength(1))
    at.service.answerWith({ status: 400 })
    await at.cancel(false)
    await at.club.clock.advance(minute + 10_000)
    await vi.waitFor(async () =>
      expect((await at.rows()).at(-1)).toMatchObject({ lastError: 'the push service responded with 400', tries: 1 }),
    )
    expect(await at.devices()).toHaveLength(1)
  })

  test('belong to one member per device, outlast an expired session, and end with the session that is signed out of', async () => {
    await using at = await start(engine)
    const { club, ana, service } = at
    const subscription = service.register('phone')
    const body = { email: ana.email, password: goodPassword }
    const signedIn = await club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
    const phone = club.caller(String(signedIn.headers['set-cookie']).split(';')[0] ?? '')
    await phone.api.pushDevices.add(subscription)
    await phone.api.pushDevices.add(subscription)
    expect(await at.devices()).toMatchObject([{ memberId: ana.id }])
    // The session expires; the device keeps its subscription.
    club.clock.set('2026-11-25T00:30:00.000Z')
    expect((await phone.api.session.get()).person).toBeNull()
    expect(await at.devices()).toHaveLength(1)
    const again = await club.loggedIn(ana.email)
    await again.api.pushDevices.add(subscription)
    const ben = await club.member()
    expect(await outcomeOf(ben.api.pushDevices.add(subscription))).toBe('INVALID_FIELD')
    const [device] = (await again.api.pushDevices.get()).devices
    expect(await outcomeOf(ben.api.pushDevices.remove({ deviceId: device?.id ?? '' }))).toBe('NOT_FOUND')
    expect(await at.devices()).toMatchObject([{ memberId: ana.id }])
    // Signing out of this device's earlier session doesn't end the new subscription.
    await again.send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    expect(await at.devices()).toEqual([])
  })
})

describe('where notifications are sent', () => {
  // Shows: T59
  test('is never an address of anything but a push service, nor a device with invalid keys', async ({ club, ana }) => {
    const device = aDevice('x')
    for (const wrong of [
      { endpoint: 'http://169.254.169.254/latest/meta-data/' },
      { endpoint: 'https://fcm.googleapis.com.evil.example/x' },
      { keys: { ...device.keys, auth: 'short' } },
      { keys: { ...device.keys, p256dh: `B${'_'.repeat(86)}` } },
    ])
      expect(await outcomeOf(ana.api.pushDevices.add({ ...device, ...wrong }))).toBe('INVALID_FIELD')
    expect(await club.db.selectFrom('pushSubscription').select('id').execute()).toEqual([])
  })

  // Shows: T59
  test('isn’t where a service redirects, nor an address in a row that no browser may send', async () => {
    await using other = await startPushService()
    await using at = await start('sqlite')
    await at.ana.api.pushDevices.add(at.service.register('phone'))
    at.service.answerWith({ status: 307, headers: { location: `${other.url}/push/x` } })
    await at.cancelAndWait()
    await vi.waitFor(async () =>
      expect(await at.rows()).toMatchObject([{ lastError: 'the push service responded with 307' }]),
    )
    await at.club.db
      .updateTable('pushSubscription')
      .set({ endpoint: `${other.url}/push/x` })
      .execute()
    await at.cancel(false)
    await at.club.clock.advance(minute + 10_000)
    await vi.waitFor(async () => expect(await at.devices()).toEqual([]))
    expect(other.asked()).toBe(0)
  })
})

describe.each(usualEngines)('notifications for devices only (%s)', (engine) => {
  test('say that a practice has started, to those who have a spot and aren’t there yet', async () => {
    await using at = await start(engine)
    const { club, kai, ana, practiceId, service } = at
    const [ben, cat] = [await club.member({ keep: true }), await club.member({ keep: true })]
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 2 })
    for (const who of [ben, cat]) await who.api.practices.answer({ practiceId, answer: 'archer' })
    await kai.api.practices.start({ practiceId })
    await kai.api.practices.endEarly({ practiceId })
    await kai.api.managePractices.setAttendance({ practiceId, memberId: ben.id, attended: true, reason: 'There' })
    for (const who of [ana, ben, cat]) await who.api.pushDevices.add(service.register(who.id))
    await kai.api.practices.takeBackEnd({ practiceId })
    await club.db
      .updateTable('practice')
      .set({ startedAt: null, startedBy: null })
      .where('id', '=', practiceId)
      .execute()
    await kai.api.practices.start({ practiceId })
    await vi.waitFor(async () => expect((await at.rows()).map(({ sentAt }) => sentAt !== null)).toEqual([true]))
    expect(service.messages.map(({ shown }) => shown)).toMatchObject([
      { title: 'Tuesday practice has started', body: 'Check in when you’re there.', path: '/home' },
    ])
    expect((await at.rows()).map(({ userId, kind }) => [userId, kind])).toEqual([[ana.id, 'live']])
  })

  test('remind of a balance once a week, if the member or the club has turned that on', async () => {
    await using at = await start(engine)
    const { club, ana } = at
    const ben = await club.member({ keep: true })
    const cat = await club.member({ keep: true, paidPractices: 5 })
    for (const who of [ana, ben, cat]) {
      await who.api.pushDevices.add(at.service.register(who.id))
      await attend(club, at.practiceId, [who.id])
    }
    await ana.api.profile.setNews({ news: 'balance', way: 'push', wanted: true })
    await cat.api.profile.setNews({ news: 'balance', way: 'push', wanted: true })
    const reminded = async () => (await at.rows()).filter(({ kind }) => kind === 'balance').map(({ userId }) => userId)
    club.clock.set('2026-11-29T23:00:00.000Z')
    for (let check = 0; check < 3; check++) await remindBalance(club.ctx)
    expect(await reminded()).toEqual([ana.id])
    await vi.waitFor(() =>
      expect(at.service.messages.at(-1)?.shown).toMatchObject({
        title: '1 outstanding practice',
        path: '/my-practices',
      }),
    )
    // For everyone, on another day. Chosen after its time, it sends none right away.
    club.clock.set('2026-12-05T23:30:00.000Z')
    const { set } = at.kai.api.clubSettings
    await set({ name: 'practices.remindBalance', value: true, seen: 0 })
    await set({ name: 'practices.weeklyEmail', value: { day: 'Saturday', time: '18:00' }, seen: 0 })
    await remindBalance(club.ctx)
    expect(await reminded()).toEqual([ana.id])
    club.clock.set('2026-12-12T23:00:00.000Z')
    await remindBalance(club.ctx)
    expect((await reminded()).toSorted()).toEqual([ana.id, ana.id, ben.id].toSorted())
  })
})

// Shows: T88
test('a push service that hangs doesn’t hold up emails', async () => {
  await using sink = await startSmtpSink()
  await using service = await startPushService()
  const env = { PUSH_SERVICE_URL: service.url, SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' }
  await using club = await createTestClub('sqlite', { env })
  const [kai, ana, ben] = [await club.officer(), await club.member(), await club.member()]
  const practiceId = await club.practice()
  await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
  for (const who of [ana, ben]) await who.api.practices.answer({ practiceId, answer: 'archer' })
  for (let n = 0; n < 5; n++) await ben.api.pushDevices.add(service.register(`device-${n}`))
  service.answerWith('hang')
  await ana.api.practices.answer({ practiceId, answer: null })
  const mail = await sink.waitForMail({ to: ben.email })
  expect(mail.subject).toBe('Archery Club: you have a spot at Tuesday practice')
  // One request per lane.
  await vi.waitFor(() => expect(service.asked()).toBe(3))
  // Shutdown doesn't wait for it either.
  const stopped = club.ctx.outbox.stop()
  service.hangUp()
  await stopped
})
