import { expect } from '@playwright/test'
import type { Home } from '#contract/home.ts'
import { test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { givePicture, quickMember } from '#test/support/quick-member.ts'

// Shows: 1.24, 2.106, 2.133, 2.134, 4.25, 5.26, 5.30, 5.31
test('starting, removing, and ending early ask first, and Cancel changes nothing', async ({ open }) => {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  const question = page.getByRole('alertdialog')
  const cancel = question.getByRole('button', { name: 'Cancel' })

  await page.getByRole('button', { name: 'Start Practice' }).click()
  await expect(question).toContainText('This will mark the practice as live for everyone.')
  await cancel.click()
  await expect(question).toBeHidden()
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  await question.getByRole('button', { name: 'Start Practice' }).click()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()

  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: 'tonight' })
  for (const width of [320, 360, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    // Both labels on one line, and both buttons alike.
    const boxes = await page.evaluate(() =>
      ['Attendees', 'Carpool'].map((name) => {
        const button = [...document.querySelectorAll('main button')].find((each) => each.textContent === name)
        const { width, height } = button?.getBoundingClientRect() ?? { width: 0, height: 0 }
        return { width: Math.round(width), height: Math.round(height) }
      }),
    )
    expect(boxes[0]).toEqual(boxes[1])
    expect(boxes[0]?.height).toBeLessThan(50)
  }
  // No face can be removed by a stray press.
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Attendees' }).click()
  const attendees = page.getByRole('dialog', { name: 'Attendees' })
  const remove = attendees.getByRole('button', { name: 'Remove Ana Lopez' })
  await remove.click()
  await expect(question).toContainText('Remove Ana Lopez from this practice?')
  await cancel.click()
  // The list stays where it was.
  await expect(attendees).toContainText('Here 1 · Expected 0')
  await expect(remove).toBeFocused()
  await attendees.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main')).toContainText(/1\s*Member in Attendance/)

  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await expect(question).toContainText('This will check everyone out.')
  await cancel.click()
  await expect(question).toBeHidden()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  expect(await ana.call('home.get')).toMatchObject({ attended: 1 })
  await dispose()
})

test('check-ins and removals by others show without another request for the page', async ({ open }) => {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  await kai.call('practices.start', { practiceId: 'tonight' })
  const { page } = await open(server, { as: ben })
  const stream = page.waitForResponse('**/live')
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText(/0\s*Members in Attendance/)
  await stream
  // The stream's first event may ask for the page once more.
  await page.waitForTimeout(1500)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/rpc/home/get') && asked.push(request.url()))
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: 'tonight' })
  await expect(page.getByRole('main')).toContainText(/1\s*Member in Attendance/)
  await expect(page.getByRole('main')).toContainText('Ana Lopez')
  const { live } = (await kai.call('home.get')) as unknown as Home
  await kai.call('practices.removeAttendee', { practiceId: 'tonight', memberId: live?.attendees[0]?.memberId })
  await expect(page.getByRole('main')).toContainText(/0\s*Members in Attendance/)
  expect(asked).toEqual([])
  // A change that the stream can't tell asks for it.
  await kai.call('practices.endEarly', { practiceId: 'tonight' })
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  expect(asked).not.toEqual([])
  await dispose()
})

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
  await panel.getByRole('button', { name: 'Details' }).click()
  await expect(panel.getByText('officers@purdue.edu')).toBeHidden()

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
