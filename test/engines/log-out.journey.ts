import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { button } from './locators.ts'
import { headingOf } from './person.ts'

test('who logs out in one tab is logged out in the other, and Back shows nothing', async ({ openMember }) => {
  const { person } = await openMember({ first: 'Marvellous' }, { width: 1280, height: 900 })
  const second = await person.newTab()
  await second.goto('/my-pass')
  await second.see('2 day passes left')
  await person.tab.show()
  await person.goto('/my-pass')
  await headingOf(person)
  await person.goto('/home')
  await person.press(button('Profile'))
  await person.see(/Marvellous/)
  await person.press(button('Logout'))
  await person.at(/\/login$/)
  await second.at(/\/login/)
  for (const tab of [person, second]) await tab.miss(/Marvellous|day passes left/)
  await person.back()
  await person.at(/\/login/)
  await person.see(button('Sign In'))
  // A page from the back/forward cache reloads, and is empty for a moment.
  const words = await person.until('the page has words', () =>
    person.tab.evaluate(() => document.body.textContent || undefined),
  )
  expect(words).not.toMatch(/Marvellous|day passes left/)
})
