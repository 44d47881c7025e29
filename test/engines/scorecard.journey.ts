import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { button, target } from './locators.ts'
import { middleOf } from './person.ts'
import { startCard } from './scoring.ts'

test('a card is kept by taps and by keypad, and a reload in the middle loses no arrow', async ({ openMember }) => {
  const { member: ana, person } = await openMember()
  const cardId = await startCard(person)
  const arrows = () =>
    person.tab.evaluate(() =>
      [...document.querySelectorAll('table[data-arrows] tbody button')].map(({ textContent }) => textContent),
    )
  const has = (wanted: string[]) =>
    person.until(`the card has ${wanted}`, async () => (String(await arrows()) === String(wanted) ? true : undefined))
  /** Relative to the target's middle, in units of half its width. */
  const tap = async (right: number, up: number) => {
    const drawing = await person.reach(target(/^Target/))
    const { x, y } = middleOf(drawing)
    const half = Math.min(drawing.box.width, drawing.box.height) / 2
    await person.tab.press({ x: x + right * half, y: y - up * half })
  }
  await tap(0.25, 0)
  await has(['10'])
  await tap(0, -0.6)
  await has(['10', '8'])
  await person.press(button('9'))
  await has(['10', '8', '9'])
  await person.reload()
  await has(['10', '8', '9'])
  await person.press(button('M, miss'))
  await tap(0.01, 0.01)
  await person.until('there are five arrows', async () => ((await arrows()).length === 5 ? true : undefined))
  await person.see('All arrows are saved.')
  const shown = await arrows()
  await person.reload()
  await has(shown)
  const { slots } = (await ana.call('scorecard.get', { cardId })) as {
    slots: ({ arrow: { value: number | string } } | null)[]
  }
  const values = slots.flatMap((slot) => (slot ? [slot.arrow.value] : []))
  expect(values.slice(0, 4)).toEqual([10, 8, 9, 0])
  expect(values).toHaveLength(5)
})
