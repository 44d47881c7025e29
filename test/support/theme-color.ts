import { expect, type Locator } from '@playwright/test'

/** Expects the color of a text to be this color of the theme. */
export async function expectColor(text: Locator, token: '--green-text' | '--red-text') {
  const [shown, wanted] = await text.evaluate((element, name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const colors = [element, probe].map((each) => getComputedStyle(each).color)
    probe.remove()
    return colors
  }, token)
  expect(shown).toBe(wanted)
}
