import { quickMember } from '#test/support/quick-member.ts'
import { test } from './journey.ts'

test('a tab that was hidden shows what has changed since as soon as it is looked at', async ({ openMember }) => {
  const { server, member: ana, person } = await openMember()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { members } = (await kai.call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === ana.email)?.id
  const give = (from: number, to: number) => kai.call('members.setDayPasses', { memberId, expected: from, value: to })
  await person.goto('/my-pass')
  await person.see('2 day passes left')
  const becomes = (state: DocumentVisibilityState) =>
    person.until(`the page is ${state}`, async () =>
      (await person.tab.evaluate(() => document.visibilityState)) === state ? true : undefined,
    )
  await person.tab.hide()
  await becomes('hidden')
  await give(2, 5)
  await person.tab.show()
  await becomes('visible')
  await person.see('5 day passes left')
  // It receives new changes, too.
  await give(5, 6)
  await person.see('6 day passes left')
})
