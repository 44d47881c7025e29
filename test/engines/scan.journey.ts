import { expect } from '@playwright/test'
import { holdUpInPage, installInPage, passCodeOf, rowsOf } from '#test/support/fake-camera.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { alterData, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button, dialog, field, link } from './locators.ts'
import { isOnDevice } from './person.ts'

type Live = { live: { checkedInAt: string | null } }
type Attendees = { attendees: { name: string; reason: string }[] }

type Session = { person: { limits: { idleExpiresAt: string | null } } }

/** The names of what the page keeps of the list. */
const keptLists = () => Object.keys(localStorage).filter((key) => key.includes('scan-list'))

test.use({ networkFails: true })

test('an officer scans passes, undoes one, and goes on without a connection', async ({ openPerson, servers }) => {
  const { server, proxy, direct } = servers.use(await startBehind(startFaultProxy))
  const kai = await quickMember(direct, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const ana = await quickMember(direct, { email: 'ana@purdue.edu', first: 'Ana', last: 'Bowman' })
  const ben = await quickMember(direct, { email: 'ben@purdue.edu', first: 'Ben', last: 'Adler' })
  const cy = await quickMember(direct, { email: 'cy@purdue.edu', first: 'Cy', last: 'Young' })
  const person = await openPerson(server, { as: kai })
  const practiceId = await startSamplePractice(kai)
  for (const member of [ana, cy]) await member.call('passes.use')
  const isHere = async (member: QuickMember) => ((await member.call('home.get')) as Live).live.checkedInAt !== null
  const [codeOfAna, codeOfBen, codeOfCy] = await Promise.all([ana, ben, cy].map(passCodeOf))
  const holdUp = async (code = '') => person.tab.evaluate(holdUpInPage, rowsOf(code))

  await person.goto('/home')
  await person.press(link('Scan Passes'))
  await person.at(/\/scan$/)
  // The machine has no camera.
  await person.see(/find people by name/i)
  await person.tab.evaluate(installInPage)
  await person.press(button('Try Again'))

  await person.see('Point the camera at the code on a member’s My Pass.')
  await holdUp(codeOfAna)
  await person.see('Checked in')
  expect(await isHere(ana)).toBe(true)
  await holdUp('https://example.com/menu')
  await person.see('Not a pass')
  await holdUp(codeOfBen)
  await person.see('No valid pass')
  await person.press(button('Sell…'))
  await person.see(dialog('Sell to Ben Adler'))
  await person.back()
  await person.miss(dialog())
  await person.press(button('Use a Day Pass'))
  await person.see(/^Used a day pass/)
  await person.press(button('Undo check-in of Ben Adler'))
  await person.see('Undone')
  expect(await isHere(ben)).toBe(false)
  expect((await ben.call('passes.get')).dayPasses).toBe(2)

  // Someone whose phone is empty, by keyboard.
  await person.fill(field('Find by name'), 'ben')
  await person.press(button('Check in Ben Adler'))
  await person.press(button('Let In'))
  await person.press(button('Paid cash'))
  await person.see('Checked in')
  expect(await isHere(ben)).toBe(true)

  await isOnDevice(person)
  await proxy.set({ kind: 'refuse' })
  await holdUp(codeOfAna)
  await person.see(/^Already in/)
  await holdUp(codeOfCy)
  await person.see('Saved on this phone')
  await person.reload()
  await person.see('1 scan waiting for a connection')
  expect(await isHere(cy)).toBe(false)
  // The old code has let them in.
  await cy.call('passCode.renew', {})
  await proxy.set({ kind: 'pass' })
  await person.miss('1 scan waiting for a connection', 30_000)
  expect(await isHere(cy)).toBe(true)
  const { attendees } = (await kai.call('practiceRecord.get', { practiceId })) as Attendees
  expect(attendees.find(({ name }) => name === 'Cy Young')?.reason).toMatch(/^Scanned offline at \d+:\d\d [AP]M$/)

  // Without "keep me logged in": the session is held while the page is open, and no longer.
  alterData(direct, 'update session set kept = 0')
  const isHeld = async () => {
    const { idleExpiresAt } = ((await kai.call('session.get')) as Session).person.limits
    return Date.parse(idleExpiresAt ?? '') - Date.now() > 65 * 60_000
  }
  await person.until('the session is held', async () => (await isHeld()) || undefined)
  expect(await person.tab.evaluate(keptLists)).not.toEqual([])
  await person.tab.goto('about:blank')
  await person.until('the session isn’t held after the page was closed', async () => !(await isHeld()) || undefined)

  // The list goes with the officer's role, and with the practice.
  alterData(direct, `update member set role = 'Member' where name_first = 'Kai'`)
  await person.goto('/home')
  await person.until(
    'a member has no list',
    async () => (await person.tab.evaluate(keptLists)).length === 0 || undefined,
  )
  alterData(direct, `update member set role = 'Officer' where name_first = 'Kai'`)
  await person.goto('/scan')
  await person.until('an officer has it', async () => (await person.tab.evaluate(keptLists)).length > 0 || undefined)
  await kai.call('practices.endEarly', { practiceId })
  await person.see('No active practice. Start a practice, and you can scan passes here.')
  await person.until('it’s gone', async () => (await person.tab.evaluate(keptLists)).length === 0 || undefined)
})
