import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { startPushService } from '#test/support/push-service.ts'
import { quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Notifications about practices, on a device and by email, and how members choose them. */

async function mailsTo(server: RunningServer, email: string): Promise<{ subject: string; text: string }[]> {
  const folder = join(server.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return mails.filter(({ to }) => to === email)
}

/**
 * Headless browsers have no push service and show no notifications, so this grants the permission and registers them at
 * a stand-in service. Everything else is real: the page, the worker, the message.
 */
async function registerAt(
  page: Page,
  subscription: ReturnType<Awaited<ReturnType<typeof startPushService>>['register']>,
) {
  await page.addInitScript((given) => {
    const key = 'test-registered'
    const make = (applicationServerKey: ArrayBuffer) => ({
      ...given,
      options: { applicationServerKey },
      toJSON: () => given,
      unsubscribe: async () => localStorage.removeItem(key),
    })
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test-permission') ?? 'default',
    })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted')
      return 'granted'
    }
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        localStorage.setItem(key, JSON.stringify([...applicationServerKey]))
        return make(applicationServerKey.buffer)
      },
      getSubscription: async () => {
        const kept = localStorage.getItem(key)
        return kept === null ? null : make(Uint8Array.from(JSON.parse(kept)).buffer)
      },
    })
  }, subscription)
}

/** Delivers a message to the worker, as the browser's push service would. */
async function deliver(context: BrowserContext, page: Page, origin: string, data: unknown) {
  const cdp = await context.newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId
      if (id !== undefined) resolve(id)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await known,
    data: JSON.stringify(data),
  })
}

type Shown = { title: string; options: { body: string; tag: string; data: { path: string } } }
type Scope = { shown: Shown[]; ExtendableEvent: new (type: string) => Event }

/** There is no screen for notifications, so the worker keeps a list of those it would show. */
async function recordNotifications(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      scope.shown.push({ title, options: options as unknown as Shown['options'] })
    }
  })
  return {
    shown: () => worker.evaluate(() => (globalThis as unknown as Scope).shown),
    /** Presses the last one; its buttons are in push.journey.ts. */
    press: () =>
      worker.evaluate(() => {
        const { shown, ExtendableEvent } = globalThis as unknown as Scope
        const event = new ExtendableEvent('notificationclick')
        const notification = { ...shown.at(-1)?.options, close() {} }
        const facts = { notification, action: '', waitUntil: () => {} }
        for (const [name, value] of Object.entries(facts)) Object.defineProperty(event, name, { value })
        dispatchEvent(event)
      }),
  }
}

/** Ben, who is next on a waitlist, and a function that opens a spot for him. */
async function onWaitlist(server: RunningServer) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu' })
  for (const who of [ana, ben]) await who.call('practices.answer', { practiceId, answer: 'archer' })
  return { ben, openSpot: () => ana.call('practices.answer', { practiceId, answer: null }) }
}

test('notifications replace emails until logging out', { tag: '@chromium' }, async ({ start, open }) => {
  await using service = await startPushService()
  const server = await start({ env: { PUSH_SERVICE_URL: service.url } })
  const { ben, openSpot } = await onWaitlist(server)
  const { page, context } = await open(server, { as: ben, serviceWorkers: 'allow' })
  await registerAt(page, service.register('phone'))
  await page.goto('/home')
  await isOnDevice(page)
  await page.goto('/profile/notifications')
  await expect(page.getByText('Off. You’ll get emails only.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on notifications on this device' }).click()
  await expect(
    page.getByText('On. Notifications arrive even when the app is closed, until you log out here.'),
  ).toBeVisible()
  const mail = page.getByRole('checkbox', { name: 'A spot opens up and I’m next: Email' })
  await expect(mail).toBeChecked()
  await mail.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Turn off notifications on this device' })).toBeVisible()

  await openSpot()
  await expect.poll(() => service.messages.length).toBe(1)
  const shown = service.messages[0]?.shown as { title: string; body: string; tag: string }
  expect(shown.title).toMatch(/^You have a spot at /)
  expect((await mailsTo(server, ben.email)).map(({ subject }) => subject).join()).not.toContain('place')

  const screen = await recordNotifications(context)
  await deliver(context, page, server.url, shown)
  await expect
    .poll(screen.shown)
    .toMatchObject([
      { title: shown.title, options: { body: shown.body, tag: shown.tag, data: { path: '/my-practices' } } },
    ])
  await screen.press()
  await expect(page).toHaveURL(/\/my-practices$/)

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /push|test-registered/.test(key))))
    .toEqual([])
})
