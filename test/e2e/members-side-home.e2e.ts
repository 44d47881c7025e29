import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { addresses, startMapHost } from '#test/support/map-host.ts'
import { barOf, enlarge, expectTime, moveTime } from '#test/support/maps-tile.ts'
import { clubTime, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { type QuickMember, quickMember, spendDayPasses } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { expectColor } from '#test/support/theme-color.ts'
import { openNewcomer, ways } from '#test/support/variants.ts'

/** The home dashboard and the maps tile, sentence by sentence: each step starts with the number of its row in docs/coverage.md. */
const storeLinks = { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' }
let host: Awaited<ReturnType<typeof startMapHost>>
let server: RunningServer
let kai: QuickMember
test.beforeAll(async () => {
  host = await startMapHost()
  server = await startServer({ club: { storeLinks, maps: host.maps, welcome: { paidPractices: 7 } } })
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const times = ['10:00', '12:00', '14:00', '16:00'].map((time) => clubTime(1, time))
  for (const [i, id] of (await samplePractices(kai)).slice(0, 4).entries())
    movePractice(server, id, { startsAtMs: times[i] ?? 0, title: `Number ${i + 1}` })
})
test.afterAll(async () => {
  await server.dispose()
  await host.stop()
})

const { step } = test

/** Expects a link to open this address in a new tab; the target doesn't have to exist. */
async function expectOpens(context: BrowserContext, link: Locator, address: string) {
  const asked = context.waitForEvent('request', (request) => request.url() === address)
  const opened = context.waitForEvent('page')
  await link.click()
  await asked
  await (await opened).close()
}

async function closeDialog(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const way of ways) {
  const { who, width, officer } = way
  // Shows: 1.17, 1.18, 2.106, 2.107, 2.108, 2.109, 2.110, 2.111, 2.113, 2.114, 2.116, 2.117, 2.118, 2.119, 2.120
  // Shows: 2.121, 2.122, 2.123, 2.124, 4.12, 4.13, 7.45
  test(`the home dashboard, sentence by sentence, as ${who} at ${width}`, async ({ browser }) => {
    const { page, context, complaints, member } = await openNewcomer(browser, server, way)
    const tile = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    for (const i of [1, 2, 3, 4, 5, 6])
      attendedBefore(server, member, { on: `2025-09-0${i}`, title: `Evening ${i} of ${member.email}` })
    await page.goto('/home')

    await step('2.106 while a practice is live its panel shows', async () => {
      const panel = page.getByRole('region', { name: /^LIVE/ })
      await expect(page.getByRole('button', { name: 'Archer' }).first()).toBeVisible()
      await expect(panel).toHaveCount(0)
      const practiceId = (await samplePractices(kai)).at(-1) ?? ''
      movePractice(server, practiceId, { startsAtMs: Date.now(), title: 'Right now' })
      await kai.call('practices.start', { practiceId })
      await expect(panel.getByRole('heading', { name: 'Right now' })).toBeVisible()
      await kai.call('practices.endEarly', { practiceId })
      await expect(panel).toHaveCount(0)
    })
    await step('2.107 up to three panels of next practices', async () => {
      const panels = page.getByRole('region', { name: /^Number/ })
      await expect(panels).toHaveText([/Number 1/, /Number 2/, /Number 3/])
      for (const panel of await panels.all()) await expect(panel).toBeVisible()
    })

    const upcoming = page.getByRole('dialog', { name: 'Upcoming Practices' })
    await step("2.111 tile 'Upcoming Practices'", async () => {
      await tile(/^Upcoming Practices/).click()
      const titles = upcoming.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
      await expect(titles.nth(3)).toContainText('Number 4')
      await closeDialog(page)
    })
    await step('2.110 tile with the maps', async () => {
      await enlarge(page).scrollIntoViewIfNeeded()
      await expect(page.getByText('Maps', { exact: true })).toBeVisible()
      await expect(page.frameLocator('iframe').first().getByRole('heading', { name: 'The Range' })).toBeAttached()
    })
    await step('2.113 tiles open dialogs', async () => {
      const opens = [
        [/^Upcoming Practices/, upcoming],
        [/^Purchase Pass/, page.getByRole('dialog', { name: 'Purchase Pass' })],
        [/^Enlarge the map/, page.getByRole('dialog', { name: /^(The Range|Carpool Meetup)$/ })],
        ...(officer
          ? []
          : ([[/^My Past Practices/, page.getByRole('dialog', { name: 'My Past Practices' })]] as const)),
      ] as const
      for (const [name, dialog] of opens) {
        await expect(dialog).toHaveCount(0)
        await tile(name).click()
        await expect(dialog).toBeVisible()
        await closeDialog(page)
      }
    })

    const none = page.getByRole('dialog', { name: 'Purchase Pass' })
    const mine = page.getByRole('dialog', { name: 'My Pass' })
    await step("2.108 tile 'Purchase Pass' with pass none, else 'My Pass'", async () => {
      await expect(tile(/^Purchase Pass/)).toContainText('2 day passes left')
      await expect(tile(/^My Pass/)).toHaveCount(0)
    })
    await tile(/^Purchase Pass/).click()
    await step('2.122 pass dialog: how many day passes there are', () =>
      expect(none).toContainText(/2\s*day passes left/),
    )
    await step("2.124 'Buy Pass' opens the store", () =>
      expectOpens(context, none.getByRole('link', { name: /^Buy Pass/ }), storeLinks.passes),
    )
    await step("2.123 'Use Pass', disabled with none", async () => {
      await expect(none.getByRole('button', { name: 'Use Pass' })).toBeEnabled()
      await none.getByRole('button', { name: 'Use Pass' }).click()
      await expect(mine).toContainText(/1\s*day pass left/)
      await expect(mine.getByText('Day Pass', { exact: true })).toBeVisible()
      await expect(mine.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
    })
    await closeDialog(page)
    await step("2.108 tile 'Purchase Pass' with pass none, else 'My Pass': with one", async () => {
      await expect(tile(/^My Pass/)).toContainText('Day Pass until midnight')
      await expect(tile(/^Purchase Pass/)).toHaveCount(0)
    })
    await step("2.123 'Use Pass', disabled with none: when all are spent", async () => {
      await spendDayPasses(server, member)
      await page.goto('/home?open=pass')
      await expect(none).toContainText(/0\s*day passes left/)
      await expect(none.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
      await closeDialog(page)
    })

    const toMembers = page
      .getByRole('main')
      .getByRole('list')
      .filter({ hasText: 'Scorecard' })
      .getByRole('link', { name: /^Members/ })
    if (officer) {
      await toMembers.click()
      await expect(page).toHaveURL(/\/members$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
      await page.goBack()
      await expect(tile(/^Purchase Pass/)).toBeVisible()
    } else await expect(toMembers).toHaveCount(0)

    if (officer)
      await step('2.114 officers get from tile 1 to /manage-practices', async () => {
        await page.getByRole('link', { name: /^Manage Practices Attendance/ }).click()
        await expect(page).toHaveURL(/\/manage-practices$/)
        await expect(page.getByRole('heading', { level: 1, name: 'Manage Practices' })).toBeVisible()
        await page.goBack()
        await expect(tile(/^Purchase Pass/)).toBeVisible()
      })
    else
      await step('2.114 officers get from tile 1 to /manage-practices: a member has no way there', () =>
        expect(page.getByRole('link', { name: /^Manage Practices/ })).toHaveCount(0),
      )

    const past = page.getByRole('dialog', { name: 'My Past Practices' })
    if (officer)
      await step('2.109 and 2.116 to 2.121: an officer has no dialog of past practices', async () => {
        await expect(tile(/^My Past Practices/)).toHaveCount(0)
        await page.goto('/home?open=past')
        await expect(tile(/^Purchase Pass/)).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    else {
      await step('2.116 who is no officer sees past practices in a dialog', async () => {
        await tile(/^My Past Practices/).click()
        await expect(past).toBeVisible()
      })
      const rows = past.getByRole('listitem')
      await step("2.109 tile 'My Past Practices', of the last five", () => expect(rows).toHaveCount(5))
      await step('2.117 each with its name and date', () =>
        expect(rows).toHaveText([6, 5, 4, 3, 2].map((i) => new RegExp(`^Evening ${i} of .*Sep ${i}\\b`))),
      )
      await step('2.118 how many were attended', async () => {
        await expect(past.getByRole('term').first()).toHaveText('Attended')
        await expect(past.getByRole('definition').first()).toHaveText('6')
      })
      await step('2.119 purchased practices that are left, in green', async () => {
        await expect(past.getByText('Purchased practices', { exact: true })).toBeVisible()
        await expectColor(past.getByText('1 left'), '--green-text')
        await expect(past.getByText('outstanding')).toHaveCount(0)
      })
      await step('2.120 or practices that are outstanding, in red', async () => {
        for (const i of [7, 8])
          attendedBefore(server, member, { on: `2025-09-0${i}`, title: `Evening ${i} of ${member.email}` })
        await page.reload()
        await expectColor(past.getByText('1 outstanding'), '--red-text')
        await expect(past.getByText(/\d left/)).toHaveCount(0)
      })
      await step('2.121 a link to purchase practices', () =>
        expectOpens(context, past.getByRole('link', { name: /^Purchase practices/ }), storeLinks.practices),
      )
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  // Shows: 2.135, 2.136, 2.137, 2.138, 2.139, 2.140
  test(`the maps tile, sentence by sentence, as ${who} at ${width}`, async ({ browser }) => {
    const { page, context, complaints } = await openNewcomer(browser, server, way, { height: 2000 })
    await page.goto('/home')
    await step('2.135 two maps in turn, The Range and Carpool Meetup', async () => {
      for (const [title, next] of [
        ['The Range', 'Carpool Meetup'],
        ['Carpool Meetup', 'The Range'],
      ] as const) {
        await expect(enlarge(page, title)).toBeVisible()
        const shown = page.locator(`iframe[title="Map: ${title}"]`)
        await expect(shown).toBeVisible()
        await expect(shown.contentFrame().getByRole('heading', { name: title })).toBeAttached()
        await expectTime(page, 'running')
        await moveTime(page, 9950)
        await expect(enlarge(page, next)).toBeVisible()
        await expect(enlarge(page, title)).toHaveCount(0)
        await expect(shown).toBeHidden()
      }
    })
    await step('2.136 every 10 seconds', async () => {
      const timing = () => barOf(page).evaluate((bar) => bar.getAnimations()[0]?.effect?.getComputedTiming())
      expect(await timing()).toMatchObject({ duration: 10_000, delay: 0, iterations: 1 })
    })
    await step('2.137 with a progress bar', async () => {
      await expectTime(page, 'running')
      const part = async (ms: number) => {
        await moveTime(page, ms)
        return barOf(page).evaluate((bar) => {
          const whole = bar.parentElement?.getBoundingClientRect().width ?? 0
          return bar.getBoundingClientRect().width / whole
        })
      }
      expect(await part(7000)).toBeCloseTo(0.7, 1)
      expect(await part(2000)).toBeCloseTo(0.2, 1)
      const [bar, map] = await Promise.all([barOf(page).locator('..').boundingBox(), enlarge(page).boundingBox()])
      expect(bar?.height).toBeGreaterThan(2)
      expect(bar?.width).toBeCloseTo(map?.width ?? 0, 0)
    })
    await step('2.138 a tap opens the map on the full screen', async () => {
      await enlarge(page, 'The Range').click()
      const range = page.getByRole('dialog', { name: 'The Range' })
      await expect(range.getByText(addresses.range)).toBeVisible()
      await expect(range.frameLocator('iframe').getByRole('heading', { name: 'The Range' })).toBeAttached()
      expect(await range.boundingBox()).toEqual({ x: 0, y: 0, width, height: 2000 })
    })
    await step('2.139 with a button for the other one', async () => {
      await page.getByRole('button', { name: 'Switch to Carpool Meetup' }).click()
      const carpool = page.getByRole('dialog', { name: 'Carpool Meetup' })
      await expect(carpool.getByText(addresses.carpool)).toBeVisible()
      await expect(carpool.frameLocator('iframe').getByRole('heading', { name: 'Carpool Meetup' })).toBeAttached()
      await carpool.getByRole('button', { name: 'Switch to The Range' }).click()
      await expect(page.getByRole('dialog', { name: 'The Range' })).toBeVisible()
    })
    await step('2.140 Back closes it', async () => {
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/home$/)
    })
    expect(complaints).toEqual([])
    await context.close()
  })
}
