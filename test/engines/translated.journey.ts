import { expect } from '@playwright/test'
import { pagePaths } from '#server/http/html-shells.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, field } from './locators.ts'
import { headingOf, takeSession } from './person.ts'
import { isTranslated, startTranslatedServer } from './translation.ts'

test('translated pages log in, show a move up the waitlist, and all open', async ({ openPerson, servers }) => {
  test.setTimeout(120_000)
  const club = servers.use(await startTranslatedServer())
  const kai = await quickMember(club.direct, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const ana = await quickMember(club.direct, { email: 'ana@purdue.edu', first: 'Ana' })
  await quickMember(club.direct, { email: 'ben@purdue.edu', first: 'Ben' })
  await ana.call('practices.answer', { practiceId, answer: 'archer' })

  const person = await openPerson(club.server)
  await person.goto('/login')
  await person.fill(field('Purdue Email'), 'ben@purdue.edu')
  await person.fill(field('Password'), 'wrong')
  await person.press(button('Sign In'))
  await person.see('Invalid email or password.')
  await person.fill(field('Password'), password)
  await person.press(button('Sign In'))
  await person.at(/\/home$/)
  await person.see(/^1 of 1 spot taken/)
  await person.press(button('Archer'))
  await person.see(/^You’re number 1 on the waitlist\./)
  await person.seeIn(button('Archer'), 'is pressed', ({ isPressed }) => isPressed)
  // From now on the server has it as well.
  await person.reload()
  await person.until('the page is translated', isTranslated(person))
  await person.see(/^You’re number 1 on the waitlist\./)
  await ana.call('practices.answer', { practiceId, answer: null })
  await person.see(/^You have a spot at /)
  await person.miss(/on the waitlist\. We/)
  await person.press(button(/^Clear your RSVP/))
  await person.see(/^0 of 1 spot taken/)

  await takeSession(person, club.server, kai)
  for (const path of pagePaths) {
    await person.goto(path)
    expect(await headingOf(person), path).not.toBe('Something went wrong')
  }
})
