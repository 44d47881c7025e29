import { type Browser, expect, type Page, test } from '@playwright/test'
import { startMapHost } from '#test/support/map-host.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** How many taps a member needs, from a cold start on a phone: with a bow in the other hand, each one counts. */
async function openCold(browser: Browser, server: RunningServer, member: QuickMember) {
  const { page, context } = await openPerson(browser, server)
  await takeSession(context, server, member)
  await page.addInitScript(() => {
    // Not on the window, where Playwright drops a click whose target moved away, to click again.
    document.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
      },
      true,
    )
  })
  await page.goto('/home')
  return { page, taps: () => page.evaluate(() => Number(sessionStorage.getItem('taps'))), context }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('a check-in takes one tap, a pass two, and an RSVP one', async ({ browser }) => {
  await using server = await startServer()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })

  const withPass = await quickMember(server, { email: 'ana@purdue.edu' })
  await withPass.call('passes.use')
  const ana = await openCold(browser, server, withPass)
  await press(ana.page, 'Check In')
  await expect(ana.page.getByText(/^Checked in/)).toBeVisible()
  expect(await ana.taps()).toBe(1)

  const ben = await openCold(browser, server, await quickMember(server, { email: 'ben@purdue.edu' }))
  await press(ben.page, 'Use pass & check in · 2 left')
  await expect(ben.page.getByText(/^Checked in/)).toBeVisible()
  await expect(ben.page.getByText('You’re in. Day pass used, 1 left.')).toBeVisible()
  expect(await ben.taps()).toBe(1)

  const cas = await openCold(browser, server, await quickMember(server, { email: 'cas@purdue.edu' }))
  await press(cas.page, /^Purchase Pass/)
  await cas.page.getByRole('dialog').getByRole('button', { name: 'Use Pass', exact: true }).click()
  await expect(cas.page.getByRole('dialog').getByRole('region', { name: 'Day Pass' })).toBeVisible()
  expect(await cas.taps()).toBe(2)

  const dan = await openCold(browser, server, await quickMember(server, { email: 'dan@purdue.edu' }))
  await press(dan.page, 'Archer')
  await expect(dan.page.getByRole('button', { name: 'Archer', pressed: true }).first()).toBeVisible()
  expect(await dan.taps()).toBe(1)
  for (const { context } of [ana, ben, cas, dan]) await context.close()
})

test('scoring starts two taps from Home, and the third is the first arrow', async ({ browser }) => {
  await using server = await startServer()
  const member = await quickMember(server, { email: 'ana@purdue.edu' })
  const first = await openCold(browser, server, member)
  await scorecard(first.page).start({ round: 'Standard Outdoor' })
  await first.context.close()
  // On another phone, which knows the last round from the card.
  const { page, context, taps } = await openCold(browser, server, member)
  const card = scorecard(page)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Score' }).click()
  await press(page, 'Same as last time')
  await card.target.waitFor()
  await expect(page.getByText('Round 1 · End 1 · Arrow 1 of 6')).toBeVisible()
  expect(await taps()).toBe(2)
  await card.click(0.1, 0.1)
  await card.expectArrows(1)
  expect(await taps()).toBe(3)
  await context.close()
})

test('show the pass: one tap; directions to the range: one', async ({ browser }) => {
  await using host = await startMapHost()
  await using server = await startServer({ club: { maps: host.maps } })
  const member = await quickMember(server, { email: 'ana@purdue.edu' })
  await member.call('passes.use')
  const ana = await openCold(browser, server, member)
  await press(ana.page, /^My Pass/)
  await expect(ana.page.getByRole('dialog').getByRole('region', { name: 'Day Pass' })).toBeVisible()
  expect(await ana.taps()).toBe(1)

  const again = await openCold(browser, server, member)
  const opened = again.context.waitForEvent('page')
  await again.page
    .getByRole('link', { name: /^Directions/ })
    .first()
    .click()
  await opened
  expect(await again.taps()).toBe(1)
  for (const { context } of [ana, again]) await context.close()
})
