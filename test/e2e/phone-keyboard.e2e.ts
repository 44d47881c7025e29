import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { fakeKeyboard } from '#test/support/fake-keyboard.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** With an on-screen keyboard that covers the page, as on iPhones, the focused field and the next control stay in view. */
let server: RunningServer
let kai: QuickMember
let newcomer: QuickMember
test.beforeAll(async () => {
  server = await startServer()
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  newcomer = await quickMember(server, { email: 'new@purdue.edu', wizard: false })
})
test.afterAll(() => server.dispose())

async function open(
  browser: Browser,
  path: string,
  { member = kai, width = 390, height = 844 }: { member?: QuickMember; width?: number; height?: number } = {},
) {
  const person = await openPerson(browser, server, { width, height, reducedMotion: 'reduce' })
  await takeSession(person.context, server, member)
  const keyboard = await fakeKeyboard(person.page)
  await person.page.goto(path)
  await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
  return { ...person, keyboard }
}

type Sight = { top: number; bottom: number }

/** The whole element is in view, and nothing covers its middle. */
function expectInSight(element: Locator, { top, bottom }: Sight) {
  const look = () =>
    element.evaluate(
      (node, { top, bottom }) => {
        const box = node.getBoundingClientRect()
        const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        if (!over || !(node.contains(over) || over.contains(node)))
          return `${node.outerHTML}\nunder\n${over?.outerHTML}`
        const isWithin = box.top >= top - 1 && box.bottom <= bottom + 1
        return isWithin ? 'in sight' : `${node.outerHTML}\nfrom ${box.top} to ${box.bottom}, not ${top} to ${bottom}`
      },
      { top, bottom },
    )
  return expect.poll(look).toBe('in sight')
}

const planFields = (page: Page) => page.getByRole('dialog').locator('input, textarea')

for (const { name, width, height, keyboard, panned } of [
  { name: 'a phone', width: 390, height: 844, keyboard: 336, panned: 0 },
  { name: 'a phone that has panned the page', width: 390, height: 844, keyboard: 336, panned: 90 },
  { name: 'a phone on its side', width: 844, height: 390, keyboard: 160, panned: 0 },
])
  test(`in a dialog, on ${name}`, async ({ browser }) => {
    const person = await open(browser, '/manage-practices?ask=new', { width, height })
    const { page, context } = person
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog).toHaveAttribute('data-phase', 'open')
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const before = await dialog.boundingBox()
    const sight = { top: panned, bottom: height - keyboard + panned }
    for (const field of await planFields(page).all()) {
      await person.keyboard.hide()
      await field.focus()
      await person.keyboard.show(keyboard, panned)
      await expectInSight(field, sight)
      await expectInSight(dialog, sight)
    }
    for (const button of await dialog.getByRole('button').all()) {
      await button.scrollIntoViewIfNeeded()
      await expectInSight(button, sight)
    }
    await person.keyboard.hide()
    await expect.poll(() => dialog.boundingBox()).toEqual(before)
    await context.close()
  })

test('over a bar with the next step', async ({ browser }) => {
  const person = await open(browser, '/welcome', { member: newcomer })
  const { page, context } = person
  await page.getByRole('button', { name: 'Start' }).click()
  const next = page.getByRole('button', { name: 'Next' })
  const sight = { top: 0, bottom: 844 - 336 }
  for (const label of ['Preferred first name', 'Last name', 'Birthday']) {
    await person.keyboard.hide()
    const field = page.getByLabel(label)
    await field.focus()
    await person.keyboard.show(336)
    await expectInSight(field, sight)
    await expectInSight(next, sight)
  }
  await person.keyboard.hide()
  await expectInSight(next, { top: 700, bottom: 844 })
  await context.close()
})

test('in the search over the whole screen', async ({ browser }) => {
  const person = await open(browser, '/home')
  const { page, context } = person
  const field = page.getByRole('combobox')
  // The keyboard appears a moment after the page.
  await expect(async () => {
    if (await field.isHidden()) await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 3000 })
  }).toPass()
  await person.keyboard.show(336, 40)
  const sight = { top: 40, bottom: 844 - 336 + 40 }
  await expectInSight(field, sight)
  await expectInSight(page.getByRole('button', { name: 'Close' }), sight)
  await page.keyboard.press('ArrowUp')
  await expectInSight(page.getByRole('option', { selected: true }), sight)
  await context.close()
})
