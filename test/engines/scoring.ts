import type { Person } from './journey.ts'
import { button } from './locators.ts'

/** @returns the id of the new scorecard, which is open */
export async function startCard(person: Person) {
  await person.goto('/scorecard')
  await person.press(button('Start scoring'))
  await person.see(button('9'))
  return new URL(await person.tab.url()).searchParams.get('card') ?? ''
}

export function hasArrows(person: Person, count: number) {
  return person.until(`there are ${count} arrows`, async () => {
    const shown = await person.tab.evaluate(
      () => document.querySelectorAll('table[data-arrows] tbody [data-color]').length,
    )
    return shown === count || undefined
  })
}
