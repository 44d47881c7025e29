import { expect } from '@playwright/test'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button } from './locators.ts'
import { takeSession } from './person.ts'

test('an RSVP to a full practice joins the waitlist, and moves up when someone leaves', async ({
  openPerson,
  servers,
}) => {
  const server = servers.use(await startServer())
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  await ana.call('practices.answer', { practiceId, answer: 'archer' })

  const person = await openPerson(server)
  await takeSession(person, server, ben)
  await person.goto('/home')
  await person.see(/^1 of 1 spot taken/)
  await person.press(button('Archer'))
  await person.see(/^You’re number 1 on the waitlist\./)
  await person.seeIn(button('Archer'), 'is pressed', ({ isPressed }) => isPressed)
  // The page shows its guess right away, and the server may still be deciding.
  await expect.poll(async () => (await ben.call('home.get')).next).toMatchObject([{ myPosition: 1 }])
  await person.reload()
  await person.see(/^You’re number 1 on the waitlist\./)
  await ana.call('practices.answer', { practiceId, answer: null })
  await person.see(/^You have a spot at /)
  await person.miss(/on the waitlist\. We/)
  await person.press(button(/^Clear your RSVP/))
  await person.see(/^0 of 1 spot taken/)
})
