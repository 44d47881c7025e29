import { startSamplePractice } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, dialog, field, text } from './locators.ts'

test('an officer adds a guest and removes one, and members see no name', async ({ openMember, openPerson }) => {
  const { server, member: kai, person } = await openMember({ email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  await kai.call('clubSettings.set', { name: 'waiver', value: 'I follow every call.', seen: 0 })
  const practiceId = await startSamplePractice(kai)
  await kai.call('guests.add', { practiceId, name: 'Mia Stone', waiverSigned: true })
  await person.goto('/home')
  await person.press(button('Attendees'))
  await person.see('Here 1 · Expected 0')
  await person.press(button('Add a guest'))
  await person.fill(field('Name'), 'Gus Keller')
  await person.fill(field('Email (optional)'), 'gus@example.com')
  await person.fill(field('Brought by (optional)'), 'lop')
  await person.press(button('Choose Ana Lopez'))
  await person.press(text('They signed the waiver'))
  await person.press(button('Add Guest'))
  await person.see('Here 2 · Expected 0')
  await person.see('Guest of Ana Lopez')
  await person.press(button('More about Mia Stone'))
  await person.press(button('Remove from this practice'))
  await person.see('Here 1 · Expected 0')
  await person.press(button('Close'))
  await person.miss(dialog())
  const member = await openPerson(server, { as: ana })
  await member.goto('/home')
  await member.see('Guest')
  await member.miss(text('Gus Keller'))
})
