import { expect, type Locator, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/**
 * Officers' edits without a connection: blocked up front, with the reason, and enabled again with everything that was
 * typed.
 */
const reason = 'You seem to be offline. This needs a connection.'

async function openAs(open: Open, server: RunningServer, officer: QuickMember, path: string) {
  const person = await open(server, { as: officer, at: path })
  // Records mutations only: reads may be repeated.
  const sent: string[] = []
  person.page.on('request', (request) => {
    const [, operation = ''] = /\/rpc\/(.+)$/.exec(request.url()) ?? []
    if (/\/(set|add|remove|order|restore)/.test(operation)) sent.push(operation)
  })
  return { ...person, sent }
}

const why = (where: Page | Locator) => where.getByRole('status').filter({ hasText: reason })
/** A blocked control still receives the press, as from a real finger. */
const pressBlocked = (control: Locator) => control.click({ force: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

async function membersOf(officer: QuickMember) {
  const { members } = (await officer.call('members.get')) as { members: Record<string, unknown>[] }
  return members
}

async function membersAt(server: RunningServer) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  const anaNow = async () => (await membersOf(kai)).find(({ name }) => name === 'Ana Lopez') ?? {}
  return { kai, ana, anaNow }
}

test('changes of a member wait for a connection, and what was typed stays', async ({ server, open }) => {
  const { kai, anaNow } = await membersAt(server)
  const { page, context, sent } = await openAs(open, server, kai, `/members?member=${(await anaNow()).id}`)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })
  const pass = dialog.getByRole('combobox', { name: 'Current Pass' })
  await dialog.getByRole('spinbutton', { name: 'Total Paid Practices' }).fill('7')
  await dialog.getByLabel('Reason (optional)').fill('Paid at the range')
  await pass.focus()

  await context.setOffline(true)
  // One reason for all of them, and the focus stays where it was.
  await expect(why(dialog)).toHaveCount(1)
  await expect(pass).toBeFocused()
  await expect(pass).toHaveAccessibleDescription(reason)
  await pass.press('ArrowDown')
  await expect(pass).toHaveValue('none')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAccessibleDescription(reason)
  await pressBlocked(save)
  await dialog.getByLabel('Reason (optional)').press('Enter')
  expect(sent).toEqual([])
  expect(await focused(page)).not.toBe('BODY')

  await context.setOffline(false)
  await expect(why(page)).toHaveCount(0)
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Paid at the range')
  await save.click()
  await expect(page.getByText(/^Ana Lopez now has 7 paid practices/)).toBeVisible()
  expect((await anaNow()).paidPractices).toBe(7)
})

test('a row’s fields are blocked in the row, and a change in flight is sent with one press', async ({
  server,
  open,
}) => {
  const { kai, anaNow } = await membersAt(server)
  const { page, context, sent } = await openAs(open, server, kai, '/members')
  await page.setViewportSize({ width: 1280, height: 844 })
  const field = page.getByRole('spinbutton', { name: 'Remaining Day Passes for Ana Lopez' })
  const more = page.getByRole('button', { name: 'Remaining Day Passes for Ana Lopez: one more' })
  await field.focus()
  await context.setOffline(true)
  await expect(why(page)).toBeInViewport()
  await field.press('ArrowUp')
  await page.keyboard.type('9')
  await expect(field).toHaveValue('2')
  await pressBlocked(more)
  expect(sent).toEqual([])
  await context.setOffline(false)
  await expect(why(page)).toHaveCount(0)

  await more.click()
  await context.setOffline(true)
  const again = page.getByRole('button', { name: 'Try again' }).and(page.locator('[aria-describedby]'))
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(field).toHaveValue('3')
  await context.setOffline(false)
  const row = page.getByRole('button', { name: 'Keep 2 day passes' }).locator('../..')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Ana Lopez now has 3 day passes (was 2).')).toBeVisible()
  expect((await anaNow()).dayPasses).toBe(3)
})
