import { expect, type Page } from '@playwright/test'
import { installMessages, newsMessages } from '#domain/text/device-messages.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import type { openPerson } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'

const day = 86_400_000
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

/** A live practice, and Ana on the home page, ready to check in; Kai can remove her check-in again. */
async function openAna(open: Open, options: Parameters<typeof openPerson>[2] = {}) {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  await kai.call('practices.start', { practiceId: 'tonight' })
  await ana.call('passes.use')
  const person = await open(server, { as: ana, ...options })
  return {
    ...person,
    async takeOff() {
      const { members } = (await kai.call('members.get')) as { members: { id: string; email: string }[] }
      const memberId = members.find(({ email }) => email === ana.email)?.id
      await kai.call('practices.removeAttendee', { practiceId: 'tonight', memberId })
    },
    async [Symbol.asyncDispose]() {
      await person.context.close()
      await dispose()
    },
  }
}

/** Chromium's event that the app can be installed; `data-asked` counts how often the prompt was shown. */
function offerInstallation(page: Page) {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    const prompt = async () => {
      dataset.asked = String(Number(dataset.asked ?? 0) + 1)
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    dispatchEvent(event)
    dataset.ownBar = String(!event.defaultPrevented)
  })
}

async function checkIn(page: Page) {
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(page.getByText('Checked in ✓')).toBeVisible()
}

/** Waits long enough for an offer to appear. */
async function expectNoOffer(page: Page) {
  await page.waitForTimeout(2500)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('after a check-in the app is offered once in 60 days', async ({ open }) => {
  await using ana = await openAna(open)
  const { page } = ana
  await page.goto('/home')
  await offerInstallation(page)
  const offer = page.getByRole('dialog', { name: installMessages.ask })
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-own-bar', 'false')
  await expectNoOffer(page)

  await checkIn(page)
  await expect(offer).toBeVisible()
  await expect(root).not.toHaveAttribute('data-asked')
  await offer.getByRole('button', { name: installMessages.install }).click()
  await expect(root).toHaveAttribute('data-asked', '1')
  await expect(offer).toBeHidden()
  await expect(page.getByText('Checked in ✓').locator('..')).toBeFocused()

  await ana.takeOff()
  await page.clock.setFixedTime(Date.now() + 59 * day)
  await page.reload()
  await offerInstallation(page)
  await checkIn(page)
  await expectNoOffer(page)

  await ana.takeOff()
  await page.clock.setFixedTime(Date.now() + 61 * day)
  await page.reload()
  await offerInstallation(page)
  await checkIn(page)
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: installMessages.notNow }).click()
  await expect(offer).toBeHidden()
  await expect(root).not.toHaveAttribute('data-asked')
})

test('what was installed once, by the browser’s own menu, is not offered again', async ({ open }) => {
  await using ana = await openAna(open)
  const { page } = ana
  await page.goto('/home')
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await page.clock.setFixedTime(Date.now() + 300 * day)
  await page.reload()
  await offerInstallation(page)
  await checkIn(page)
  await expectNoOffer(page)
})

test('an offer waits until an open dialog is closed', async ({ open }) => {
  await using ana = await openAna(open)
  const { page } = ana
  await page.goto('/home')
  await offerInstallation(page)
  await checkIn(page)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.waitForTimeout(2500)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: installMessages.ask })).toBeVisible()
})

test('on an iPhone, where only a person can do it, two steps are shown', async ({ open }) => {
  await using ana = await openAna(open, { userAgent: iPhone, hasTouch: true })
  const { page } = ana
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { get: () => false }))
  await page.goto('/home')
  await checkIn(page)
  const offer = page.getByRole('dialog', { name: installMessages.title })
  await expect(offer.getByRole('listitem')).toHaveCount(2)
  await expect(offer).toContainText('Tap Share')
  await expect(offer).toContainText('Tap Add to Home Screen')
  // The installed app and Safari don't share cookies.
  await expect(offer).toContainText(installMessages.ownLogin)
  await offer.getByRole('button', { name: installMessages.gotIt }).click()
  await expect(offer).toBeHidden()

  await page.goto('/profile/security')
  await page.getByRole('button', { name: installMessages.showHow }).click()
  await expect(offer.getByRole('listitem')).toHaveCount(2)
  await page.goBack()
  await expect(offer).toBeHidden()
  await expect(page).toHaveURL(/\/profile\/security$/)
})

test('on an iPhone the hint about notifications has the width of its card', async ({ server, open }) => {
  const { page } = await open(server, {
    as: await quickMember(server, { email: 'ana@purdue.edu' }),
    userAgent: iPhone,
    hasTouch: true,
  })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { get: () => false })
    Reflect.deleteProperty(window, 'PushManager')
  })
  await page.goto('/profile/notifications')
  const section = page.getByRole('region', { name: newsMessages.title })
  const hint = section.getByText(newsMessages.states['needs-home-screen'])
  const [text, list] = await Promise.all([hint.boundingBox(), section.getByRole('list').boundingBox()])
  expect(text?.width).toBeGreaterThan(0.8 * (list?.width ?? Number.POSITIVE_INFINITY))
  const button = await section.getByRole('button', { name: installMessages.showHow }).boundingBox()
  expect(button?.width).toBeCloseTo(list?.width ?? 0, 0)
})

test('within the installed app nothing is offered', async ({ open }) => {
  await using ana = await openAna(open, { userAgent: iPhone, hasTouch: true })
  const { page } = ana
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { get: () => true }))
  await page.goto('/home')
  await checkIn(page)
  await expectNoOffer(page)
  await page.goto('/profile/security')
  await expect(page.getByRole('heading', { name: 'Email and password' })).toBeVisible()
  await expect(page.getByRole('heading', { name: installMessages.title })).toHaveCount(0)
})

test('the profile has it at any time, where the browser can', async ({ server, open }) => {
  const { page } = await open(server, {
    as: await quickMember(server, { email: 'ana@purdue.edu' }),
    at: '/profile/security',
  })
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible()
  const section = page.getByRole('region', { name: installMessages.title })
  await expect(section).toHaveCount(0)
  await offerInstallation(page)
  await section.getByRole('button', { name: installMessages.installApp }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1')
  // The offer appears only once.
  await expect(section).toHaveCount(0)
})

test('Chromium reads the manifest without a complaint', { tag: '@chromium' }, async ({ start, open }) => {
  const server = await start({ club: { name: 'Purdue Archery Club' } })
  const { page, context } = await open(server, { at: '/login' })
  const session = await context.newCDPSession(page)
  const { url, errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect({ url, errors }).toEqual({ url: `${server.url}/manifest.webmanifest`, errors: [] })
  expect(JSON.parse(data)).toMatchObject({ name: 'Purdue Archery Club', short_name: 'Archery Club' })
})
