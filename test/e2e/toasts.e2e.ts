import { expect, type Locator } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Toasts never cover the title of the page or dialog, or the button that closes it. */
let server: RunningServer
let kai: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
})
test.afterAll(() => server.dispose())

const sidesOf = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    return { top, bottom, left, right }
  })

async function expectApart(toasts: Locator, others: Locator[]) {
  await expect
    .poll(async () => {
      const cards = await Promise.all((await toasts.all()).map(sidesOf))
      const heads = await Promise.all(others.map(sidesOf))
      return heads.every((head) =>
        cards.every(
          ({ top, bottom, left, right }) =>
            bottom <= head.top || top >= head.bottom || right <= head.left || left >= head.right,
        ),
      )
    })
    .toBe(true)
}

for (const { width, height } of [
  { width: 390, height: 560 },
  { width: 1280, height: 560 },
])
  test(`over a dialog and a page at ${width} by ${height}`, async ({ open }) => {
    const { page } = await open(server, { as: kai, at: '/members', width, height })
    await page.getByRole('button', { name: 'Ana Lopez', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ana Lopez' })
    const toasts = page.locator('[role=status] > div').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    const heads = [dialog.getByRole('heading', { level: 2 }).first(), dialog.getByRole('button', { name: 'Close' })]
    const pass = dialog.getByLabel('Current Pass')
    for (const [count, value] of [
      [1, 'Day Pass'],
      [2, 'Carpool Range Pass'],
      [3, 'none'],
    ] as const) {
      // A toast under the pointer stays.
      if (count > 1) await toasts.first().hover()
      await pass.selectOption(value)
      await pass.blur()
      await expect(toasts).toHaveCount(count)
      await expectApart(toasts, heads)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(toasts).not.toHaveCount(0)
    await expectApart(toasts, [page.getByRole('heading', { level: 1 })])
  })
