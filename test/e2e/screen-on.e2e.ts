import { expect } from '@playwright/test'
import { memberMessages } from '#domain/text/member-messages.ts'
import { test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'

/**
 * The pass and the scorecard keep the screen on. Before iOS 18.4, apps on an iPhone's home screen couldn't; there they
 * say so.
 */
for (const [lock, isTold] of [
  ['refused', true],
  ['granted', false],
] as const)
  test(`a phone whose lock is ${lock} ${isTold ? 'says so with' : 'says nothing with'} its pass and card`, async ({
    server,
    open,
  }) => {
    const ana = await quickMember(server, { email: 'ana@purdue.edu' })
    const { page } = await open(server, { as: ana, hasTouch: true })
    await page.addInitScript((how) => {
      const request = async () => {
        if (how === 'refused') throw new DOMException('not here', 'NotAllowedError')
        return Object.assign(new EventTarget(), { release: async () => {} })
      }
      Object.defineProperty(Navigator.prototype, 'wakeLock', { value: { request } })
    }, lock)
    const note = page.getByText(memberMessages.screenMayTurnOff)
    await page.goto('/my-pass')
    await pressUsePass(page)
    await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
    await expect(note).toBeVisible({ visible: isTold })
    await scorecard(page).start()
    await expect(note).toBeVisible({ visible: isTold })
  })
