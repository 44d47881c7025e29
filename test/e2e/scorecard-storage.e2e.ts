import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import type { QuickMember } from '#test/support/quick-member.ts'
import { cardsOnDevice, scorecard } from '#test/support/score.ts'
import type { RunningServer } from '#test/support/server.ts'

/** Scorecards stored on the device, in a browser that behaves like an iPhone's. */

type Fixtures = { server: RunningServer; ana: QuickMember; open: Open }
/** Every database connection that the page has opened. */
type Phoned = typeof globalThis & { connections: IDBDatabase[] }

async function openPhone({ server, ana, open }: Fixtures) {
  const person = await open(server, { as: ana, mayComplain: true })
  await person.page.addInitScript(() => {
    const connections: IDBDatabase[] = []
    Object.assign(globalThis, { connections })
    const open = indexedDB.open.bind(indexedDB)
    IDBFactory.prototype.open = (...given) => {
      const request = open(...given)
      request.addEventListener('success', () => connections.push(request.result))
      return request
    }
  })
  return { ...person, card: scorecard(person.page) }
}

/** Simulates iOS while the phone sleeps: no event fires, and everything on the connection fails from then on. */
const loseConnections = (page: Page) =>
  page.evaluate(() => {
    for (const connection of (globalThis as Phoned).connections) connection.close()
  })
const made = (page: Page) => page.evaluate(() => (globalThis as Phoned).connections.length)
const arrowsOnDevice = async (page: Page) => {
  const card = (await cardsOnDevice(page)).find(({ id }) => id === scorecard(page).cardId())
  return card?.slots.filter((slot) => slot !== null).length
}

test('arrows are kept after the phone has slept, also without a connection', async ({ server, ana, open }) => {
  const { page, card, context } = await openPhone({ server, ana, open })
  await card.start()
  await card.key(9)
  await card.saved(1)
  const before = await made(page)
  await context.setOffline(true)
  await loseConnections(page)
  await card.key(8)
  await card.key(7)
  await card.expectArrows(3)
  await expect(page.getByText('2 arrows saved on this device')).toBeVisible()
  await expect(page.getByText(/can’t store scores/)).toBeHidden()
  expect(await made(page)).toBe(before + 1)
  expect(await arrowsOnDevice(page)).toBe(3)
})
