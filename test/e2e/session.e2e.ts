import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { keptOnDevice } from '#test/support/device-storage.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { password, signIn } from '#test/support/person.ts'
import { editFacts } from '#test/support/profile-page.ts'
import { alterData, loggedInAgain, quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { cachedInPage } from '#test/support/shared-computer.ts'

/** Where a test can't wait, it backdates rows in the database. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const bannerOn = (page: Page) => page.getByText('You have been logged out due to inactivity.', { exact: true })

// Shows: 2.28, 2.81, 4.44, 8.17
test('who is idle is logged out, also in the wizard, and told why until it is dismissed', async ({ start, open }) => {
  const server = await start({ club: { session: { idleMinutes: 60, fixedMinutes: 600 } } })
  await quickMember(server, { email: 'ana@purdue.edu' })
  await quickMember(server, { email: 'new@purdue.edu', wizard: false })
  const newcomer = await open(server)
  await signIn(newcomer.page, 'new@purdue.edu')
  await expect(newcomer.page).toHaveURL(/\/welcome$/)
  const { page } = await open(server)
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/home$/)
  alterData(server, 'update session set last_active_at = ?', minutesAgo(59.8))
  for (const each of [newcomer.page, page]) await each.reload()
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeVisible()
  for (const each of [newcomer.page, page]) await expect(bannerOn(each)).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/login\?/)
  await page.reload()
  await expect(bannerOn(page)).toBeVisible()
  await page.getByRole('button', { name: /Dismiss|Close/ }).click()
  await expect(bannerOn(page)).toBeHidden()
})

// Shows: 2.55, 2.56, 4.3, 4.50, T14, ASVS 14.3.1
test('a logout leaves nothing of the person in any storage, page, or cache', async ({ server, open }) => {
  test.setTimeout(90_000)
  const ana = await quickMember(server, {
    email: 'ana.marvellous@purdue.edu',
    first: 'Marvellous',
    last: 'Quillfeather',
    pronouns: ['Xe/Xem'],
    officer: true,
    car: 4,
  })
  const { page, context } = await open(server, { as: ana, at: '/home', serviceWorkers: 'allow', mayComplain: true })
  await isOnDevice(page)
  const { person } = (await ana.call('session.get')) as { person: { userId: string } }
  const personal = [/marvellous/i, /quillfeather/i, /xe\/xem/i, new RegExp(person.userId), /quiver-unsent:\w/]
  const of = (text: string) => personal.filter((each) => each.test(text)).map(String)

  const [second, third] = [await context.newPage(), await context.newPage()]
  // It hears of the logout from the other tab, not from the server.
  await second.route(/\/live/, (route) => route.abort())
  for (const path of ['/profile', '/members?sort=balance', '/home?open=pass']) await second.goto(path)
  await scorecard(third).start()
  await scorecard(third).key(9)
  await scorecard(third).saved(1)
  await third.goto('/resources?tab=audit')
  await third.goto('/welcome')
  const tabs = [page, second, third]
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Profile' })).toBeVisible()
  // Control: what is searched for is there to be found.
  expect(of(await keptOnDevice(page, context)).length).toBeGreaterThan(3)

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (const tab of [second, third]) await expect(tab).toHaveURL(/\/login/)
  for (const tab of tabs) {
    expect(of(await keptOnDevice(tab, context))).toEqual([])
    expect(of(await tab.content())).toEqual([])
  }
  for (const online of [true, false]) {
    await context.setOffline(!online)
    for (const tab of tabs)
      for (let steps = 0; steps < 3; steps++) {
        await tab.goBack({ waitUntil: 'commit' }).catch(() => {})
        if (online) await expect(tab).toHaveURL(/\/login|about:blank/)
        await tab.waitForLoadState('domcontentloaded').catch(() => {})
        expect(of(await tab.content())).toEqual([])
      }
  }
  await context.setOffline(false)
  // The browser's HTTP cache doesn't serve an address from that time either.
  await page.goto('/login')
  const paths = ['/rpc/session/get', '/rpc/home/get', '/rpc/members/get', '/api/v1/home', '/live', '/my-practices.csv']
  const cached = await page.evaluate(cachedInPage, paths)
  expect(of(cached)).toEqual([])
})

// Shows: T14
test('what was being typed leaves with the session, and is back after the next login', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Marvellous' })
  const elsewhere = await loggedInAgain(server, ana)
  const { page, context } = await open(server, { as: ana, mayComplain: true })
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto('/profile')
    await editFacts(each, 'Name and birthday')
    await expect(each.getByLabel('Preferred first name')).toHaveValue('Marvellous')
  }
  await page.getByLabel('Preferred first name').fill('Wonderful')
  const left = async () => (await keptOnDevice(other, context)).includes('Wonderful')
  await expect.poll(left).toBe(true)
  await elsewhere.call('sessions.endAll')
  for (const each of [page, other]) await expect(each).toHaveURL(/\/login/)
  expect(await left()).toBe(false)
  await page.getByLabel('Purdue Email').fill('ana@purdue.edu')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByLabel('Preferred first name')).toHaveValue('Wonderful')
  await page.reload()
  await expect(page.getByLabel('Preferred first name')).toHaveValue('Wonderful')
})

// Shows: T11
test('an officer who is demoted while the stream is cut loses the page with the first refusal', async ({
  server,
  open,
}) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', officer: true })
  await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  await quickMember(server, { email: 'zephyrine@purdue.edu', first: 'Zephyrine' })
  const { page, context } = await open(server, { as: ana, at: '/members', mayComplain: true })
  await expect(page.getByText('Zephyrine').first()).toBeVisible()
  await page.route('**/live**', (route) => route.abort())
  // Nor can the app find out from the server who is logged in.
  await page.route('**/rpc/session/get**', (route) => route.abort())
  expect((await server.quiver('officer', 'remove', 'ana@purdue.edu')).code).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.waitForResponse((response) => response.status() === 403, { timeout: 40_000 })
  await expect(page.getByText('Zephyrine')).toHaveCount(0)
  expect(await page.content()).not.toMatch(/zephyrine/i)
  expect(await keptOnDevice(page, context)).not.toMatch(/zephyrine/i)
})
