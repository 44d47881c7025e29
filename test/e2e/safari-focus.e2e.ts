import { type Browser, expect, type Locator, test } from '@playwright/test'
import { pressWithoutFocus } from '#test/support/as-safari.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Where the focus goes when a dialog closes whose opener never had the focus, as in Safari. */
let server: RunningServer
let kai: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
})
test.afterAll(() => server.dispose())

async function open(browser: Browser, path: string, width = 390) {
  const person = await openPerson(browser, server, { width })
  await takeSession(person.context, server, kai)
  await pressWithoutFocus(person.page)
  await person.page.goto(path)
  await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
  return person
}

async function expectNotFocusedByPress(control: Locator) {
  await control.click()
  await expect(control).not.toBeFocused()
}

test('a panel gives the focus to the button that opened it, by press, Esc and Back', async ({ browser }) => {
  const { page, context, complaints } = await open(browser, '/home')
  const dialog = page.getByRole('dialog')
  for (const name of ['Menu', 'Profile']) {
    const button = page.getByRole('banner').getByRole('button', { name, exact: true })
    for (const close of [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await expectNotFocusedByPress(button)
      await expect(dialog).toBeVisible()
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    }
    // Focus rings are for keyboard users.
    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(button).toBeFocused()
    expect(await button.evaluate((element) => element.matches(':focus-visible'))).toBe(false)
  }
  const tile = page.getByRole('button', { name: /Upcoming Practices/ })
  await expectNotFocusedByPress(tile)
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(tile).toBeFocused()
  expect(complaints).toEqual([])
  await context.close()
})

test('a question from a row’s menu gives it to the menu’s button', async ({ browser }) => {
  const { page, context } = await open(browser, '/members', 1280)
  const more = page.getByRole('button', { name: 'Actions for Ana Lopez' })
  await expectNotFocusedByPress(more)
  await page.getByRole('row').filter({ hasText: 'Ana Lopez' }).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(more).toBeFocused()
  await context.close()
})

test('a dialog over a dialog gives it to the button of the one below', async ({ browser }) => {
  const { page, context } = await open(browser, '/members', 1280)
  const name = page.getByRole('button', { name: 'Ana Lopez', exact: true })
  await expectNotFocusedByPress(name)
  const below = page.getByRole('dialog').first()
  const opener = below.getByRole('button', { name: 'View Practices' })
  await expectNotFocusedByPress(opener)
  const above = page.locator('dialog[open]').nth(1)
  await expect(above).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(above).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(below).toHaveCount(0)
  await expect(name).toBeFocused()
  await context.close()
})

test('a toast’s button gives the focus back', async ({ browser }) => {
  const { page, context } = await open(browser, '/members', 1280)
  await page.getByRole('button', { name: 'Actions for Ana Lopez' }).click()
  await page.getByRole('row').filter({ hasText: 'Ana Lopez' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const kept = page.getByRole('button', { name: 'Kai Tanaka', exact: true })
  await expect(kept).toBeFocused()
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(undo).toHaveCount(0)
  await expect(kept).toBeFocused()
  await context.close()
})
