import { expect, test } from '@playwright/test'
import type { Home } from '#contract/home.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'

// Shows: 1.24, 2.134, 4.25, 5.26, 5.30, 5.31
test('starting, removing somebody and ending early are asked about first, and Cancel changes nothing', async ({
  browser,
}) => {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const { page, context, complaints } = await openPerson(browser, server, { width: 1280 })
  await takeSession(context, server, kai)
  await page.goto('/home')
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
  await page.getByRole('button', { name: 'Remove Ana Lopez' }).click()
  await expect(question).toContainText('Remove Ana Lopez from this practice?')
  await cancel.click()
  await expect(page.getByRole('main')).toContainText(/1\s*Member in Attendance/)

  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await expect(question).toContainText('This will check everyone out.')
  await cancel.click()
  await expect(question).toBeHidden()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  expect(await ana.call('home.get')).toMatchObject({ attended: 1 })
  expect(complaints).toEqual([])
  await context.close()
  await dispose()
})

test('someone else’s check-in shows without asking for the page again, also who is removed', async ({ browser }) => {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
  await kai.call('practices.start', { practiceId: 'tonight' })
  const { page, context, complaints } = await openPerson(browser, server)
  await takeSession(context, server, ben)
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
  expect(complaints).toEqual([])
  await context.close()
  await dispose()
})
