import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { pagePaths } from '#server/http/html-shells.ts'
import { test } from './journey.ts'
import { headingOf, type Window } from './person.ts'

/** Without the link from an email, these all lead to the page for its code. */
const ofLinks = ['/verify', '/reset', '/unsubscribe']
/** An officer can open all pages; the first ones redirect a signed-in person to home, and do so again on the way back. */
const pages = pagePaths.map((path): string => path).filter((path) => !ofLinks.includes(path))

test('every page is the same after a reload, after Back, and in a second tab', async ({ openMember }) => {
  test.setTimeout(150_000)
  const { person } = await openMember({ officer: true })
  const second = await person.newTab()
  const looks = async (window: Window) => `${await headingOf(window)} ${new URL(await window.tab.url()).pathname}`
  /** The final page: one that redirects to home has its own heading for a moment. */
  const settled = (window: Window) =>
    window.until('the page stays as it is', async () => {
      const before = await looks(window)
      await pause(700)
      return (await looks(window)) === before ? before : undefined
    })
  const expectLooks = (window: Window, how: string, before: string) =>
    expect(async () => expect(await looks(window), how).toBe(before)).toPass({ timeout: 15_000 })
  const visited: string[] = []
  for (const path of pages) {
    await person.goto(path)
    const before = await settled(person)
    await person.reload()
    await expectLooks(person, `${path} after a reload`, before)
    await second.goto(path)
    await expectLooks(second, `${path} in a second tab`, before)
    // Navigating to the current page adds no history entry.
    if (visited.at(-1) !== before) visited.push(before)
  }
  for (const before of visited.slice(0, -1).reverse()) {
    await person.back()
    await expectLooks(person, 'after Back', before)
  }
})
