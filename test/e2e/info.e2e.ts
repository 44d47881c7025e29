import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** The Info page: the range's commands and its rules. */
let server: RunningServer
const people: Record<'member' | 'officer', QuickMember | undefined> = { member: undefined, officer: undefined }
test.beforeAll(async () => {
  server = await startServer()
  people.member = await quickMember(server, { email: 'ana@purdue.edu' })
  people.officer = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
})
test.afterAll(() => server.dispose())

const calls = [
  ['Two blasts', /shooting line/],
  ['One blast', /^Shoot\.$/],
  ['Three blasts', /retrieve/],
  ['Five or more', /^Stop immediately\./],
] as const

// Shows: 1.3, 1.20, 2.13, 2.40, 2.144, 2.145, 6.15
for (const who of ['member', 'officer'] as const)
  for (const width of [390, 1280])
    test(`range calls and rules for a ${who} at ${width}, and Got it! leads home`, async ({ open }) => {
      const { page } = await open(server, { as: people[who] as QuickMember, at: '/home', width })
      if (width < 1050) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Info', exact: true }).click()
      await expect(page).toHaveURL(/\/info$/)
      await expect(page).toHaveTitle('Info · Archery Club')
      await expect(page.getByRole('heading', { name: 'Range calls and rules' })).toBeFocused()
      const rows = page.getByRole('region', { name: 'Range calls' }).locator('dl > div:has(dt)')
      await expect(rows).toHaveCount(calls.length)
      for (const [i, [hear, act]] of calls.entries()) {
        await expect(rows.nth(i).locator('dt')).toHaveText(hear)
        await expect(rows.nth(i).locator('dd')).toHaveText(act)
      }
      await expect(page.getByRole('region', { name: 'Range rules' }).getByRole('listitem')).toHaveCount(9)
      await page.getByRole('button', { name: 'Got it!' }).click()
      await expect(page).toHaveURL(/\/home$/)
    })

test('it prints on one page, black on white from a dark screen too', { tag: '@chromium' }, async ({ open }) => {
  const { page } = await open(server, { as: people.member as QuickMember, at: '/info', colorScheme: 'dark' })
  await expect(page.getByRole('region', { name: 'Range rules' })).toBeVisible()
  const paper = await page.pdf({ format: 'Letter' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Got it!' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
})

test('a club has its own calls and rules', async ({ start, open }) => {
  const info = { calls: [{ hear: 'A horn', act: 'Put the bow down.' }], rules: ['Listen to Kai.', 'Bring water.'] }
  const own = await start({ club: { info } })
  const ana = await quickMember(own, { email: 'ana@purdue.edu' })
  const { page } = await open(own, { as: ana, at: '/info' })
  await expect(page.locator('dt')).toHaveText(['A horn'])
  await expect(page.getByRole('listitem').filter({ hasText: /Kai|water/ })).toHaveText(info.rules)
})
