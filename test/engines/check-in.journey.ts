import { startClubAtPractice } from '#test/support/live-club.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, dialog } from './locators.ts'

test('an officer in another engine starts a practice, and a member checks in', async ({ openPerson, servers }) => {
  const { server } = servers.use(await startClubAtPractice(['tonight']))
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const olga = await quickMember(server, { email: 'olga@purdue.edu', first: 'Olga', officer: true })
  const member = await openPerson(server, { as: ana })
  const officer = await openPerson(server, { width: 1280, height: 900, inOther: true, as: olga })
  for (const person of [member, officer]) {
    await person.goto('/home')
    await person.see('Tuesday practice')
  }
  await officer.press(button('Start Practice'))
  await officer.press(button(/^Start/, dialog()))
  for (const person of [officer, member]) {
    await person.see(/^LIVE$/)
    await person.see(/^0\s*Members in Attendance/)
  }
  await member.see('You need a valid pass to check in.')
  await member.press(button('Use Pass'))
  await member.press(button('Check In'))
  await member.see(/^Checked in/)
  await officer.see(/^1\s*Member in Attendance/)
  await officer.press(button('Attendees'))
  await officer.press(button('Remove Ana Lopez', dialog('Attendees')))
  await officer.press(button('Remove', dialog('Remove Ana Lopez?')))
  // Behind the offer to install the app, in engines that have one.
  await member.see(/^Check In$/)
  await member.see(/^0\s*Members in Attendance/)
})
