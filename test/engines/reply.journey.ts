import { expect } from '@playwright/test'
import { samplePractices } from '../support/move-practice.ts'
import { attendedBefore } from '../support/past-practices.ts'
import { alterData, quickMember } from '../support/quick-member.ts'
import { startServerProcess } from '../support/server.ts'
import { createServerClock } from '../support/server-clock.ts'
import { mailBy, startSmtpSink } from '../support/smtp-sink.ts'
import { test } from './journey.ts'
import { button, field, link, text } from './locators.ts'
import { takeSession } from './person.ts'

const plan = {
  ...{ title: 'Tuesday practice', location: 'Lafayette Range', description: '', weeks: 1 },
  ...{ startsOn: '2026-12-08', startTime: '18:00', endTime: '20:00' },
}

/** A club on a Sunday, half an hour before the weekly email is due, whose server is down when emails are. */
async function startClub(servers: AsyncDisposableStack) {
  const clock = servers.use(await createServerClock('2026-12-06T22:30:00.000Z'))
  const before = await startServerProcess({ env: clock.env, club: { practices: { remindHours: 24 } } })
  const kai = await quickMember(before, { email: 'kai@purdue.edu', officer: true })
  await kai.call('practices.removeSamples')
  await kai.call('schedule.create', plan)
  const named = (first: string) => quickMember(before, { email: `${first.toLowerCase()}@purdue.edu`, first })
  /** Starts it again with a mail server. */
  async function startAt(iso: string) {
    await before.stop()
    const sink = servers.use(await startSmtpSink())
    await clock.set(iso)
    const { dataDir, env } = before
    const server = servers.use(await startServerProcess({ again: { dataDir, env: { ...env, ...mailBy(sink) } } }))
    return { server, sink }
  }
  return { before, named, startAt }
}

const ending = (links: string[], end: RegExp) => links.find((each) => end.test(each)) ?? ''

test('a member replies from the weekly email without logging in, and Home shows it', async ({
  servers,
  openPerson,
}) => {
  const club = await startClub(servers)
  const ana = await club.named('Ana')
  const { server, sink } = await club.startAt('2026-12-06T23:05:00.000Z')
  const { links } = await sink.waitForMail({ to: ana.email, subject: /this week/ })
  const comingOf = async () => (await ana.call('myPractices.get')).ahead as { myAnswer: string }[]

  // A mail scanner opens every link.
  for (const each of links) for (const method of ['GET', 'HEAD']) await fetch(each, { method })
  const person = await openPerson(server)
  await person.goto(ending(links, /\/driver$/))
  await person.see('Are you coming, Ana?')
  await person.see(text('Tuesday practice'))
  expect(await comingOf()).toEqual([])
  await person.see('Seats in your car, including yours')
  await person.press(button('RSVP as driver'))
  await person.see('You’re in as a driver.')
  expect(await comingOf()).toMatchObject([{ myAnswer: 'driver' }])
  // The link of another reply, after the first one was pressed.
  await person.goto(ending(links, /\/archer$/))
  await person.press(button('RSVP as archer'))
  await person.see('You’re in as an archer.')
  await person.see(link('Not Ana? Log in'))

  await takeSession(person, server, ana)
  await person.goto('/home')
  await person.see('You’re in as an archer.')
})

test('the reminder reaches only those it should; its links reply and unsubscribe', async ({ servers, openPerson }) => {
  test.setTimeout(180_000)
  const club = await startClub(servers)
  const [ana, ben] = [await club.named('Ana'), await club.named('Ben')]
  const [cam, dee] = [await club.named('Cam'), await club.named('Dee')]
  // No one is new. Cam hasn't come yet.
  alterData(club.before, 'update member set created_at = ?', '2025-09-01T12:00:00.000Z')
  for (const who of [ana, ben, dee]) attendedBefore(club.before, who, { on: '2026-12-01', title: who.email })
  const [practiceId] = await samplePractices(ana)
  await ana.call('practices.answer', { practiceId, answer: 'cant-come' })
  await dee.call('profile.setNews', { news: 'remind', way: 'mail', wanted: false })
  const { server, sink } = await club.startAt('2026-12-07T23:01:00.000Z')
  const { links } = await sink.waitForMail({ to: ben.email, subject: /are you coming/ })

  const person = await openPerson(server)
  await person.goto(ending(links, /\/archer$/))
  await person.press(button('RSVP as archer'))
  await person.see('You’re in as an archer.')
  await person.goto(ending(links, /\/unsubscribe#/))
  await person.see('Unsubscribe from these emails?')
  await person.at(/\/unsubscribe$/)
  expect(await ben.call('profile.get')).toMatchObject({ news: { remind: { mail: true } } })
  await person.press(button('Unsubscribe'))
  await person.see('You’ll no longer get reminder emails when you haven’t RSVP’d.')
  await takeSession(person, server, ben)
  await person.goto('/profile/notifications')
  const mail = (kind: string) => field(`${kind}: Email`)
  await person.seeIn(mail('A reminder if I haven’t RSVP’d'), 'is off', ({ isChecked }) => !isChecked)
  await person.seeIn(mail('A spot opens up and I’m next'), 'is on', ({ isChecked }) => isChecked)

  // Each of them gets emails that aren't reminders.
  for (const { email } of [ana, ben, cam, dee]) await sink.waitForMail({ to: email, subject: /this week/ })
  expect(sink.mails.flatMap(({ to, subject }) => (/are you coming/.test(subject) ? to : []))).toEqual([ben.email])
})
