import { expect } from '@playwright/test'
import { pagePaths } from '#server/http/html-shells.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { link } from './locators.ts'
import { headingOf, takeSession } from './person.ts'
import { isTranslated, startTranslatedServer } from './translation.ts'

test('every page that the browser translates can be loaded, reached from another one, and left again', async ({
  openPerson,
  servers,
}) => {
  test.setTimeout(180_000)
  const club = servers.use(await startTranslatedServer())
  const kai = await quickMember(club.direct, { email: 'kai@purdue.edu', officer: true })
  const person = await openPerson(club.server, { width: 1280, height: 900 })
  await takeSession(person, club.server, kai)
  const headings: string[] = []
  for (const path of pagePaths) {
    await person.goto(path)
    headings.push(await headingOf(person))
  }
  await person.goto('/home')
  await person.until('the page is translated', isTranslated(person))
  const names = ['My Practices', 'My Pass', 'Info', 'Resources', 'Scorecard', 'Members', 'Manage Practices', 'Home']
  for (const name of [...names, ...names.toReversed()]) {
    await person.press(link(name))
    headings.push(await headingOf(person))
  }
  expect(headings).not.toContain('Something went wrong')
})
