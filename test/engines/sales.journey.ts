import { expect } from '@playwright/test'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { doorStore } from '#test/support/sales.ts'
import { test } from './journey.ts'
import type { Query } from './locators.ts'
import { button, dialog, field, heading, text } from './locators.ts'

test('a day pass is sold in three taps with its check-in, and another sale is undone', async ({ openMember }) => {
  const { server, member: kai, person } = await openMember({ email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Meyer' })
  const [practiceId = ''] = await samplePractices(kai)
  await kai.call('clubSettings.set', { name: 'storeImport.products', value: doorStore.products, seen: 0 })
  await ben.call('practices.answer', { practiceId, answer: 'archer' })
  await kai.call('practices.start', { practiceId })
  await person.goto('/home')
  await person.press(button('Attendees'))
  await person.see('Here 0 · Expected 1')

  const taps: Query[] = []
  const tap = async (query: Query) => {
    await person.press(query)
    taps.push(query)
  }
  await tap(button('Sell to Ben Meyer'))
  await tap(text('Day pass', dialog('Sell to Ben Meyer')))
  await tap(button('Cash'))
  await person.see('Here 1 · Expected 0')
  await person.see('Sold to Ben Meyer, and checked in.')
  expect(taps).toHaveLength(3)

  await person.see(heading('Sold at the door'))
  await person.press(button('Sell to Ben Meyer'))
  await person.press(text('Ten practices', dialog('Sell to Ben Meyer')))
  await person.press(button('Card'))
  await person.see('$50')
  await person.press(button('Undo the sale of Ten practices to Ben Meyer'))
  await person.press(button('Undo Sale'))
  await person.see('Give a reason, so others can see why.')
  await person.fill(field('Reason'), 'He had paid before')
  await person.press(button('Undo Sale'))
  await person.see('Undid the sale to Ben Meyer.')
  await person.see('“He had paid before”')
  await person.press(button('Close'))
  await person.miss(dialog())
})
