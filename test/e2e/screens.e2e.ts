import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Every screen under the final content security policy: nothing is blocked, nothing complains, axe finds nothing. */
type Screen = { path: string; act?: (page: Page) => Promise<unknown>; below?: number }

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

for (const colorScheme of ['light', 'dark'] as const)
  test(`sign-in, links and wizard (${colorScheme})`, async ({ browser }) => {
    test.setTimeout(300_000)
    const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
    const signedOut = [
      '/login',
      '/login?mode=create',
      '/login?mode=reset',
      '/login?reason=idle',
      '/verify',
      '/reset',
      '/verify#token=x',
      '/reset#token=x',
    ]
    await look(browser, null, colorScheme, [
      ...signedOut.map((path) => ({ path })),
      { path: '/login', act: press('Sign In') },
      { path: '/dev/mail' },
      { path: '/login', act: press('Menu'), below: 1050 },
    ])
    const newcomer = await quickMember(server, { email: `new.${colorScheme}@purdue.edu`, wizard: false })
    await look(browser, newcomer, colorScheme, [
      { path: '/welcome' },
      ...[1, 2, 3, 4, 5].map((step) => ({ path: `/welcome?step=${step}` })),
      { path: '/welcome?step=1', act: press('Next') },
      { path: '/welcome?step=4', act: (page) => page.getByText('I have a car').click() },
      { path: '/welcome?step=5', act: press('Finish') },
    ])
  })

test('home: quiet, with each dialog, live as member and officer, ended early', async ({ browser }) => {
  test.setTimeout(300_000)
  const officer = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', car: 4 })
  const { next } = (await officer.call('home.get')) as { next: { id: string }[] }
  const practiceId = next[0]?.id ?? ''
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await look(browser, ana, colorScheme, [
      { path: '/home' },
      ...['pass', 'past', 'upcoming'].map((dialog) => ({ path: `/home?open=${dialog}` })),
      { path: '/home', act: press('Driver') },
      { path: '/home', act: press('Menu'), below: 1050 },
    ])
    await look(browser, officer, colorScheme, [{ path: '/home' }, { path: '/home', act: press('Start Practice') }])
  }
  await officer.call('practices.start', { practiceId })
  await ben.call('passes.use')
  await ben.call('practices.checkIn', { practiceId })
  for (const colorScheme of ['light', 'dark'] as const) {
    await look(browser, ana, colorScheme, [{ path: '/home' }, { path: '/home', act: press('Details') }])
    await look(browser, ben, colorScheme, [{ path: '/home' }])
    await look(browser, officer, colorScheme, [
      { path: '/home' },
      { path: '/home', act: press(/^Remove Ben/) },
      { path: '/home', act: press('End Practice Early') },
    ])
  }
  await officer.call('practices.endEarly', { practiceId })
  await look(browser, officer, 'light', [{ path: '/home' }])
})

async function look(browser: Browser, as: QuickMember | null, colorScheme: 'light' | 'dark', screens: Screen[]) {
  for (const width of [390, 1280]) {
    const { page, context, complaints } = await openPerson(browser, server, {
      width,
      colorScheme,
      reducedMotion: 'reduce',
    })
    if (as) await takeSession(context, server, as)
    for (const { path, act } of screens.filter(({ below = Number.POSITIVE_INFINITY }) => width < below)) {
      // A fragment alone is no navigation.
      await page.goto('about:blank')
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await act?.(page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
      expect(found, `axe on ${path} at ${width}, ${colorScheme}`).toEqual([])
      expect(complaints, `${path} at ${width}, ${colorScheme}`).toEqual([])
    }
    await context.close()
  }
}
