import { expect } from '@playwright/test'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, dialog, field, heading } from './locators.ts'

test('an officer changes day passes by press and by keys, undoes it, and finds a member', async ({ openMember }) => {
  const kai = { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true }
  const { server, person } = await openMember(kai, { width: 1280, height: 900 })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  await person.goto('/members')
  await person.see(heading('Members'))
  const passes = field('Remaining Day Passes for Ana Lopez')
  await person.press(button('Remaining Day Passes for Ana Lopez: one more'))
  await person.see('Ana Lopez now has 3 day passes (was 2).')
  await person.press(button('Undo'))
  await person.seeIn(passes, 'is 2 again', ({ value }) => value === '2')
  await person.fill(passes, '12')
  await person.key('Enter')
  await person.see('Ana Lopez now has 12 day passes (was 2).')
  expect(await ana.call('passes.get')).toMatchObject({ dayPasses: 12 })
  await person.fill(passes, '5000')
  await person.see('Enter a whole number from 0 to 999.')
  await person.key('Escape')
  await person.seeIn(passes, 'is 12 again', ({ value }) => value === '12')
  await person.fill(field(/^Search/), 'kai@')
  await person.miss(passes)
  await person.see(field('Remaining Day Passes for Kai Tanaka'))
  // The URL is updated a moment after the last key.
  await person.at(/[?&]q=kai/)
  await person.reload()
  await person.miss(passes)
  await person.see(field('Remaining Day Passes for Kai Tanaka'))
  await person.miss(dialog())
})
