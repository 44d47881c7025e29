import { expect } from '@playwright/test'
import type { Keys } from './keys.ts'

/** From the bar, or from the menu where the bar has no room for the button. */
export async function openPalette({ page, press, key, expectFocusKept }: Keys, narrow: boolean) {
  await page.goto('/info')
  if (narrow) await press('Menu')
  await press('Search')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
  await key('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: narrow ? 'Menu' : 'Search' })).toBeFocused()
  await expectFocusKept()
}

/** With the shortcut, two letters, and an arrow key: to the page, then to a member's details. */
export async function goByPalette({ page, key, expectFocusKept }: Keys, name: string) {
  const palette = page.getByRole('dialog', { name: 'Search' })
  const active = palette.getByRole('option', { selected: true })
  await key('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('my')
  await expect(active).toHaveText('My Practices')
  await key('ArrowDown')
  await expect(active).toHaveText('My Pass')
  await key('Enter')
  await expect(page).toHaveURL(/\/my-pass$/)
  await expect(palette).toHaveCount(0)
  await expectFocusKept()
  await key('Control+k')
  await page.keyboard.type(name.toLowerCase())
  await expect(active).toContainText(name)
  await key('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectFocusKept()
  await key('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept()
}

/** Opens the list of shortcuts and turns the single-key ones off. */
export async function switchSingleKeysOff({ page, reach, key, expectFocusKept }: Keys) {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.focus()
  await key('?')
  await expect(list).toBeVisible()
  const field = list.getByLabel('Single-key shortcuts')
  await reach(field)
  await key('Space')
  await expect(field).not.toBeChecked()
  await key('Escape')
  await expect(list).toHaveCount(0)
  await expectFocusKept()
  await heading.focus()
  await key('?')
  await expect(list).toHaveCount(0)
}
