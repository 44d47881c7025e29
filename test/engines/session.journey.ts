import { password } from '#test/support/person.ts'
import { alterData, quickMember } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button, dialog, field } from './locators.ts'

const loggedOut = 'You have been logged out due to inactivity.'

test('a session that runs out is asked about, ends, and goes on where it was', async ({ openPerson, servers }) => {
  const server = servers.use(await startServer({ club: { session: { idleMinutes: 30, fixedMinutes: 600 } } }))
  await quickMember(server, { email: 'ana@purdue.edu' })
  const beIdleFor = (minutes: number) =>
    alterData(server, 'update session set last_active_at = ?', new Date(Date.now() - minutes * 60_000).toISOString())
  const person = await openPerson(server)
  const logIn = async () => {
    await person.fill(field('Purdue Email'), 'ana@purdue.edu')
    await person.fill(field('Password'), password)
    await person.press(button('Sign In'))
  }
  await person.goto('/login')
  await logIn()
  await person.at(/\/home$/)
  await person.press(button(/^Upcoming Practices/))
  await person.see(dialog('Upcoming Practices'))

  const question = dialog('Still there?')
  beIdleFor(28.5)
  await person.reload()
  await person.see(question)
  await person.press(button('Stay logged in', question))
  await person.miss(question)
  await person.reload()
  await person.see(dialog('Upcoming Practices'))
  await person.miss(question)

  // This time the warning gets no response.
  beIdleFor(29.9)
  await person.reload()
  await person.see(loggedOut, 20_000)
  await person.at(/\/login\?/)
  await logIn()
  await person.at(/\/home\?open=upcoming$/)
  await person.see(dialog('Upcoming Practices'))
})
