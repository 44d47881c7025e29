import { expect } from '@playwright/test'
import { password } from '#test/support/person.ts'
import { scorecard } from '#test/support/score.ts'
import type { Keys } from './keys.ts'

/** What people do, once each, by keyboard alone. A task starts on any page and ends wherever it leads. */

export async function createAccount({ page, press, fill }: Keys, email: string) {
  await page.goto('/login')
  await press('Create an Account', 'link')
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await fill('Purdue Email', email)
  await fill('Password', password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()
}

export async function verifyEmail({ page, press, fill }: Keys, token: string) {
  await page.goto(`/verify#token=${token}`)
  await fill('Password', password)
  await press('Verify and log in')
  await expect(page).toHaveURL(/\/welcome/)
}

export async function signIn({ page, fill, key }: Keys, email: string) {
  await page.goto('/login')
  await fill('Purdue Email', email)
  await fill('Password', password)
  await key('Enter')
  await expect(page).toHaveURL(/\/(home|welcome)/)
}

export async function signOut({ page, press }: Keys) {
  await press('Profile')
  await press('Logout')
  await expect(page).toHaveURL(/\/login/)
}

/** Chooses a picture, moves it in the crop window, zooms in, and sends it. */
async function choosePicture({ page, press, reach, key }: Keys) {
  const chooser = page.waitForEvent('filechooser')
  await press('Choose a photo')
  await (await chooser).setFiles('public/apple-touch-icon.png')
  const part = page.getByRole('group', { name: 'Crop area' })
  await reach(part)
  const photo = page.getByRole('group', { name: 'Crop area' }).locator('..').locator('img')
  const before = await photo.getAttribute('style')
  const zoom = page.getByRole('slider', { name: 'Zoom' })
  await reach(zoom)
  for (let steps = 0; steps < 8; steps++) await key('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.8×')
  await reach(part)
  for (let steps = 0; steps < 3; steps++) await key('ArrowLeft')
  await expect(photo).not.toHaveAttribute('style', before ?? '')
  await press('Next')
  await expect(page.getByText('Step 3 of 5')).toBeVisible()
}

export async function finishWizard(keys: Keys, first: string) {
  const { page, press, fill, choose } = keys
  await press('Start')
  await fill('Preferred first name', first)
  await fill('Last name', 'Keys')
  await fill('Birthday', '05062004')
  await press('Next')
  await choosePicture(keys)
  await choose('Bow type', 'Recurve')
  await choose('Do you have personal equipment?', 'No')
  await press('Next')
  await choose('I can give rides', 'Yes')
  await fill('Car capacity', '4')
  await press('Next')
  await choose('Pronouns', 'They/Them')
  await press('Finish')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

export async function answerAndChange({ page, press, expectFocusKept }: Keys) {
  for (const answer of ['Archer', 'Can’t come', 'Driver']) {
    await press(answer)
    await expect(page.getByRole('button', { name: answer, pressed: true })).toBeVisible()
    await expectFocusKept()
  }
}

export async function usePass({ page, press, expectFocusKept }: Keys) {
  await press('Use Pass')
  await expect(page.getByRole('button', { name: 'Check In' })).toBeVisible()
  await expectFocusKept()
}

export async function checkIn({ page, press, expectFocusKept }: Keys) {
  await press('Check In')
  await expect(page.getByText(/Checked in/).first()).toBeVisible()
  await expectFocusKept()
}

/** Asks a question twice, of which the first is canceled. */
async function askTwice({ page, press }: Keys, name: string, question: string) {
  await press(name)
  await expect(page.getByRole('alertdialog')).toContainText(question)
  await press('Cancel')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  await press(name)
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

export async function startPractice(keys: Keys) {
  const { page, press, expectFocusKept } = keys
  await askTwice(keys, 'Start Practice', 'This will mark the practice as live for everyone.')
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  await press(/^Start/)
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await expectFocusKept()
}

/** Checks someone in from the roll call, undoes it, and checks them in again. */
export async function callRoll({ page, press, expectFocusKept }: Keys, name: string) {
  await press('Attendees')
  await press(`Check In ${name}`)
  const undo = page.getByRole('button', { name: `Undo check-in of ${name}` })
  await expect(undo).toBeFocused()
  await press(`Undo check-in of ${name}`)
  await expect(undo).toHaveCount(0)
  await expectFocusKept()
  await press(`Check In ${name}`)
  await expect(undo).toBeFocused()
  await press('Close')
  await expectFocusKept()
}

export async function removeAttendee(keys: Keys, name: string) {
  const { page, press, expectFocusKept } = keys
  await press('Attendees')
  await askTwice(keys, `Remove ${name}`, `Remove ${name} from this practice?`)
  await press('Remove')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
  await expectFocusKept()
  await press('Close')
  await expectFocusKept()
}

export async function endEarly(keys: Keys) {
  const { page, press, expectFocusKept } = keys
  await askTwice(keys, 'End Practice Early', 'This will check everyone out.')
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await press(/^End/)
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  await expectFocusKept()
}

export async function editProfile({ page, press, fill, choose, expectFocusKept }: Keys, first: string) {
  await press('Profile')
  await press('My Profile', 'link')
  await expect(page).toHaveURL(/\/profile$/)
  await press('Edit: Name and birthday')
  await fill('Preferred first name', first)
  await press('Save')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expectFocusKept()
  await press('Edit: Archery preferences')
  await choose('Bow type', 'Barebow')
  await press('Save')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectFocusKept()
}

export async function changePassword({ page, press, fill, key }: Keys, present: string, chosen: string) {
  await press(/security/i, 'link')
  await expect(page).toHaveURL(/\/profile\/security$/)
  await fill('Current password', present)
  await fill('New password', chosen)
  await key('Enter')
  await expect(page.getByText('Password changed. All your other devices are logged out.')).toBeVisible()
}

export async function deleteAccount({ page, press, fill, choose }: Keys, present: string) {
  await press('My data', 'link')
  await press('Delete my account')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await fill('Password', present)
  await choose(null, 'Delete everything. I know this can’t be undone.')
  await press('Delete my account')
  await expect(page).toHaveURL(/\/login$/)
}

/** From the tile through the first end, entering arrows in each way there is: their own keys, the crosshair, the keypad. */
export async function scoreAnEnd({ page, press, reach, key, expectFocusKept }: Keys) {
  const { target, values } = scorecard(page)
  await page.goto('/home')
  await press(/^Scorecard.*Score a round/, 'link')
  await press('Customize')
  const round = page.getByLabel('Round', { exact: true })
  await reach(round)
  await key('ArrowUp')
  await expect(round).toHaveValue('Standard Outdoor')
  await press('Start scoring')
  await expectFocusKept()
  await reach(target)
  await key('9')
  await key('Enter')
  for (let steps = 0; steps < 2; steps++) await key('Shift+ArrowUp')
  await key('Enter')
  await expect.poll(values).toEqual(['9', 'X', '10'])
  for (const value of ['8', '7', 'M, miss']) {
    await press(value)
    await expectFocusKept()
  }
  await expect.poll(values).toEqual(['9', 'X', '10', '8', '7', 'M'])
  await press('Next end')
  await expect(page.getByText('Round 1 · End 2 · Arrow 1 of 6')).toBeVisible()
  await expectFocusKept()
}
