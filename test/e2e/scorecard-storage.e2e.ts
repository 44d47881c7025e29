import { expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Scorecards stored on the device, in a browser that behaves like an iPhone's. */
let server: RunningServer
let ana: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  ana = await quickMember(server, { email: 'ana@purdue.edu' })
})
test.afterAll(() => server.dispose())

type Phone = {
  /** Every database connection that the page has opened. */
  connections: IDBDatabase[]
  /** From now on, attempts to open a database get no response. */
  silent: boolean
  asked: number
}
type Phoned = typeof globalThis & { phone: Phone }

async function open(browser: Parameters<typeof openPerson>[0]) {
  const person = await openPerson(browser, server)
  await takeSession(person.context, server, ana)
  await person.page.addInitScript(() => {
    const phone: Phone = { connections: [], silent: false, asked: 0 }
    Object.assign(globalThis, { phone })
    const open = indexedDB.open.bind(indexedDB)
    IDBFactory.prototype.open = (...given) => {
      const request = open(...given)
      if (phone.silent) request.addEventListener = () => {}
      else request.addEventListener('success', () => phone.connections.push(request.result))
      return request
    }
    // Firefox's initial empty document has no storage.
    if (navigator.storage === undefined) return
    navigator.storage.persisted = async () => false
    navigator.storage.persist = async () => {
      phone.asked += 1
      return true
    }
  })
  return { ...person, card: scorecard(person.page) }
}

/** Simulates iOS while the phone sleeps: no event fires, and everything on the connection fails from then on. */
const loseConnections = (page: Page) =>
  page.evaluate(() => {
    for (const connection of (globalThis as Phoned).phone.connections) connection.close()
  })
const made = (page: Page) => page.evaluate(() => (globalThis as Phoned).phone.connections.length)
const arrowsOnDevice = (page: Page) =>
  page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('quiver')
        opening.onsuccess = () => {
          const all = opening.result.transaction('cards').objectStore('cards').getAll()
          all.onsuccess = () => {
            opening.result.close()
            const card = all.result.find((each) => each.id === id)
            resolve(card.slots.filter((slot: unknown) => slot !== null).length)
          }
        }
      }),
    new URL(page.url()).searchParams.get('card') ?? '',
  )

const unkept = /can’t store scores/

test('arrows are kept after the phone has slept, without a connection to the server either', async ({ browser }) => {
  const { page, card, context, complaints } = await open(browser)
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
  await expect(page.getByText(unkept)).toBeHidden()
  expect(await made(page)).toBe(before + 1)
  expect(await arrowsOnDevice(page)).toBe(3)
  expect(complaints).toEqual([])
  await context.close()
})

test('a silent database is reported, and arrows are kept once it responds', async ({ browser }) => {
  const { page, card, context } = await open(browser)
  await card.start()
  await card.key(9)
  await card.saved(1)
  await page.evaluate(() => {
    ;(globalThis as Phoned).phone.silent = true
  })
  await loseConnections(page)
  await card.key(8)
  await card.painted(2)
  await expect(page.getByText(unkept)).toBeVisible()
  await card.saved()
  await page.evaluate(() => {
    ;(globalThis as Phoned).phone.silent = false
  })
  await card.key(7)
  await expect(page.getByText(unkept)).toBeHidden()
  await card.expectArrows(3)
  expect((await card.table())[0]).toMatch(/^1 9 8 7 /)
  expect(await arrowsOnDevice(page)).toBe(3)
  await context.close()
})

test('the browser is asked to keep the storage with the first arrow, and once', async ({ browser }) => {
  const { page, card, context } = await open(browser)
  const asked = () => page.evaluate(() => (globalThis as Phoned).phone.asked)
  await card.start()
  await page.waitForTimeout(300)
  expect(await asked()).toBe(0)
  await card.key(9)
  await expect.poll(asked).toBe(1)
  await card.key(8)
  await card.saved(2)
  expect(await asked()).toBe(1)
  await context.close()
})
