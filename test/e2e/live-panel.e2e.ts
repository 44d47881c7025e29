import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { givePicture, quickMember } from '#test/support/quick-member.ts'

// Shows: 2.125, 2.126, 2.127, 2.128, 2.129, 2.130, 2.131, 2.132, 6.17, 7.28, 8.27
test('a member sees when and where a live practice is, and who is there', async ({ open }) => {
  const { server, startsAtMs, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const pronouns = ['She/Her', 'xe/xem']
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', pronouns })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
  const pictureUrl = await givePicture(server, ana, await jpeg())
  for (const each of [ana, ben]) await each.call('passes.use')
  const { page } = await open(server, { as: ana, at: '/home' })
  await expect(page.getByText("A practice hasn't started yet.", { exact: true })).toBeVisible()
  await kai.call('practices.start', { practiceId: 'tonight' })

  const panel = page.getByRole('region', { name: 'LIVE Tuesday practice' })
  await expect(panel.getByRole('heading', { name: 'Tuesday practice' })).toBeVisible()
  const zone = { timeZone: 'America/Indiana/Indianapolis' } as const
  const date = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'short', month: 'short', day: 'numeric' })
  const time = new Intl.DateTimeFormat('en-US', { ...zone, hour: 'numeric', minute: '2-digit' })
  const words = (ms: number) => time.format(ms).replace(/\s[AP]M/, '')
  const times = panel.locator('time').filter({ hasText: date.format(startsAtMs) })
  await expect(times).toContainText(words(startsAtMs))
  await expect(times).toContainText(new RegExp(`–\\s(${words(startsAtMs + 120 * 60_000)}\\s[AP]M|midnight)`))
  const details = { Location: 'Lafayette Range', Description: 'Bring water.', Organizer: 'officers@purdue.edu' }
  await expect(panel.getByText('Bring water.', { exact: true })).toBeHidden()
  await panel.getByRole('button', { name: 'Details' }).click()
  for (const [name, text] of Object.entries(details)) {
    await expect(panel.getByText(name, { exact: true })).toBeVisible()
    await expect(panel.getByRole('definition').filter({ hasText: text })).toBeVisible()
  }

  const count = panel.locator('p:not([role])').filter({ hasText: /Members? in Attendance/ })
  await expect(count).toHaveText(/^0\s*Members in Attendance$/)
  await ben.call('practices.checkIn', { practiceId: 'tonight' })
  await expect(count).toHaveText(/^1\s*Member in Attendance$/)
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(count).toHaveText(/^2\s*Members in Attendance$/)
  await expect(page.getByRole('button', { name: 'Check In' })).toHaveCount(0)
  const cells = panel.getByRole('list', { name: 'Checked in' }).getByRole('listitem')
  const mine = cells.filter({ hasText: 'Ana Lopez' })
  const his = cells.filter({ hasText: 'Ben Okafor' })
  await expect(mine.locator('img')).toHaveAttribute('src', pictureUrl.replace('512', '96'))
  await expect(mine.getByText('She/Her, xe/xem')).toBeVisible()
  await expect(his.locator('[data-initials="BO"]')).toBeVisible()
  await expect(his.getByText('They/Them')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Remove|End Practice Early)/ })).toHaveCount(0)
  await dispose()
})
