import type { Page } from '@playwright/test'

/** A part of one of the profile's pages. */
export function profilePart(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** Opens the fields of something that a member has told the club, and returns the part of the page that has them. */
export async function editFacts(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit: ${name}` }).click()
  return profilePart(page, name)
}
