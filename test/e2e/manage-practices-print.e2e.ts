import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { addManyMembers } from '#test/support/many-members.ts'
import { attendedBefore } from '#test/support/past-practices.ts'

/** The printed lists of a practice. */
test('lists print in black on white, on letters', { tag: '@chromium' }, async ({ server, kai, ana, open }) => {
  attendedBefore(server, ana, { on: '2026-11-10', title: 'Tuesday practice' })
  addManyMembers(server, 120)

  const { page } = await open(server, { as: kai, width: 1280, colorScheme: 'dark' })
  const sheet = page.locator('[data-sheet]')
  /** Letter is 612 × 792 points; without the style sheet's rule it would be A4. */
  const pages = async () => {
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    return [...paper.matchAll(/\/MediaBox\s*\[0 0 (\d+)[\d.]* (\d+)/g)].map(([, wide, high]) => `${wide} × ${high}`)
  }
  const show = async (practice: string, list: string) => {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/manage-practices?practice=${practice}&list=${list}`)
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    await expect(sheet).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
  }

  await show('past 2026-11-10 Tuesday practice', 'attendees')
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const date = /^Tue, Nov 10, 2026 · 6:00 – 8:00.PM$/
  await expect(sheet.locator('dd')).toHaveText(['Tuesday practice', date, 'The Range', '1 person'])
  await expect(sheet.locator('thead th')).toHaveText(['✓', 'Name', 'Checked in'])
  await expect(sheet.locator('tbody td')).toHaveText(['', 'Ana Lopez', /^6:04.PM, self check-in$/])
  for (const hidden of [page.getByRole('banner'), page.getByRole('dialog'), page.getByRole('button').first()])
    await expect(hidden).toBeHidden()
  expect(await pages()).toEqual(['612 × 792'])

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
})
