import type { Page } from '@playwright/test'
import type { Scene } from './scenes.ts'

/** Opens the palette from the bar, or from the menu on narrow screens, then types. */
async function search(page: Page, typed: string) {
  const button = page.getByRole('button', { name: 'Search', exact: true })
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await button.or(menu).first().waitFor()
  if (await menu.isVisible()) await menu.click()
  await button.click()
  await page.getByRole('combobox').fill(typed)
}

const searched = (name: string, as: Scene['as'], typed: string, shown: string | RegExp): Scene => ({
  name,
  as,
  path: '/info',
  async act(page) {
    await search(page, typed)
    await page.getByRole('dialog', { name: 'Search' }).getByText(shown).first().waitFor()
  },
})

/** Scenes in a club of many. */
export const paletteScenes: Scene[] = [
  searched('palette', 'member', '', 'Show my pass'),
  searched('palette-officer', 'officer', '', 'Show my pass'),
  searched('palette-found', 'officer', 'pr', /^Show all \d+$/),
  searched('palette-member-found', 'officer', 'wolfeschlegel', /@purdue\.edu$/),
  searched('palette-none-found', 'officer', 'crossbow', 'Nothing found.'),
  {
    name: 'palette-offline',
    as: 'officer',
    path: '/info',
    async act(page) {
      await page.route('**/rpc/**', (route) => route.abort('internetdisconnected'))
      await search(page, 'manage')
      await page.getByText('you can’t search members and practices').waitFor()
    },
  },
  {
    name: 'shortcuts',
    as: 'member',
    path: '/info',
    async act(page) {
      await search(page, 'keyboard')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.getByRole('combobox').waitFor({ state: 'detached' })
    },
  },
]
