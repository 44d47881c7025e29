import type { Page } from '@playwright/test'

/** Where the dashboard shows the count. The copy for screen readers, updated later, is left out. */
export function attendingLine(page: Page, count?: number) {
  const hasText = new RegExp(`^${count ?? '\\d+'}\\s*Members? in Attendance$`)
  return page.locator('p:not([role])', { hasText })
}

/** Whether it shows this count within the time. */
export function showsAttending(page: Page, count: number, withinMs: number) {
  return attendingLine(page, count)
    .waitFor({ timeout: withinMs })
    .then(
      () => true,
      () => false,
    )
}
