import { expect, test } from '@playwright/test'
import { expectFrame } from '#test/support/page-frame.ts'
import { alertIn, signIn } from '#test/support/person.ts'
import { choosePicture, dragPhotoRight, partOf, sentBy, watchSending, zoomOf } from '#test/support/picture-editor.ts'
import { colorAt, jpeg } from '#test/support/pictures.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { openNewcomer, ways } from '#test/support/variants.ts'

/** The welcome wizard, sentence by sentence: each step starts with the number of its row in docs/coverage.md. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

const { step } = test

for (const way of ways) {
  const { who, width } = way
  // Shows: 1.13, 2.11, 2.27, 2.72, 2.82, 2.83, 2.84, 2.85, 2.86, 2.87, 2.88, 2.89, 2.90, 2.91, 2.92, 2.93, 2.94
  // Shows: 2.95, 2.96, 2.97, 2.98, 2.99, 2.100, 2.101, 2.102, 2.103, 2.104, 2.105, 4.9, 5.15, 5.16, 9.12, 9.14, 9.22
  // Shows: 9.24, 9.25
  test(`the welcome wizard, sentence by sentence, as ${who} at ${width}`, {
    tag: width < 500 ? '@chromium' : [],
  }, async ({ browser }) => {
    const facts = { wizard: false, signedIn: false }
    const { page, context, complaints, member } = await openNewcomer(browser, server, way, facts)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const seen: (string | null)[] = []
    const look = async (no: number) => {
      await expect(page.getByText(`Step ${no} of 5`)).toBeVisible()
      seen.push(await page.getByText(/^Step \d of \d$/).textContent())
    }
    await step('2.82 signing in leads to /welcome for who has not', async () => {
      await signIn(page, member.email)
      await expect(page).toHaveURL(/\/welcome$/)
      await expectFrame(page, '/welcome')
    })
    await step("2.84 step 0 greets, with 'Start'", async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Archery Club' })).toBeVisible()
      await expect(page.getByText(/^Step \d of \d$/)).toHaveCount(0)
      await button('Start').click()
    })

    await look(1)
    const fields = [
      ['2.85', 'Preferred first name', 'Ana'],
      ['2.86', 'Last name', 'Lopez'],
      ['2.87', 'Birthday', '2004-05-06'],
    ] as const
    for (const [row, label, value] of fields)
      await step(`${row} step 1 asks for: ${label}`, async () => {
        await button('Next').click()
        await expect(alertIn(page)).toContainText('Please fill out your name and birthday')
        await page.getByLabel(label).fill(value)
      })
    await button('Next').click()

    await look(2)
    await step("2.92 'Skip' where no picture was chosen", async () => {
      const picture = page.getByRole('img', { name: 'Default photo' })
      await expect(picture).toHaveAttribute('src', '/default-pfp.png')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(button('Next')).toHaveCount(0)
      await button('Skip').click()
      await expect(page.getByText('Step 3 of 5')).toBeVisible()
      await button('Back').click()
    })
    await step('2.88 step 2: choose a picture file', async () => {
      const chooser = page.waitForEvent('filechooser')
      await button('Choose a photo').click()
      await chooser
      await choosePicture(page, await jpeg({ width: 1600, height: 800 }))
      await expect(zoomOf(page)).toBeVisible()
      await expect(button('Skip')).toHaveCount(0)
    })
    await step('2.89 cut it round, out of a square', async () => {
      await expect(partOf(page)).toHaveCSS('border-radius', '50%')
      const round = await partOf(page).boundingBox()
      expect(round?.width).toBeGreaterThan(150)
      expect(round?.width).toBe(round?.height)
    })
    await step('2.90 a slider zooms by 1 to 3, 0.1 a step', async () => {
      await zoomOf(page).focus()
      for (const [key, value] of [
        ['Home', '1'],
        ['ArrowLeft', '1'],
        ['ArrowRight', '1.1'],
        ['End', '3'],
        ['ArrowRight', '3'],
        ['ArrowLeft', '2.9'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(zoomOf(page)).toHaveValue(value)
      }
      await zoomOf(page).fill('1.8')
    })
    await step("2.91 'Next' crops", async () => {
      await dragPhotoRight(page)
      await watchSending(page)
      await button('Next').click()
      expect(await sentBy(page)).toEqual({ type: 'image/jpeg', width: 444, height: 444 })
      await expect(page.getByText('Step 3 of 5')).toBeVisible()
      await button('Back').click()
      const picture = page.getByRole('img', { name: 'Your photo' })
      const stored = await page.request.get((await picture.getAttribute('src')) ?? '')
      const bytes = await stored.body()
      expect([await colorAt(bytes, 0.1), await colorAt(bytes, 0.9)]).toEqual(['red', 'red'])
      await button('Next').click()
    })

    await look(3)
    const bow = page.getByRole('group', { name: 'Bow type' })
    await step("2.93 step 3, bow type: 'Compound', 'Recurve', 'Barebow'", async () => {
      await expect(bow.locator('label').filter({ visible: true })).toContainText(['Compound', 'Recurve', 'Barebow'])
      await button('Next').click()
      await expect(alertIn(page)).toContainText('Please select your bow type and equipment status')
    })
    await step("2.94 undecided reads 'I'm not sure yet!'", async () => {
      await expect(bow.locator('label')).toHaveText(['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"])
      await bow.getByText("I'm not sure yet!").click()
    })
    await step("2.95 personal equipment: 'Yes' or 'No'", async () => {
      const equipment = page.getByRole('group', { name: 'Do you have personal equipment?' })
      await expect(equipment.locator('label')).toHaveText(['Yes', 'No'])
      await equipment.getByText('Yes', { exact: true }).click()
    })
    await button('Next').click()

    await look(4)
    const capacity = page.getByRole('spinbutton', { name: 'Car capacity' })
    const rm01 = page.getByLabel('RM01 Completed & Approved')
    await step('2.96 step 4: a box for having a car', async () => {
      await expect(page.getByLabel('I have a car')).not.toBeChecked()
      for (const field of [capacity, rm01]) await expect(field).toHaveCount(0)
      await page.getByText('I have a car').click()
      await expect(page.getByLabel('I have a car')).toBeChecked()
    })
    await step('2.97 with a car, its capacity from 1 to 8 with the driver', async () => {
      await expect(page.getByText('Seats, including the driver (1 to 8).')).toBeVisible()
      for (const wrong of ['0', '9', '']) {
        await capacity.fill(wrong)
        await button('Next').click()
        await expect(alertIn(page)).toContainText('Enter a whole number from 1 to 8, including the driver.')
      }
      for (const right of ['1', '8']) {
        await capacity.fill(right)
        await button('Next').click()
        await expect(page.getByText('Step 5 of 5')).toBeVisible()
        await button('Back').click()
        await expect(page.getByText('Step 4 of 5')).toBeVisible()
      }
    })
    await step("2.98 and a box 'RM01 Completed & Approved'", async () => {
      await expect(rm01).not.toBeChecked()
      await page.getByText('RM01 Completed & Approved').click()
      await expect(rm01).toBeChecked()
    })
    await button('Next').click()

    await look(5)
    const choices = page.getByRole('group', { name: 'Pronouns' })
    const chips = page.getByRole('list', { name: 'Chosen pronouns' }).getByRole('listitem')
    const own = page.getByLabel('Your pronouns')
    await step("2.99 step 5: 'He/Him', 'She/Her', 'They/Them', 'Specify'", async () => {
      await expect(choices.locator('label')).toHaveText(['He/Him', 'She/Her', 'They/Them', 'Specify'])
      for (const pronoun of ['She/Her', 'They/Them']) await choices.getByText(pronoun).click()
      await expect(own).toHaveCount(0)
    })
    await step("2.100 'Specify' takes any text", async () => {
      await choices.getByText('Specify').click()
      await own.fill('xe/xem, or Ana')
      await button('Add').click()
      await expect(own).toHaveValue('')
    })
    await step('2.102 a duplicate is not added', async () => {
      for (const typed of ['she/her', 'XE/xem, or ana']) {
        await own.fill(typed)
        await button('Add').click()
      }
      await expect(chips).toHaveText(['She/Her', 'They/Them', 'xe/xem, or Ana'])
    })
    await step('2.101 what was chosen stands as chips that can be removed', async () => {
      await button('Remove They/Them').click()
      await expect(chips).toHaveText(['She/Her', 'xe/xem, or Ana'])
      await expect(choices.getByLabel('They/Them')).not.toBeChecked()
    })
    await step('2.83 the wizard has six steps, 0 to 5', async () => {
      expect(seen).toEqual([1, 2, 3, 4, 5].map((no) => `Step ${no} of 5`))
      await expect(button('Next')).toHaveCount(0)
    })

    const finish = button('Finish')
    await finish.click()
    await step('2.104 then a greeting with the first name fills the screen', async () => {
      const greeting = page.getByRole('dialog', { name: 'Welcome, Ana!' })
      await expect(greeting).toContainText('2 day passes are waiting for you.')
      expect(await greeting.boundingBox()).toEqual({ x: 0, y: 0, width, height: 844 })
    })
    await step('2.105 and leads to /home after a moment', async () => {
      await expect(page).toHaveURL(/\/home$/)
      await expect(page.getByRole('button', { name: /^Purchase Pass/ })).toContainText('2 day passes left')
    })
    await step("2.103 'Finish' saves the profile", async () => {
      expect(await member.call('profile.get')).toMatchObject({
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
    })
    expect(complaints).toEqual([])
    await context.close()
  })
}
