import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { endOf, movePractice, samplePractices, startSamplePractice } from '#test/support/move-practice.ts'

/** What happens at set times, on the built server in real time. */
const minuteMs = 60_000

// Shows: 4.30, 4.31, 4.32, 9.5, T50
test('a live practice ends within 60 seconds of its end, on open screens too', async ({ server, kai, ana, open }) => {
  test.setTimeout(2 * minuteMs)
  const practiceId = await startSamplePractice(kai)
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId })
  const { page } = await open(server, { as: ana, at: '/home' })
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  // The end is moved directly in the database, so the server only finds it at its next check.
  const endsAtMs = Date.now() + 3000
  movePractice(server, practiceId, { startsAtMs: endsAtMs - 5 * minuteMs, minutes: 5 })
  await expect.poll(() => endOf(server, practiceId), { timeout: 75_000, intervals: [500] }).not.toBeNull()
  expect(Date.now() - endsAtMs).toBeGreaterThan(0)
  expect(Date.now() - endsAtMs).toBeLessThan(minuteMs + 3000)
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  expect(await ana.call('home.get')).toMatchObject({ live: null, attended: 1 })
})

// Shows: 4.23
test('an officer sees when a practice can be started, and the button then, without a reload', async ({
  server,
  kai,
  open,
}) => {
  const [practiceId = ''] = await samplePractices(kai)
  movePractice(server, practiceId, { startsAtMs: Date.now() + 45 * minuteMs })
  const { page, context } = await open(server, { as: kai, mayComplain: true })
  await page.clock.install()
  await page.goto('/home')
  await expect(page.getByText('You can start it at')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Practice' })).toHaveCount(0)
  await context.setOffline(true)
  await page.clock.fastForward(16 * minuteMs)
  await expect(page.getByRole('button', { name: 'Start Practice' })).toBeVisible()
})
