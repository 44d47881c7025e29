import { type Browser, expect, type Page, test } from '@playwright/test'
import { startMapHost } from '#test/support/map-host.ts'
import { enlarge } from '#test/support/maps-tile.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

/**
 * With a maps host that is blocked or never responds, the home page is usable just as early as with a healthy one, and
 * leaving it leaves no timer behind (T93). The fault `maps-away` loads it many times and checks how long that takes.
 */
const times = process.env.QUIVER_MANY === '1' ? 20 : 1

// Shows: T93
for (const host of ['well', 'hangs', 'is blocked'] as const)
  test(`with a map host that ${host}, home works and leaves no timer behind`, async ({ browser }) => {
    test.setTimeout(120_000)
    const maps = await startMapHost()
    if (host === 'hangs') maps.fault({ kind: 'hang' })
    if (host === 'is blocked') await maps.stop()
    await using server = await startServer({ club: { maps: maps.maps } })
    const ana = await quickMember(server, { email: 'ana@purdue.edu' })
    const usableMs: number[] = []
    for (let n = 0; n < times; n++) {
      const { page, context } = await openPerson(browser, server, { height: 1600 })
      await takeSession(context, server, ana)
      usableMs.push(await timeToRsvp(page))
      await context.close()
    }
    usableMs.sort((one, other) => one - other)
    const median = usableMs[Math.floor(usableMs.length / 2)]
    test.info().annotations.push({
      type: 'maps-away',
      description: JSON.stringify({ host, median, most: usableMs.at(-1), loads: times }),
    })
    await expectNothingLeft(browser, { server, ana, host })
    if (host !== 'is blocked') await maps.stop()
  })

/** From the first requested byte to the moment at which you can RSVP. */
async function timeToRsvp(page: Page) {
  await page.addInitScript(() => {
    const look = () => {
      const button = document.querySelector('main button[aria-pressed]')
      if (button === null) requestAnimationFrame(look)
      else performance.mark('usable')
    }
    requestAnimationFrame(look)
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  await page.getByRole('button', { name: 'Archer' }).click({ trial: true })
  return page.evaluate(() => Math.round(performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN))
}

type Opened = {
  server: Awaited<ReturnType<typeof startServer>>
  ana: Awaited<ReturnType<typeof quickMember>>
  host: 'well' | 'hangs' | 'is blocked'
}

/** What is pending while a map doesn't load. */
const timersOf = { well: {}, hangs: { timers: 1 }, 'is blocked': { timers: 1, retries: 1 } }

async function expectNothingLeft(browser: Browser, { server, ana, host }: Opened) {
  const { page, context, complaints } = await openPerson(browser, server, { width: 1280, height: 1600 })
  await takeSession(context, server, ana)
  await page.addInitScript(() => {
    const waiting = new Map<number, number>()
    const { setTimeout: begin, clearTimeout: end } = window
    Object.assign(window, {
      waiting,
      setTimeout(work: () => void, ms = 0, ...more: unknown[]) {
        const id = begin(
          () => {
            waiting.delete(id)
            work()
          },
          ms,
          ...more,
        )
        waiting.set(id, ms)
        return id
      },
      clearTimeout(id: number) {
        waiting.delete(id)
        end(id)
      },
    })
  })
  /** What is pending for a map: its timeout, the progress bar of its turn, and frames. */
  const ofMaps = () =>
    page.evaluate(() => ({
      timers: [...(window as unknown as { waiting: Map<number, number> }).waiting.values()].filter((ms) => ms === 8000)
        .length,
      retries: [...(window as unknown as { waiting: Map<number, number> }).waiting.values()].filter(
        (ms) => ms === 30_000,
      ).length,
      turns: document.getAnimations().filter((each) => each.effect?.getTiming().duration === 10_000).length,
      frames: document.querySelectorAll('iframe').length,
    }))
  await page.goto('/home')
  await enlarge(page).scrollIntoViewIfNeeded()
  // A host that doesn't respond gets no frame; after that it is checked again later.
  const frames = host === 'well' ? 1 : 0
  await expect.poll(ofMaps).toMatchObject({ turns: 1, frames, ...timersOf[host] })
  await page.getByRole('link', { name: 'Info', exact: true }).first().click()
  await expect(page).toHaveURL(/\/info$/)
  await expect(page.getByRole('heading', { name: 'Range calls', exact: true })).toBeVisible()
  expect(await ofMaps()).toEqual({ timers: 0, retries: 0, turns: 0, frames: 0 })
  expect(complaints).toEqual([])
  await context.close()
}
