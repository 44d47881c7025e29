import { expect, test } from '@playwright/test'
import { alertIn, openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

// Shows: 2.100, 2.102, 5.12, 5.13, 5.14, 8.18
test('each step says what is missing, links to it, and loses nothing on the way', async ({ browser }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', wizard: false })
  const { page, context, complaints } = await openPerson(browser, server)
  await takeSession(context, server, ana)
  await page.goto('/home')
  await expect(page).toHaveURL(/\/welcome/)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Preferred first name').fill('Ana')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(alertIn(page)).toContainText('Please fill out your name and birthday')
  await page.getByLabel('Last name').fill('Lopez')
  await page.getByLabel('Birthday').fill('2004-05-06')
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page.getByText('Step 2 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(alertIn(page)).toContainText('Please select your bow type and equipment status')
  await page.getByText("I'm not sure yet!", { exact: true }).click()
  await page.getByRole('group', { name: 'Do you have personal equipment?' }).getByText('Yes', { exact: true }).click()

  // After a reload in the middle, everything is as it was, also on another device.
  await page.waitForTimeout(1500)
  const tablet = await openPerson(browser, server)
  await takeSession(tablet.context, server, ana)
  await tablet.page.goto('/welcome?step=3')
  await expect(tablet.page.getByRole('radio', { name: "I'm not sure yet!" })).toBeChecked()
  await tablet.context.close()

  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(alertIn(page)).toContainText('Please select or add at least one pronoun')
  await page.getByText('Specify', { exact: true }).click()
  await page.getByLabel('Your pronouns').fill('xe/xem')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Your pronouns').fill('XE/XEM')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('button', { name: /Remove xe\/xem/i })).toHaveCount(1)
  await page.goBack()
  await expect(page.getByText('Step 4 of 5')).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: /Ana/ })).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/welcome')
  await expect(page).toHaveURL(/\/home$/)
  expect(complaints).toEqual([])
  await context.close()
})

// Shows: 5.11, 8.18
test('Finish with gaps in earlier steps says so and leads to them', async ({ browser }) => {
  const ben = await quickMember(server, { email: 'ben@purdue.edu', wizard: false })
  const { page, context } = await openPerson(browser, server)
  await takeSession(context, server, ben)
  await page.goto('/welcome?step=5')
  await page.getByText('He/Him', { exact: true }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(alertIn(page)).toContainText('Please fill out all required fields')
  await alertIn(page).getByRole('link').first().click()
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await context.close()
})
