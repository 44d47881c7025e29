import { expect, type Page, test } from '@playwright/test'

export const logoOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Archery Club, home' })
export const footOf = (page: Page) => page.getByRole('contentinfo')

/** The frame around every page. Each step starts with the number of its row in docs/coverage.md. */
export async function expectFrame(page: Page, path: string) {
  await test.step(`2.27 the bar stands on every page: ${path}`, async () => {
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(logoOf(page)).toBeInViewport()
  })
  await test.step(`2.72 whose it is, and this year: ${path}`, async () => {
    await expect(footOf(page)).toContainText(`© ${new Date().getFullYear()} Archery Club`)
  })
}
