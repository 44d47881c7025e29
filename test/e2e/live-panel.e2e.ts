import { expect, test } from '@playwright/test'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'

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
