import { expect } from '@playwright/test'
import { memberMessages } from '#domain/text/member-messages.ts'
import { test } from '#test/support/browser-test.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { scorecard } from '#test/support/score.ts'

/**
 * The pass and the scorecard keep the screen on. Before iOS 18.4, apps on an iPhone's home screen couldn't; there they
 * say so.
 */
test('a phone that can’t keep its screen on says so with its pass and card', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, hasTouch: true })
  await page.addInitScript(() => {
    const request = async () => {
      throw new DOMException('not here', 'NotAllowedError')
    }
    Object.defineProperty(Navigator.prototype, 'wakeLock', { value: { request } })
  })
  const note = page.getByText(memberMessages.screenMayTurnOff)
  await page.goto('/my-pass')
  await pressUsePass(page)
  await expect(page.getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await expect(note).toBeVisible()
  await scorecard(page).start()
  await expect(note).toBeVisible()
})
