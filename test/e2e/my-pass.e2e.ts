import { expect, type Locator, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { alterData, type QuickMember, quickMember, spendDayPasses } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** The My Pass page, which members show at the range. */
const passes = 'https://store.example.com/passes'
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ club: { storeLinks: { passes } } })
})
test.afterAll(() => server.dispose())

let made = 0
async function openOwn(open: Open, options: Parameters<Open>[1] = {}) {
  const facts = { email: `archer${++made}@purdue.edu`, first: 'Avery', last: `Bowman ${made}`, pronouns: ['She/Her'] }
  const member = await quickMember(server, facts)
  const person = await open(server, { as: member, at: '/my-pass', ...options })
  return { ...person, member, name: `${facts.first} ${facts.last}` }
}

const givePass = (member: QuickMember) =>
  alterData(
    server,
    "update member set pass = 'Carpool Range Pass' where id = (select id from user where email = ?)",
    member.email,
  )

// Shows: 2.16, 2.41, 2.141, 2.142, 2.143
test('a member uses a day pass and shows it', async ({ open }) => {
  const { page, name } = await openOwn(open, { at: '/home' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'My Pass', exact: true }).click()
  await expect(page).toHaveURL(/\/my-pass$/)
  await expect(page).toHaveTitle('My Pass · Archery Club')
  await expect(page.getByRole('heading', { level: 1, name: 'My Pass' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeVisible()
  await expect(page.getByText('2 day passes left')).toBeVisible()
  await expect(page.getByRole('link', { name: /Buy Pass/ })).toHaveAttribute('href', passes)
  await pressUsePass(page)
  const card = page.getByRole('region', { name: 'Day Pass' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeHidden()
  for (const words of [name, 'She/Her', 'Valid', 'until midnight']) await expect(card).toContainText(words)
  await pointAt(page, card)
  await expect.poll(() => tiltOf(card)).toMatch(/[1-9]/)
  await expect(page.getByText('1 day pass left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Pass' })).toHaveCount(0)
  const clock = page.getByText(/^\d{1,2}:\d\d:\d\d [AP]M$/)
  const first = await clock.textContent()
  await expect(clock).not.toHaveText(first ?? '')
})

async function pointAt(page: Page, card: Locator) {
  const box = await card.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30)
}

const tiltOf = (card: Locator) =>
  card.evaluate((element) => element.parentElement?.style.transform.match(/rotateX\(([^)]+)\)/)?.[1] ?? '')

// Shows: 2.143
test('a Carpool Range Pass has no end date, and does not tilt with reduced motion', { tag: '@chromium' }, async ({
  open,
}) => {
  const { page, member } = await openOwn(open, { width: 1280, reducedMotion: 'reduce' })
  givePass(member)
  await page.reload()
  const card = page.getByRole('region', { name: 'Carpool Range Pass' })
  await expect(card).toContainText('no end date')
  await pointAt(page, card)
  expect(await tiltOf(card)).toMatch(/^(0deg)?$/)
})

test('a Day Pass is over at midnight, also on a page that is open and has no connection', async ({ open }) => {
  const { page, context } = await openOwn(open, { mayComplain: true })
  await page.clock.install()
  await page.reload()
  await pressUsePass(page)
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward('24:30:00')
  await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeHidden()
})

// Shows: 2.123, 5.25, 8.14
test('without day passes there is nothing to use, and where to buy one', async ({ open }) => {
  const { page, member } = await openOwn(open)
  await spendDayPasses(server, member)
  await page.reload()
  await expect(page.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
  await page.goto('/home?open=pass')
  const dialog = page.getByRole('dialog', { name: 'Purchase Pass' })
  await expect(dialog.getByText("You don't have any day passes left.", { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use Pass' })).toBeDisabled()
})
