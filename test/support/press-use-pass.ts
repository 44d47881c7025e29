import type { Page } from '@playwright/test'

/** Uses a day pass while no practice is live, which asks first. */
export async function pressUsePass(page: Page) {
  await page.getByRole('button', { name: 'Use Pass', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use Pass', exact: true }).click()
}
