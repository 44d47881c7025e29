import type { Page } from '@playwright/test'

/** Where the dashboard says how many are here; beside it a screen reader is told so later. */
export function attendingLine(page: Page, count?: number) {
  const hasText = new RegExp(`^${count ?? '\\d+'}\\s*Members? in Attendance$`)
  return page.locator('p:not([role])', { hasText })
}

/** Whether it says so many within the time. */
export function showsAttending(page: Page, count: number, withinMs: number) {
  return attendingLine(page, count)
    .waitFor({ timeout: withinMs })
    .then(
      () => true,
      () => false,
    )
}
