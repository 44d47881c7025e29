import { expect } from '@playwright/test'
import { samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, dialog, field } from './locators.ts'

test('an officer checks in who was expected, undoes one, and gives a reason for another', async ({ openMember }) => {
  const { server, member: kai, person } = await openMember({ email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const [practiceId = ''] = await samplePractices(kai)
  const members = new Map<string, QuickMember>()
  for (const first of ['Ben', 'Cleo', 'Jun']) {
    const member = await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, last: 'Lopez' })
    await member.call('practices.answer', { practiceId, answer: 'archer' })
    if (first !== 'Jun') await member.call('passes.use')
    members.set(first, member)
  }
  await kai.call('practices.start', { practiceId })
  await person.goto('/home')
  await person.press(button('Attendees'))
  await person.see('Here 0 · Expected 3')
  await person.press(button('Check In Ben Lopez'))
  await person.see('Here 1 · Expected 2')
  // A second tap in the same place within 300 ms isn't meant for the button that appeared there.
  await new Promise((resolve) => setTimeout(resolve, 400))
  await person.press(button('Undo check-in of Ben Lopez'))
  await person.see('Here 0 · Expected 3')
  await person.press(button('Check In Cleo Lopez'))
  await person.see('Here 1 · Expected 2')
  await person.press(button('Check In Jun Lopez'))
  await person.press(button('Guest of…'))
  await person.fill(field('Guest of'), 'Ben')
  await person.key('Enter')
  await person.see('Here 2 · Expected 1')
  await person.see('“Guest of Ben”')
  for (const [first, attended] of Object.entries({ Ben: 0, Cleo: 1, Jun: 1 }))
    expect([first, await members.get(first)?.call('home.get')]).toMatchObject([first, { attended }])
  await person.press(button('Close'))
  await person.miss(dialog())
  await person.press(button('End Practice Early'))
  await person.press(button('End Practice', dialog('End practice early?')))
  await person.see('2 came · 1 no-show')
})
