import { expect, test } from '@playwright/test'
import { endOf, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServerProcess } from '#test/support/server.ts'

/** What happens at set times, on the built server in real time. */
let server: RunningServer
test.beforeEach(async () => {
  server = await startServerProcess()
})
test.afterEach(() => server.dispose())
const minuteMs = 60_000

// Shows: 4.23, 6.17, 9.4
test('an officer can start a practice from 30 minutes before it, and sees when that will be', async ({ browser }) => {
  test.setTimeout(2 * minuteMs)
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const [practiceId = ''] = await samplePractices(kai)
  // Practices start on a whole minute, so the actions around them become available on a whole minute, too.
  const startableAtMs = Math.ceil((Date.now() + 10_000) / minuteMs) * minuteMs
  const startsAtMs = startableAtMs + 30 * minuteMs
  movePractice(server, practiceId, { startsAtMs })
  const officer = await openPerson(browser, server)
  const member = await openPerson(browser, server)
  await takeSession(officer.context, server, kai)
  await takeSession(member.context, server, ana)
  await officer.page.goto('/home')
  await member.page.goto('/home')
  await expect(officer.page.getByText('You can start it at')).toBeVisible()
  await expect(kai.call('practices.start', { practiceId })).rejects.toThrow('409')
  const start = officer.page.getByRole('button', { name: 'Start Practice' })
  await expect(start).toBeVisible({ timeout: startableAtMs + 5000 - Date.now() })
  // The browser knows the server's clock to within half a round trip.
  expect(Date.now()).toBeGreaterThan(startableAtMs - 100)
  await start.click()
  await officer.page.getByRole('alertdialog').getByRole('button', { name: 'Start Practice' }).click()
  for (const { page } of [officer, member]) await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await expect(member.page.getByRole('button', { name: 'Start Practice' })).toHaveCount(0)
  expect([...officer.complaints, ...member.complaints]).toEqual([])
})

// Shows: 4.30, 4.31, 4.32, 9.5, T50
test('a live practice ends within 60 seconds of its end, on open screens too', async ({ browser }) => {
  test.setTimeout(2 * minuteMs)
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const [practiceId = ''] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  const { page, context, complaints } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  await page.goto('/home')
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  // The end is moved directly in the database, so the server only finds it at its next check.
  const endsAtMs = Date.now() + 3000
  movePractice(server, practiceId, { startsAtMs: endsAtMs - 5 * minuteMs, minutes: 5 })
  await expect.poll(() => endOf(server, practiceId), { timeout: 75_000, intervals: [500] }).not.toBeNull()
  expect(Date.now() - endsAtMs).toBeGreaterThan(0)
  expect(Date.now() - endsAtMs).toBeLessThan(minuteMs + 3000)
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  expect(await ana.call('home.get')).toMatchObject({ live: null, attended: 1 })
  expect(complaints).toEqual([])
})
