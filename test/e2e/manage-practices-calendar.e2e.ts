import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { icsCalendar, icsEvent } from '#test/support/ics.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startServerProcess } from '#test/support/server.ts'

/** A club whose calendar is an ICS feed: what officers see and decide when the calendar does something odd. */
const day = (days: number) => Temporal.Now.plainDateISO('America/Indiana/Indianapolis').add({ days }).toString()
const practice = (uid: string, days: number, ...more: string[]) =>
  icsEvent(
    `UID:${uid}`,
    `DTSTART;TZID=America/Indiana/Indianapolis:${day(days).replaceAll('-', '')}T180000`,
    'DURATION:PT2H',
    'LOCATION:The Range',
    ...more,
  )
const others = [practice('second', 9), practice('third', 16)]

test('an officer matches, cancels, and sees odd events of the calendar', async ({ open }) => {
  test.setTimeout(120_000)
  await using feed = await startFakeIcsFeed(icsCalendar(practice('first', 2), ...others))
  let server = await startServerProcess({ env: { CALENDAR_ICS_URL: feed.url } })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => server.dispose())
  /** A server that starts reads the calendar right away, and not only within a minute. */
  const changeCalendar = async (...events: string[]) => {
    feed.text = icsCalendar(...events)
    await server.stop()
    server = await startServerProcess({ again: server })
  }
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const upcoming = async () =>
    ((await ana.call('home.get')) as { upcoming: { id: string; location: string; archers: number }[] }).upcoming
  await expect.poll(async () => (await upcoming()).length, { timeout: 30_000 }).toBe(3)
  await ana.call('practices.answer', { practiceId: 'first', answer: 'archer' })
  const { page } = await open(server, { as: kai, at: '/manage-practices' })
  await expect(page.getByText('3 practices')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Practice' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Which event is it?' })).toBeHidden()

  // Its event is replaced by two that are alike, and another event has a rule that can't be read.
  await changeCalendar(
    practice('new-1', 2, 'DESCRIPTION:Recurve'),
    practice('new-2', 2, 'DESCRIPTION:Compound'),
    ...others,
    practice('league', 30, 'SUMMARY:Barebow league', 'RRULE:FREQ=FORTNIGHTLY'),
  )
  await expect(page.getByRole('heading', { name: 'Which event is it?' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1 archer, 0 drivers')).toBeVisible()
  await expect(page.getByText('Its repetition can’t be read', { exact: false })).toBeVisible()
  expect((await upcoming()).find(({ id }) => id === 'first')?.archers).toBe(1)
  await page
    .getByRole('button', { name: /^This one: Practice/ })
    .first()
    .dblclick()
  await expect(page.getByText('RSVPs stay with Practice.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Which event is it?' })).toBeHidden()
  expect((await upcoming()).find(({ id }) => id === 'first')?.archers).toBe(1)

  // The calendar is empty: nothing is canceled until an officer says so.
  await changeCalendar()
  await expect(page.getByRole('heading', { name: 'practices are missing from the calendar' })).toBeVisible({
    timeout: 30_000,
  })
  expect((await upcoming()).length).toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: 'Cancel Them Now' }).click()
  await page.getByRole('button', { name: 'Cancel Now' }).dblclick()
  await expect(page.getByText('They’ll be canceled the next time the calendar is read.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Them Now' })).toBeHidden()
})
