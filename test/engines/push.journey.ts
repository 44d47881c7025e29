import { expect } from '@playwright/test'
import { bodyOf, passOn, startHttpProxy } from '../support/http-proxy.ts'
import { samplePractices } from '../support/move-practice.ts'
import { startPushService } from '../support/push-service.ts'
import { alterData, quickMember } from '../support/quick-member.ts'
import { zoneAtNoon } from '../support/zone-at-noon.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { isOnDevice, takeSession } from './person.ts'

// Headless browsers have no push service, so the test's stand-in gets and decrypts the message, and the page gives it to the app's worker.
test('a reminder’s button replies without a login, and opens its page where the link is no good', async ({
  openPerson,
  servers,
}) => {
  const service = servers.use(await startPushService())
  const settings = { env: { PUSH_SERVICE_URL: service.url }, club: { timeZone: zoneAtNoon() } }
  const { server, direct } = servers.use(await startBehind(startDelivering, settings))
  const kai = await quickMember(direct, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(direct, { email: 'ana@purdue.edu' })
  const [practiceId = ''] = (await samplePractices(kai)).slice(1)
  const replyOf = async () =>
    ((await ana.call('myPractices.get')) as { ahead: { myAnswer: string }[] }).ahead.map(({ myAnswer }) => myAnswer)
  const person = await openPerson(server)
  await takeSession(person, server, ana)
  await person.goto('/home')
  await isOnDevice(person)
  const happens = (type: string, facts: object) => person.tab.evaluate(tellWorker, { type, facts })
  const press = (action: string, notification: object | undefined) =>
    happens('notificationclick', { action, notification })
  const shown = async () => (await person.tab.evaluate(askWorker)) as { title: string }[]

  await ana.call('pushDevices.add', service.register('phone'))
  await kai.call('reminders.send', { practiceId })
  await expect.poll(() => service.messages.length).toBe(1)
  await happens('push', { sent: service.messages[0]?.shown })
  const actions = [
    { action: 'archer', title: 'Archer' },
    { action: 'cant-come', title: 'Can’t come' },
  ]
  await expect.poll(shown).toMatchObject([{ actions }])
  const [reminder] = await shown()
  await person.tab.clearCookies(server.url)

  const foreign = JSON.parse(JSON.stringify(reminder).replaceAll('/reply/', '/reply/x'))
  await press('archer', foreign)
  await person.see('This link no longer works. Log in to RSVP.')
  expect(await replyOf()).toEqual([])
  await press('archer', reminder)
  const said = { title: reminder?.title, body: 'You’re in as an archer.' }
  await expect.poll(async () => (await shown()).at(-1)).toMatchObject(said)
  expect(await replyOf()).toEqual(['archer'])
  alterData(direct, 'update practice set started_at = starts_at where id = ?', practiceId)
  await press('cant-come', reminder)
  await person.see('This practice has started, so it’s too late to RSVP by this link.')
  alterData(direct, 'update practice set started_at = null where id = ?', practiceId)
  expect(await replyOf()).toEqual(['archer'])
})

/** Adds to the app's worker what delivers events to it and keeps the notifications that it would show. */
const startDelivering = (port: number) =>
  startHttpProxy(port, (asked, answer, forward) => {
    if (asked.url !== '/sw.js') return forward(asked.headers, (given) => passOn(given, answer))
    const { 'accept-encoding': _, ...headers } = asked.headers
    return forward(headers, async (given) => {
      const { 'content-length': _length, etag: _etag, ...sent } = given.headers
      answer.writeHead(given.statusCode ?? 502, sent).end(`${await bodyOf(given)}\n;(${listen})()`)
    })
  })

/** Runs in the worker. */
function listen() {
  const shown: object[] = []
  const { registration, ExtendableEvent } = globalThis as unknown as {
    registration: object
    ExtendableEvent: new (type: string) => Event
  }
  const showNotification = async (title: string, options: object) => void shown.push({ title, ...options })
  Object.defineProperty(registration, 'showNotification', { value: showNotification })
  addEventListener('message', ({ data: { type, facts = {} }, ports: [port] }) => {
    if (port) return port.postMessage(shown)
    if (type !== 'push' && type !== 'notificationclick') return
    const { action, sent, notification } = facts
    const given = { action, data: { json: () => sent }, notification: { ...notification, close() {} }, waitUntil() {} }
    const event = new ExtendableEvent(type)
    for (const [name, value] of Object.entries(given)) Object.defineProperty(event, name, { value })
    dispatchEvent(event)
  })
}

/** Runs in the page. */
function tellWorker(what: { type: string; facts: object }) {
  navigator.serviceWorker.controller?.postMessage(what)
}

/** Runs in the page. @returns the notifications that the worker has shown */
function askWorker() {
  return new Promise<unknown>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.controller?.postMessage({}, [port2])
  })
}
