import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { button, dialog, heading, link, region, text } from './locators.ts'

test('a day pass is used, and shown on My Pass with a clock that runs', async ({ openMember }) => {
  const { member: ana, person } = await openMember({ pronouns: ['She/Her'] })
  await person.goto('/home')
  await person.press(button('Menu'))
  await person.press(link('My Pass'))
  await person.at(/\/my-pass$/)
  await person.see(heading('Purchase Pass'))
  await person.see('2 day passes left')
  await person.press(button('Use Pass'))
  await person.press(button('Use Pass', dialog('Use a day pass now?')))
  const card = region('Day Pass')
  for (const words of ['Ana Lopez', 'She/Her', 'Valid', 'until midnight']) await person.see(text(words, card))
  await person.see('1 day pass left')
  await person.miss(button('Use Pass'))
  const clock = text(/^\d{1,2}:\d\d:\d\d\s[AP]M/, card)
  const before = await person.see(clock)
  await person.seeIn(clock, 'runs', ({ words }) => words !== before.words)
  await person.reload()
  await person.see(card)
  expect(await ana.call('passes.get')).toMatchObject({ dayPasses: 1, current: 'Day Pass' })
})
