import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import type { RunningServer } from '#test/support/server.ts'

/** The command palette and the keyboard shortcuts that work on every page. */
type Fixtures = { server: RunningServer; open: Open }

async function openAs(role: 'member' | 'officer', { server, open }: Fixtures, width = 1280) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'López' })
  attendedBefore(server, ana, { on: '2026-03-03', title: 'Spring opening' })
  attendedBefore(server, ana, { on: '2026-02-03', title: 'Cold one' })
  const person = await open(server, { as: role === 'officer' ? kai : ana, width, reducedMotion: 'reduce' })
  const { page } = person
  const palette = page.getByRole('dialog', { name: 'Search' })
  const field = palette.getByRole('combobox')
  return {
    ...person,
    palette,
    field,
    options: palette.getByRole('option'),
    /** Toasts also appear in the frontmost dialog. */
    said: palette.getByRole('status').first(),
    /** What Enter would choose, as announced to screen readers. */
    active: () =>
      field.evaluate((input) => {
        const option = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
        return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null
      }),
    async find(text: string) {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
    },
    bar: page.getByRole('banner').getByRole('button', { name: 'Search' }),
  }
}

test('an officer reaches pages, members, practices and acts by a few letters', async ({ server, open }) => {
  const { page, palette, field, options, said, active, find, bar } = await openAs('officer', { server, open })
  await page.goto('/info')
  await expect(bar).toHaveAttribute('aria-keyshortcuts', 'Control+K')
  await find('mem')
  await expect.poll(active).toBe('Members')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/members$/)
  await expect(palette).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)

  await bar.click()
  await expect(field).toBeFocused()
  await page.keyboard.type('lopez')
  await expect(palette.getByRole('group', { name: 'Members' }).getByRole('option')).toHaveText(
    'Ana Lópezana@purdue.edu',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/members\?member=/)
  await expect(page.getByRole('dialog', { name: 'Ana López' })).toBeVisible()
  // It opened over the current page, and Back closes it.
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await find('mar 3')
  await expect(palette.getByRole('group', { name: 'Practices' }).getByRole('option')).toHaveText(
    /^Spring openingTue, Mar 3 · /,
  )
  await options.filter({ hasText: 'Spring opening' }).click()
  await expect(page).toHaveURL(/\/manage-practices\?practice=/)
  await expect(page.getByRole('dialog', { name: 'Spring opening' })).toBeVisible()

  // Over an open dialog, too.
  await find('')
  await page.keyboard.type('plan')
  await expect.poll(active).toBe('New practice')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/ask=new/)
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'New practice' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await find('start p')
  await expect.poll(active).toMatch(/^Start practice/)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Start Practice' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  await bar.focus()
  await find('zzz')
  await expect(palette.getByText('Nothing found.')).toBeVisible()
  await expect(said).toHaveText('0 results')
  await page.keyboard.press('Escape')
  await expect(bar).toBeFocused()
})

test('a member finds their pages and actions, but no other people', { tag: '@chromium' }, async ({ server, open }) => {
  const { page, palette, field, options, active, find } = await openAs('member', { server, open }, 390)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/info')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click()
  await expect(field).toBeFocused()
  await expect(options.filter({ hasText: /Members|Resources|New practice|Export/ })).toHaveCount(0)
  await page.keyboard.type('kai')
  await expect(palette.getByText('Nothing found.')).toBeVisible()
  expect(asked.filter((path) => /^\/rpc\/(members|managePractices)/.test(path))).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(palette).toHaveCount(0)

  await find('dark')
  await expect.poll(active).toBe('Theme: Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await find('log out')
  await expect.poll(active).toBe('Logout')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(palette).toHaveCount(0)
})

test('/ searches and ? lists shortcuts, except while typing or scoring', async ({ server, open }) => {
  const { page, bar } = await openAs('officer', { server, open })
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const search = page.getByLabel('Search by name or date')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/manage-practices')
  await bar.waitFor()
  await heading.focus()
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.press('?')
  await expect(search).toHaveValue('?')
  await expect(list).toHaveCount(0)

  const card = scorecard(page)
  await card.start()
  await bar.waitFor()
  await card.target.press('?')
  await page.getByRole('button', { name: '9', exact: true }).press('/')
  await card.type(9)
  await card.expectArrows(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
