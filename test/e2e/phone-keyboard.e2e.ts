import { expect, type Locator } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { fakeKeyboard } from '#test/support/fake-keyboard.ts'

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

test('a dialog’s fields stay above an iPhone’s keyboard that has panned the page', async ({ server, kai, open }) => {
  const { page } = await open(server, { as: kai, reducedMotion: 'reduce' })
  const keyboard = await fakeKeyboard(page)
  await page.goto('/manage-practices?ask=new')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAttribute('data-phase', 'open')
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const before = await dialog.boundingBox()
  const sight = { top: 90, bottom: 844 - 336 + 90 }
  for (const field of await dialog.locator('input, textarea').all()) {
    await keyboard.hide()
    await field.focus()
    await keyboard.show(336, 90)
    await expectInSight(field, sight)
    await expectInSight(dialog, sight)
  }
  for (const button of await dialog.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded()
    await expectInSight(button, sight)
  }
  await keyboard.hide()
  await expect.poll(() => dialog.boundingBox()).toEqual(before)
})
