import { expect } from '@playwright/test'
import { quickMember } from '../support/quick-member.ts'
import { startServerProcess } from '../support/server.ts'
import { createServerClock } from '../support/server-clock.ts'
import { mailBy, startSmtpSink } from '../support/smtp-sink.ts'
import { test } from './journey.ts'
import { button, link, text } from './locators.ts'
import { takeSession } from './person.ts'

const plan = {
  ...{ title: 'Tuesday practice', location: 'Lafayette Range', description: '', weeks: 1 },
  ...{ startsOn: '2026-12-08', startTime: '18:00', endTime: '20:00' },
}

test('a member replies from the weekly email without logging in, and Home shows it', async ({
  servers,
  openPerson,
}) => {
  // A Sunday, half an hour before the email is due; the server is down when it is.
  const clock = servers.use(await createServerClock('2026-12-06T22:30:00.000Z'))
  const before = await startServerProcess({ env: clock.env })
  const kai = await quickMember(before, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(before, { email: 'ana@purdue.edu', first: 'Ana' })
  await kai.call('practices.removeSamples')
  await kai.call('schedule.create', plan)
  await before.stop()
  const sink = servers.use(await startSmtpSink())
  await clock.set('2026-12-06T23:05:00.000Z')
  const { dataDir, env } = before
  const server = servers.use(await startServerProcess({ again: { dataDir, env: { ...env, ...mailBy(sink) } } }))
  const { links } = await sink.waitForMail({ to: ana.email, subject: /this week/ })
  const replyAs = (reply: string) => new URL(links.find((each) => each.endsWith(`/${reply}`)) ?? '').pathname
  const comingOf = async () => (await ana.call('myPractices.get')).ahead as { myAnswer: string }[]

  // A mail scanner opens every link.
  for (const each of links) for (const method of ['GET', 'HEAD']) await fetch(each, { method })
  const person = await openPerson(server)
  await person.goto(replyAs('driver'))
  await person.see('Are you coming, Ana?')
  await person.see(text('Tuesday practice'))
  expect(await comingOf()).toEqual([])
  await person.see('Seats in your car, including yours')
  await person.press(button('RSVP as driver'))
  await person.see('You’re in as a driver.')
  expect(await comingOf()).toMatchObject([{ myAnswer: 'driver' }])
  // The link of another reply, after the first one was pressed.
  await person.goto(replyAs('archer'))
  await person.press(button('RSVP as archer'))
  await person.see('You’re in as an archer.')
  await person.see(link('Not Ana? Log in'))

  await takeSession(person, server, ana)
  await person.goto('/home')
  await person.see('You’re in as an archer.')
})
