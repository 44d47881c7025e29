import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'

/** As Safari: pressing a control doesn't focus it; the focus goes to the nearest focusable ancestor, or nowhere. */
function pressWithoutFocus(page: Page) {
  return page.addInitScript(() => {
    document.addEventListener(
      'mousedown',
      (event) => {
        const control = event.target instanceof Element ? event.target.closest('button, a, summary') : null
        if (control === null) return
        event.preventDefault()
        const around = control.parentElement?.closest<HTMLElement>('[tabindex]')
        if (around) around.focus({ preventScroll: true })
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      true,
    )
  })
}

test('a dialog gives focus to the button that opened it, though the press did not', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana })
  await pressWithoutFocus(page)
  await page.goto('/home')
  const dialog = page.getByRole('dialog')
  const button = page.getByRole('button', { name: /^Upcoming Practices/ })
  const byButton = () => dialog.getByRole('button', { name: 'Close' }).click()
  for (const close of [() => page.keyboard.press('Escape'), byButton]) {
    await button.click()
    await expect(button).not.toBeFocused()
    await expect(dialog).toBeVisible()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  // Focus rings are for keyboard users.
  expect(await button.evaluate((element) => element.matches(':focus-visible'))).toBe(false)
})
