import { expect, test } from '@playwright/test'
import { alertIn, openPerson, signIn } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** What each step of the wizard offers and takes (specification §2, §5, §9), and what comes of it. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

test('the first sign-in leads through every step, with the choices of each and the bounds of a car, to the greeting', async ({
  browser,
}) => {
  await quickMember(server, { email: 'ana@purdue.edu', wizard: false })
  const { page, context, complaints } = await openPerson(browser, server)
  const next = page.getByRole('button', { name: 'Next' })
  await signIn(page, 'ana@purdue.edu')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Preferred first name').fill('Ana')
  await page.getByLabel('Last name').fill('Lopez')
  await page.getByLabel('Birthday').fill('2004-05-06')
  await next.click()

  const picture = page.getByRole('img', { name: 'Default profile' })
  await expect(picture).toHaveAttribute('src', '/default-pfp.png')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Skip' }).click()

  const bow = page.getByRole('group', { name: 'Bow type' })
  await expect(bow.locator('label')).toHaveText(['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"])
  const equipment = page.getByRole('group', { name: 'Do you have personal equipment?' })
  await expect(equipment.locator('label')).toHaveText(['Yes', 'No'])
  await bow.getByText('Barebow').click()
  await equipment.getByText('Yes').click()
  await next.click()

  const capacity = page.getByRole('spinbutton', { name: 'Car capacity' })
  const rm01 = page.getByLabel('RM01 Completed & Approved')
  for (const field of [capacity, rm01]) await expect(field).toHaveCount(0)
  await page.getByText('I have a car').click()
  await expect(rm01).not.toBeChecked()
  await expect(page.getByText('Seats, including the driver: 1 to 8.')).toBeVisible()
  for (const wrong of ['0', '9', '']) {
    await capacity.fill(wrong)
    await next.click()
    await expect(alertIn(page)).toContainText('Car capacity is a whole number from 1 to 8, with the driver.')
  }
  for (const right of ['8', '1']) {
    await capacity.fill(right)
    await next.click()
    await expect(page.getByText('Step 5 of 5')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('Step 4 of 5')).toBeVisible()
  }
  await page.getByText('RM01 Completed & Approved').click()
  await next.click()

  const choices = page.getByRole('group', { name: 'Pronouns' })
  await expect(choices.locator('label')).toHaveText(['He/Him', 'She/Her', 'They/Them', 'Specify'])
  const chips = page.getByRole('list', { name: 'Chosen pronouns' }).getByRole('listitem')
  for (const pronoun of ['She/Her', 'They/Them']) await choices.getByText(pronoun).click()
  await choices.getByText('Specify').click()
  const own = page.getByLabel('Your pronouns')
  for (const typed of ['she/her', 'xe/xem']) {
    await own.fill(typed)
    await page.getByRole('button', { name: 'Add' }).click()
  }
  await expect(chips).toHaveText(['She/Her', 'They/Them', 'xe/xem'])
  await page.getByRole('button', { name: 'Remove They/Them' }).click()
  await expect(chips).toHaveText(['She/Her', 'xe/xem'])

  await page.getByRole('button', { name: 'Finish' }).click()
  const greeting = page.getByRole('dialog', { name: 'Welcome, Ana!' })
  await expect(greeting).toContainText('2 day passes are waiting for you.')
  expect(await greeting.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('button', { name: /^Purchase Pass/ })).toContainText('2 day passes left')
  expect(complaints).toEqual([])
  await context.close()
})
