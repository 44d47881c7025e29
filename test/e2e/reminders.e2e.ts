import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { attendedBefore } from '#test/support/past-practices.ts'
import { alterData, memberIdOf, quickMember } from '#test/support/quick-member.ts'
import { zoneAtNoon } from '#test/support/zone-at-noon.ts'

test('an officer turns the reminder on, and reminds those who haven’t replied', async ({ start, open }) => {
  const server = await start({ club: { timeZone: zoneAtNoon(), practices: { remindHours: 24 } } })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const named = (first: string) =>
    quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, last: 'Lopez' })
  const [ana, ben] = [await named('Ana'), await named('Ben')]
  await named('Cam')
  const [, practiceId = ''] = await samplePractices(kai)
  await kai.call('practices.answer', { practiceId, answer: 'archer' })
  await ana.call('practices.answer', { practiceId, answer: 'cant-come' })
  await ben.call('profile.setNews', { news: 'remind', way: 'mail', wanted: false })
  alterData(server, "insert into awaiting_preview (kind, turned_on_at) values ('remind', null)")

  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}` })
  await expect(page.getByText('1 archer, 0 drivers, 1 can’t come')).toBeVisible()
  await page.getByRole('button', { name: 'Remind now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind those who haven’t replied?' })
  await expect(dialog.getByRole('button', { name: /^Remind \d/ })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Open Settings' }).click()

  await expect(page.getByText('Subject: Archery Club: are you coming to Sample practice?')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByText('Reminders are on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on', exact: true })).toHaveCount(0)

  await page.goto(`/manage-practices?practice=${practiceId}`)
  await page.getByRole('button', { name: 'Remind now' }).click()
  await expect(dialog.getByRole('list', { name: 'Who gets it (1)' })).toHaveText('Cam Lopez')
  await expect(dialog.getByRole('list', { name: 'Who doesn’t (1)' })).toHaveText('Ben Lopez · turned reminders off')
  await dialog.getByRole('button', { name: 'Remind 1 person' }).click()
  await expect(page.getByText('Reminded 1 person.')).toBeVisible()
  await page.getByRole('button', { name: 'Remind now' }).click()
  await expect(dialog.getByText('Members were already reminded today.')).toBeVisible()
})

test('a no-show is excused with a reason, which the member sees, and undone', async ({ server, kai, ana, open }) => {
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Lopez' })
  attendedBefore(server, ben, { on: '2026-01-05', title: 'Monday practice' })
  const practiceId = 'past 2026-01-05 Monday practice'
  const rsvp =
    "insert into rsvp (practice_id, member_id, kind, answered_at) values (?, ?, 'archer', '2026-01-05T23:00:00.000Z')"
  alterData(server, rsvp, practiceId, await memberIdOf(kai, ana.email))

  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}` })
  await expect(page.getByText('1 no-show · 1 without an RSVP')).toBeVisible()
  await page.getByRole('button', { name: 'Excuse Ana Lopez' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Excuse Ana Lopez' })).toBeFocused()
  await page.getByRole('button', { name: 'Excuse Ana Lopez' }).click()
  await page.getByRole('button', { name: 'Excuse', exact: true }).click()
  await expect(page.getByText('Give a reason, so others can see why.')).toBeVisible()
  await page.getByLabel('Reason').fill('Was ill')
  await page.getByRole('button', { name: 'Excuse', exact: true }).click()
  await expect(page.getByText('Excused: Was ill')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the excuse of Ana Lopez' })).toBeFocused()

  const own = await open(server, { as: ana, at: '/my-practices' })
  const missed = own.page.getByRole('region', { name: 'Missed practices' })
  await expect(missed.getByRole('listitem')).toHaveText(/^Monday practice.*Excused: Was ill$/)
  await page.getByRole('button', { name: 'Undo the excuse of Ana Lopez' }).click()
  await expect(missed.getByText('Excused')).toHaveCount(0)
})
