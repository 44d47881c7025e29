import { expect } from '@playwright/test'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'
import { button, field, heading, link } from './locators.ts'

type Code = { code: string; link: string }

test('a code is typed, or scanned before a login; its link alone does nothing', async ({ openMember, openPerson }) => {
  const { server, member: ana, person } = await openMember()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  const practiceId = await startSamplePractice(kai, { checkInMode: 'code' })
  const [now, next] = (await kai.call('checkInCode.get', { practiceId })).codes as Code[]
  for (const member of [ana, ben]) await member.call('passes.use')

  await person.goto('/home')
  await person.press(button('Check In'))
  await person.see(heading('Check In'))
  await person.fill(field('Code'), '12')
  await person.key('Enter')
  await person.see('Enter all six digits.')
  // The code of a later time is wrong.
  const wrong = ['111111', '222222'].find((each) => each !== now?.code && each !== next?.code) ?? ''
  await person.fill(field('Code'), wrong)
  await person.press(button('Check In'))
  await person.see('That code is wrong or too old.')
  await person.fill(field('Code'), `${now?.code.slice(0, 3)} ${now?.code.slice(3)}`)
  await person.press(button('Check In'))
  await person.at(/\/home$/)
  await person.see(/Checked in/)

  const { pathname, search } = new URL(now?.link ?? '')
  const other = await openPerson(server)
  await other.goto(pathname + search)
  await other.see(`${now?.code.slice(0, 3)} ${now?.code.slice(3)}`)
  await other.press(link('Log In to Check In'))
  await other.fill(field('Purdue Email'), ben.email)
  await other.fill(field('Password'), password)
  await other.key('Enter')
  await other.at(/\/check-in\?/)
  await other.see(button('Check In'))
  expect(await ben.call('home.get')).toMatchObject({ live: { checkedInAt: null } })
  await other.press(button('Check In'))
  await other.at(/\/home$/)
  await other.see(/Checked in/)
})
