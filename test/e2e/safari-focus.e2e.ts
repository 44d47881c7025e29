import { expect } from '@playwright/test'
import { pressWithoutFocus } from '#test/support/as-safari.ts'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'

/** Where the focus goes when a dialog closes whose opener never had the focus, as in Safari. */
test('a panel gives the focus to the button that opened it, by press and Esc', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana })
  await pressWithoutFocus(page)
  await page.goto('/home')
  const dialog = page.getByRole('dialog')
  for (const name of ['Menu', 'Profile']) {
    const button = page.getByRole('banner').getByRole('button', { name, exact: true })
    for (const close of [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await button.click()
      await expect(button).not.toBeFocused()
      await expect(dialog).toBeVisible()
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    }
    // Focus rings are for keyboard users.
    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(button).toBeFocused()
    expect(await button.evaluate((element) => element.matches(':focus-visible'))).toBe(false)
  }
})
