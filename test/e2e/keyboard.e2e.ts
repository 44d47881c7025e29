import { expect } from '@playwright/test'
import { keysOf } from '#test/e2e/keyboard/keys.ts'
import * as tasks from '#test/e2e/keyboard/tasks.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { password } from '#test/support/person.ts'
import { quickMember, tokenFor } from '#test/support/quick-member.ts'

/** What people do in the app, without a mouse; the search palette is in palette.e2e.ts. */
async function openKeys(open: Open, ...[server, { at, ...options } = {}]: Parameters<Open>) {
  const person = await open(server, { reducedMotion: 'reduce', ...options })
  const keys = await keysOf(person.page)
  if (at !== undefined) await person.page.goto(at)
  return { ...person, keys }
}

// Shows: 8.3
test('by keyboard a newcomer joins, RSVPs, checks in, and leaves', async ({ server, kai, open }) => {
  test.setTimeout(120_000)
  const { keys } = await openKeys(open, server)
  await tasks.createAccount(keys, 'ana@purdue.edu')
  await tasks.verifyEmail(keys, await tokenFor(server, 'ana@purdue.edu', 'verify'))
  await tasks.finishWizard(keys, 'Ana')
  await tasks.answerAndChange(keys)
  await startSamplePractice(kai)
  await tasks.usePass(keys)
  await tasks.checkIn(keys)
  await tasks.signOut(keys)
  await tasks.signIn(keys, 'ana@purdue.edu')
})

test('by keyboard a member scores, edits the profile, and deletes the account', async ({ server, ana, open }) => {
  const { keys } = await openKeys(open, server, { as: ana })
  await tasks.scoreAnEnd(keys)
  await tasks.editProfile(keys, 'Anna')
  expect(await ana.call('profile.get')).toMatchObject({ nameFirst: 'Anna', bowType: 'Barebow' })
  const chosen = `${password} again`
  await tasks.changePassword(keys, password, chosen)
  await tasks.deleteAccount(keys, chosen)
})

// Shows: 1.4, 1.24, 2.106, 2.133, 2.134, 4.25, 5.26, 5.30, 5.31
test('by keyboard an officer starts a practice, removes a member, and ends it, each after a question', async ({
  server,
  kai,
  ana,
  open,
}) => {
  const { keys } = await openKeys(open, server, { as: kai, at: '/home', width: 1280 })
  await tasks.startPractice(keys)
  const { live } = (await ana.call('home.get')) as { live: { practice: { id: string } } }
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: live.practice.id })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  await ben.call('passes.use')
  await ben.call('practices.answer', { practiceId: live.practice.id, answer: 'archer' })
  await tasks.callRoll(keys, 'Ben Okafor')
  await tasks.removeAttendee(keys, 'Ana Lopez')
  await tasks.endEarly(keys)
})

test('a press by mouse would be noticed (negative control)', async ({ server, open }) => {
  const { page, complaints } = await openKeys(open, server, { mayComplain: true })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(complaints.join()).toContain('by somebody without a mouse')
})
