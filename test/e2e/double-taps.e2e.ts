import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices, startSamplePractice } from '#test/support/move-practice.ts'
import { scorecard } from '#test/support/score.ts'

/** The second press of a double tap acts on nothing that appeared under the finger only because of the first. */

/** Presses a button and remembers where, for `pressAgain`. */
async function press(button: Locator) {
  await button.page().evaluate(() => {
    window.addEventListener('pointerdown', (event) => Object.assign(window, { first: event }), { capture: true })
  })
  await button.click()
}

/**
 * Presses what has appeared in the place of the first press, as if so much later.
 * @returns the events that it received
 */
function pressAgain(button: Locator, afterMs = 200) {
  return button.evaluate((appeared, after) => {
    const { first } = window as unknown as { first: PointerEvent }
    const { clientX, clientY, pointerId } = first
    const received: string[] = []
    for (const type of ['pointerdown', 'pointerup', 'click']) {
      appeared.addEventListener(type, () => received.push(type), { once: true })
      const facts = {
        bubbles: true,
        cancelable: true,
        isPrimary: true,
        pointerId,
        pointerType: 'touch',
        clientX,
        clientY,
      }
      const event = new PointerEvent(type, facts)
      Object.defineProperty(event, 'timeStamp', { value: first.timeStamp + after })
      appeared.dispatchEvent(event)
    }
    return received
  }, afterMs)
}

const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

test('a double tap on Use Pass presses no button that comes in its place', async ({ server, kai, ana, open }) => {
  await startSamplePractice(kai)
  const { page } = await open(server, { as: ana, at: '/home' })
  await press(named(page, 'Use Pass'))
  await expect(page.getByRole('button', { name: 'Use Pass', exact: true })).toBeHidden()
  expect(await pressAgain(named(page, 'Archer'))).toEqual([])
  await named(page, 'Check In').click()
  await expect(page.getByText(/^Checked in/)).toBeVisible()
})

test('a double tap that opens a card places no arrow, and one on a key places two', async ({ server, ana, open }) => {
  const { page } = await open(server, { as: ana, at: '/scorecard' })
  const card = scorecard(page)
  await press(named(page, 'Start scoring'))
  await card.target.waitFor()
  const nine = page.getByRole('group', { name: 'Arrow value' }).getByRole('button', { name: '9', exact: true })
  expect(await pressAgain(nine)).toEqual([])
  expect(await card.values()).toEqual([])
  await nine.dblclick({ delay: 20 })
  await expect.poll(() => card.values()).toEqual(['9', '9'])
})

test('a double tap that opens a dialog presses nothing in it', async ({ server, ana, open }) => {
  await samplePractices(ana)
  const { page } = await open(server, { as: ana, at: '/home' })
  await press(named(page, /^Upcoming Practices/))
  const dialog = page.getByRole('dialog', { name: 'Upcoming Practices' })
  const close = dialog.getByRole('button', { name: 'Close' })
  await close.waitFor()
  expect(await pressAgain(close)).toEqual([])
  await expect(dialog).toBeVisible()
  // After half a second it is a press of its own.
  expect(await pressAgain(close, 500)).toEqual(['pointerdown', 'pointerup', 'click'])
  await expect(dialog).toBeHidden()
})

test('a double tap that clears an RSVP presses nothing that moves up', async ({ server, ana, open }) => {
  const [practiceId = ''] = await samplePractices(ana)
  await ana.call('practices.answer', { practiceId, answer: 'archer' })
  const { page } = await open(server, { as: ana, at: '/my-practices' })
  await press(named(page, /^Clear your RSVP/))
  await expect(page.getByText('RSVP cleared.')).toBeVisible()
  expect(await pressAgain(named(page, 'Undo'))).toEqual([])
  await expect(page.getByRole('button', { name: /^Clear your RSVP/ })).toHaveCount(0)
})

test('a double click presses nothing that appears, and two clicks press both', async ({ server, ana, open }) => {
  await samplePractices(ana)
  const { page } = await open(server, { as: ana, at: '/home' })
  const dialog = page.getByRole('dialog', { name: 'Upcoming Practices' })
  const tile = named(page, /^Upcoming Practices/)
  // Where the dialog will have its Close button, so that both presses are in one place.
  await tile.click()
  const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const at = { x: (close?.x ?? 0) + 22, y: (close?.y ?? 0) + 22 }
  await tile.evaluate((button, { x, y }) => {
    Object.assign(button.style, { position: 'fixed', zIndex: 9, left: `${x - 30}px`, top: `${y - 30}px` })
  }, at)
  // With the times of the presses, which a busy machine would stretch.
  const cdp = await page.context().newCDPSession(page)
  const first = Date.now() / 1000
  const click = async (clickCount: number, timestamp: number) => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await cdp.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount, timestamp })
  }
  await click(1, first)
  await dialog.waitFor()
  await click(2, first + 0.2)
  await page.waitForTimeout(400)
  await expect(dialog).toBeVisible()
  await page.mouse.click(at.x, at.y)
  await expect(dialog).toBeHidden()
})
