import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { expectFrame } from '#test/support/page-frame.ts'
import { alertIn, signIn } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'

// Shows: 1.13, 2.11, 2.27, 2.72, 2.82, 2.83, 2.84, 2.85, 2.86, 2.87, 2.92, 2.93, 2.94, 2.95, 2.96, 2.97, 2.98, 2.99
// Shows: 2.100, 2.101, 2.102, 2.103, 2.104, 2.105, 4.9, 5.12, 5.13, 5.14, 5.15, 5.16, 8.18, 9.12, 9.14, 9.22, 9.24, 9.25
test('each step of the wizard says what is missing, loses nothing, and Finish saves it all', async ({
  server,
  open,
}) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', wizard: false })
  const { page } = await open(server)
  await signIn(page, ana.email)
  await expect(page).toHaveURL(/\/welcome$/)
  await expectFrame(page, '/welcome')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const atStep = (no: number) => expect(page.getByText(`Step ${no} of 5`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Archery Club' })).toBeVisible()
  await expect(page.getByText(/^Step \d of \d$/)).toHaveCount(0)
  await button('Start').click()
  await atStep(1)
  for (const [label, value] of [
    ['Preferred first name', 'Ana'],
    ['Last name', 'Lopez'],
    ['Birthday', '2004-05-06'],
  ] as const) {
    await button('Next').click()
    await expect(alertIn(page)).toContainText('Please fill out your name and birthday')
    await page.getByLabel(label).fill(value)
  }
  await button('Next').click()

  await atStep(2)
  const picture = page.getByRole('img', { name: 'Default photo' })
  await expect(picture).toHaveAttribute('src', '/default-pfp.png')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(button('Next')).toHaveCount(0)
  await button('Skip').click()
  await atStep(3)
  const bow = page.getByRole('group', { name: 'Bow type' })
  const equipment = page.getByRole('group', { name: 'Do you have personal equipment?' })
  await expect(bow.locator('label')).toHaveText(['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"])
  await expect(equipment.locator('label')).toHaveText(['Yes', 'No'])
  await button('Next').click()
  await expect(alertIn(page)).toContainText('Please select your bow type and equipment status')
  await bow.getByText("I'm not sure yet!", { exact: true }).click()
  await equipment.getByText('Yes', { exact: true }).click()

  // After a reload in the middle, everything is as it was, also on another device.
  await page.waitForTimeout(1500)
  const tablet = await open(server, { as: ana, at: '/welcome?step=3' })
  await expect(tablet.page.getByRole('radio', { name: "I'm not sure yet!" })).toBeChecked()
  await button('Next').click()

  await atStep(4)
  const capacity = page.getByRole('spinbutton', { name: 'Car capacity' })
  const rm01 = page.getByLabel('RM01 Completed & Approved')
  for (const field of [capacity, rm01]) await expect(field).toHaveCount(0)
  const rides = page.getByRole('group', { name: 'I can give rides' })
  await expect(rides.getByLabel('Yes')).not.toBeChecked()
  await rides.getByText('Yes').click()
  await expect(capacity).toHaveValue('5')
  await expect(page.getByText('Seats, including the driver (1 to 8).')).toBeVisible()
  for (const wrong of ['0', '9', '']) {
    await capacity.fill(wrong)
    await button('Next').click()
    await expect(page.getByText('Enter a whole number from 1 to 8, including the driver.')).toHaveCount(1)
    await expect(alertIn(page)).toHaveText('Enter a whole number from 1 to 8, including the driver.')
    await expect(capacity).toBeFocused()
  }
  for (const right of ['1', '8']) {
    await capacity.fill(right)
    await button('Next').click()
    await atStep(5)
    await button('Back').click()
    await atStep(4)
  }
  await expect(rm01).not.toBeChecked()
  await page.getByText('RM01 Completed & Approved').click()
  await button('Next').click()

  await atStep(5)
  await expect(button('Next')).toHaveCount(0)
  await button('Finish').click()
  await expect(alertIn(page)).toContainText('Please select or add at least one pronoun')
  const choices = page.getByRole('group', { name: 'Pronouns' })
  const chips = page.getByRole('list', { name: 'Chosen pronouns' }).getByRole('listitem')
  await expect(choices.locator('label')).toHaveText(['He/Him', 'She/Her', 'They/Them', 'Specify'])
  for (const choice of ['She/Her', 'They/Them', 'Specify']) await choices.getByText(choice).click()
  for (const typed of ['xe/xem, or Ana', 'she/her', 'XE/xem, or ana']) {
    await page.getByLabel('Your pronouns').fill(typed)
    await button('Add').click()
  }
  await expect(chips).toHaveText(['She/Her', 'They/Them', 'xe/xem, or Ana'])
  await button('Remove They/Them').click()
  await expect(chips).toHaveText(['She/Her', 'xe/xem, or Ana'])
  await expect(choices.getByLabel('They/Them')).not.toBeChecked()
  await page.goBack()
  await atStep(4)
  await page.goForward()
  // The greeting goes on its own after a moment, so one look takes everything.
  const greeting = page.getByRole('dialog', { name: 'Welcome, Ana!' }).evaluate((dialog) => {
    const { x, y, width, height } = dialog.getBoundingClientRect()
    return { text: dialog.textContent, box: { x, y, width, height } }
  })
  await button('Finish').click()
  expect(await greeting).toEqual({
    text: expect.stringContaining('2 day passes are waiting for you.'),
    box: { x: 0, y: 0, width: 390, height: 844 },
  })
  await expect(page).toHaveURL(/\/home$/)
  expect(await ana.call('profile.get')).toMatchObject({
    nameFirst: 'Ana',
    nameLast: 'Lopez',
    birthday: '2004-05-06',
    bowType: 'undecided',
    personalEquipment: 'Yes',
    hasCar: true,
    carCapacity: 8,
    rm01Completed: true,
    pronouns: ['She/Her', 'xe/xem, or Ana'],
  })
  await page.goto('/welcome')
  await expect(page).toHaveURL(/\/home$/)
})

// Shows: 5.11, 8.18
test('Finish with gaps in earlier steps says so and leads to them', async ({ server, open }) => {
  const ben = await quickMember(server, { email: 'ben@purdue.edu', wizard: false })
  const { page } = await open(server, { as: ben, at: '/welcome?step=5' })
  await page.getByText('He/Him', { exact: true }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(alertIn(page)).toContainText('Please fill out all required fields')
  await alertIn(page).getByRole('link').first().click()
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
})
