import type { Page } from '@playwright/test'
import { fetchWhole } from '#test/support/fetch-whole.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { latestPast } from './practices-scenes.ts'
import { openFirst, press } from './presses.ts'
import type { Scene } from './scenes.ts'

/** Makes all later requests fail. */
async function loseServer(page: Page) {
  await page.route(/\/(live|rpc\/)/, (route) => route.abort('internetdisconnected'))
}

/** Reopens the page, from what an earlier visit has stored on the device. */
async function openAgain(page: Page) {
  await loseServer(page)
  await page.reload()
  await page.getByText('Showing information from').waitFor()
}

/** Shows the member as someone who can check in. */
async function withPass(page: Page) {
  await page.route(/\/rpc\/home\/get/, async (route) => {
    const response = await fetchWhole(route)
    const body = await response.text()
    await route.fulfill({ response, body: body.replace('"current":"none"', '"current":"Carpool Range Pass"') })
  })
  // Not from the data that an earlier visit has stored.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.endsWith('answer:home')) localStorage.removeItem(name)
  })
  await page.reload()
  await page.locator('button:not([aria-disabled])', { hasText: 'Check In' }).waitFor()
}

const answerWaits = async (page: Page) => {
  await loseServer(page)
  await press('Archer')(page)
  await page.getByText(/^Not sent yet/).waitFor()
}

const useWaits = async (page: Page) => {
  await loseServer(page)
  await press(/^Use Pass$/)(page)
  await page.getByText(/^Your pass isn’t used yet/).waitFor()
}

/** The device itself reports that it's offline. */
const loseConnection = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })

/** Checks that officers' actions are disabled, with the reason. */
async function isBlocked(page: Page) {
  await loseConnection(page)
  await page.getByText('This needs a connection.').last().waitFor()
}

type Stage = 'quiet' | 'live' | 'many' | 'recorded' | 'records'

export const offlineScenes: Record<Stage, Scene[]> = {
  quiet: [
    ...['home', 'my-pass', 'my-practices', 'scorecard'].map(
      (page): Scene => ({ name: `${page}-kept`, as: 'member', path: `/${page}`, act: openAgain }),
    ),
    { name: 'home-answer-waits', as: 'member', path: '/home', act: answerWaits },
    {
      name: 'home-answer-refused',
      as: 'member',
      path: '/home',
      async act(page) {
        await answerWaits(page)
        const json = { code: 'REFUSED', message: 'This practice is over.', data: { reason: 'over' } }
        await page.route(/\/rpc\/practices\/answer/, (route) => route.fulfill({ status: 409, json: { json } }))
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await page.getByText('This practice is over.').first().waitFor()
      },
    },
    {
      name: 'home-unsent-logout',
      as: 'member',
      path: '/home',
      async act(page) {
        await answerWaits(page)
        await press('Profile')(page)
        await press('Logout')(page)
        await page.getByText(/Logging out now will delete/).waitFor()
      },
    },
    {
      name: 'my-pass-use-waits',
      as: 'member',
      path: '/my-pass',
      async act(page) {
        await loseServer(page)
        await pressUsePass(page)
        await page.getByText(/^Your pass isn’t used yet/).waitFor()
      },
    },
    {
      name: 'home-start-offline',
      as: 'officer',
      path: '/home',
      async act(page) {
        await loseConnection(page)
        await press('Start Practice')(page)
        await page.getByText('This needs a connection.').waitFor()
      },
    },
  ],
  live: [
    {
      name: 'home-live-check-in-waits',
      as: 'member',
      path: '/home',
      async act(page) {
        await withPass(page)
        await loseServer(page)
        await press('Check In')(page)
        await page.getByText(/^Not checked in yet/).waitFor()
      },
    },
    {
      name: 'home-live-pass-and-check-in-wait',
      as: 'member',
      path: '/home',
      async act(page) {
        await loseServer(page)
        await press(/^Use pass & check in/)(page)
        await page.getByText(/^Not checked in yet. We’ll use your pass/).waitFor()
      },
    },
    {
      name: 'home-live-pass-waits',
      as: 'member',
      path: '/home',
      act: useWaits,
    },
  ],
  many: [
    { name: 'members-no-connection', as: 'officer', path: '/members', act: isBlocked },
    {
      name: 'members-details-no-connection',
      as: 'officer',
      path: '/members?member=many-5',
      async act(page) {
        await press('Total Paid Practices: one more')(page)
        await isBlocked(page)
      },
    },
  ],
  recorded: [
    { name: 'home-ended-early-no-connection', as: 'officer', path: '/home', act: isBlocked },
    {
      name: 'manage-practices-details-no-connection',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await openFirst('View Details')(page)
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Attendance Limit' }).click()
        await page.getByRole('textbox', { name: 'Attendance Limit' }).fill('12')
        await isBlocked(page)
      },
    },
    {
      name: 'manage-practices-carpool-no-connection',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await openFirst('View Details')(page)
        await page.getByRole('tab', { name: /^Carpool/ }).click()
        await page.getByLabel('Add someone by name or email').fill('a')
        await isBlocked(page)
      },
    },
  ],
  records: [{ name: 'store-no-connection', as: 'officer', path: '/resources?tab=store', act: isBlocked }],
}
