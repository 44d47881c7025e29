import { type Browser, expect, test } from '@playwright/test'
import { memberMessages } from '#domain/text/member-messages.ts'
import { openPerson } from '#test/support/person.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/**
 * The pass and the scorecard keep the screen on. Before iOS 18.4, apps on an iPhone's home screen couldn't; there they
 * say so.
 */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

type Lock = 'granted' | 'refused' | 'missing'

let made = 0
async function open(browser: Browser, lock: Lock, { hasTouch = true } = {}) {
  const ana = await quickMember(server, { email: `ana${++made}@purdue.edu` })
  const person = await openPerson(browser, server, { hasTouch })
  await takeSession(person.context, server, ana)
  await person.page.addInitScript((how) => {
    const request = async () => {
      if (how === 'refused') throw new DOMException('not here', 'NotAllowedError')
      return Object.assign(new EventTarget(), { release: async () => {} })
    }
    const wakeLock = how === 'missing' ? undefined : { request }
    Object.defineProperty(Navigator.prototype, 'wakeLock', { value: wakeLock })
  }, lock)
  return { ...person, note: person.page.getByText(memberMessages.screenMayTurnOff) }
}

for (const lock of ['refused', 'missing'] as const)
  test(`a phone whose lock is ${lock} says so with its pass and card`, { tag: '@chromium' }, async ({ browser }) => {
    const { page, context, note, complaints } = await open(browser, lock)
    await page.goto('/my-pass')
    await expect(page.getByRole('heading', { name: 'Purchase Pass' })).toBeVisible()
    await expect(note).toBeHidden()
    await pressUsePass(page)
    await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
    await expect(note).toBeVisible()
    await scorecard(page).start()
    await expect(note).toBeVisible()
    expect(complaints).toEqual([])
    await context.close()
  })

for (const { name, lock, hasTouch } of [
  { name: 'a phone that keeps its screen on', lock: 'granted', hasTouch: true },
  { name: 'a laptop that can’t', lock: 'missing', hasTouch: false },
] as const)
  test(`${name} is told nothing`, async ({ browser }) => {
    const { page, context, note } = await open(browser, lock, { hasTouch })
    await scorecard(page).start()
    await page.goto('/my-pass')
    await pressUsePass(page)
    await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
    await page.waitForTimeout(300)
    await expect(note).toBeHidden()
    await context.close()
  })
