import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { button } from './locators.ts'
import { hasArrows, startCard } from './scoring.ts'

test.use({ networkFails: true })

/** A WebKit transaction whose page is left while it runs blocks all later ones on the device, in every tab. */
test('a card that is left again and again in the middle of an arrow loses none', async ({ openMember }) => {
  const { person } = await openMember()
  const cardId = await startCard(person)
  for (let count = 0; count < 12; count++) {
    await hasArrows(person, count)
    await person.press(button('9'))
    await person.goto('/my-pass')
    await person.see('2 day passes left')
    await person.goto(`/scorecard?card=${cardId}`)
  }
  await hasArrows(person, 12)
  const kept = await person.tab.evaluate(async () => {
    const opening = indexedDB.open('quiver')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asked = opening.result.transaction('cards').objectStore('cards').getAllKeys()
    const answered = new Promise((resolve) => asked.addEventListener('success', () => resolve(asked.result.length)))
    return Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 3000, 'no answer'))])
  })
  expect(kept).toBe(1)
})
