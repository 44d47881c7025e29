import { expect } from '@playwright/test'
import { password } from '#test/support/person.ts'
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

export async function askForReset({ page, press, fill }: Keys, email: string) {
  await page.goto('/login')
  await press('Forgot Password?', 'link')
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await fill('Purdue Email', email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible()
}

export async function choosePassword({ page, fill, key }: Keys, token: string, chosen: string) {
  await page.goto(`/reset#token=${token}`)
  await fill('New password', chosen)
  await key('Enter')
  await expect(page).toHaveURL(/\/login|\/home/)
}

export async function signIn({ page, fill, key }: Keys, email: string, chosen = password) {
  await page.goto('/login')
  await fill('Purdue Email', email)
  await fill('Password', chosen)
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

export async function readPastPractices({ page, press, key, expectFocusKept }: Keys) {
  await press(/^My Past Practices/)
  await expect(page.getByRole('dialog', { name: 'My Past Practices' })).toBeVisible()
  await key('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept()
}

export async function findPastAndChangeAnswer({ page, press, fill, expectFocusKept }: Keys, words: string) {
  await page.goto('/my-practices')
  await fill('Search', words)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ practices$/ })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(/^Clear your RSVP/)
  await expect(page.getByRole('button', { name: /^Clear your RSVP/ })).toHaveCount(0)
  await expectFocusKept()
  for (const answer of ['Driver', 'Archer']) {
    await press(answer)
    await expect(page.getByRole('button', { name: answer, pressed: true })).toBeVisible()
    await expectFocusKept()
  }
}

export async function pauseAndEnlargeMap({ page, press, key, expectFocusKept }: Keys) {
  await press('Pause maps')
  await expect(page.getByRole('button', { name: 'Play maps' })).toBeFocused()
  await press('Enlarge the map: The Range')
  await expect(page.getByRole('dialog', { name: 'The Range' })).toBeVisible()
  await press('Switch to Carpool Meetup')
  await expect(page.getByRole('dialog', { name: 'Carpool Meetup' })).toBeVisible()
  await key('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Enlarge the map: The Range' })).toBeFocused()
  await expectFocusKept()
}

export async function startPractice({ page, press, expectFocusKept }: Keys) {
  await press('Start Practice')
  await expect(page.getByRole('alertdialog')).toBeVisible()
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

export async function removeAttendee({ page, press, expectFocusKept }: Keys, name: string) {
  await press('Attendees')
  await press(`Remove ${name}`)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await press('Remove')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
  await expectFocusKept()
  await press('Close')
  await expectFocusKept()
}

export async function endEarly({ page, press, expectFocusKept }: Keys) {
  await press('End Practice Early')
  await expect(page.getByRole('alertdialog')).toBeVisible()
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

/** Searches for a member, opens the details, adds paid practices with a reason, then a day pass: in the table, in the row. */
export async function findAndCreditMember(keys: Keys, name: string, narrow: boolean) {
  const { page, press, fill, reach, key, expectFocusKept } = keys
  await page.goto('/members')
  await fill('Search by name or email', name.toLowerCase())
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ members$/ })).toBeVisible()
  await press(name)
  const details = page.getByRole('dialog', { name })
  await expect(details).toBeVisible()
  await fill('Total Paid Practices', '4')
  await fill('Reason (optional)', 'Paid in cash')
  await key('Enter')
  await expect(details.getByText('Paid in cash', { exact: true })).toBeVisible()
  await expectFocusKept()
  if (!narrow) {
    await key('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await reach(page.getByRole('spinbutton', { name: `Remaining Day Passes for ${name}` }))
  await key('ArrowUp')
  await key('Enter')
  await expect(page.getByText(`${name} now has 3 day passes (was 2).`)).toBeVisible()
  await expectFocusKept()
  if (!narrow) return
  await key('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Chooses an order export, imports it, and sets the worth of its unknown product. */
export async function importOrders({ page, press, fill, key, expectFocusKept }: Keys, file: Buffer) {
  await page.goto('/resources?tab=store')
  const chooser = page.waitForEvent('filechooser')
  await press('Choose a file')
  await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: file })
  await press('Save 1 order for later')
  await expect(page.getByText('1 order needs review.')).toBeVisible()
  await expectFocusKept()
  await press('Review 1 order')
  await expect(page.getByRole('tab', { name: 'Needs review 1' })).toHaveAttribute('aria-selected', 'true')
  await expectFocusKept()
  await press(/^Choose what it includes: /)
  await expect(page.getByRole('dialog', { name: 'What does it include?' })).toBeVisible()
  await fill('Paid practices each', '2')
  await key('Enter')
  await expect(page.getByText(/: 1 order applied, 0 waiting\.$/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept()
}

/** Reverses the order by name, then opens the first member. */
export async function sortAndOpenMember(keys: Keys, order: { narrow: boolean; last: string; first: string }) {
  const { page, press, fill, reach, key, expectFocusKept } = keys
  const { narrow, last, first } = order
  const listed = page.getByRole('button', { name: new RegExp(`^(${first}|${last})$`) })
  await page.goto('/members')
  await fill('Search by name or email', 'purdue')
  await expect(listed.first()).toHaveText(first)
  if (narrow) {
    await press('Filter')
    await reach(page.getByLabel('Sort by'))
    await key('ArrowDown')
  } else await press(/^Name/)
  await expect(page).toHaveURL(/dir=desc/)
  await expect(listed.first()).toHaveText(last)
  await expectFocusKept()
  await press(last)
  await expect(page.getByRole('dialog', { name: last })).toBeVisible()
}

/** In the details, which are open. */
export async function makeOfficer({ page, press, reach, key, expectFocusKept }: Keys, name: string) {
  await reach(page.getByRole('dialog', { name }).getByLabel('Role', { exact: true }))
  await key('ArrowDown')
  await expect(page.getByRole('alertdialog', { name: `Make ${name} an officer?` })).toBeVisible()
  await press('Make officer')
  await expect(page.getByText(`${name} is now an officer.`)).toBeVisible()
  await expectFocusKept()
}

export async function removeAndBringBack({ page, press, expectFocusKept }: Keys, name: string, narrow: boolean) {
  await press(narrow ? name : `Actions for ${name}`)
  await press('Remove')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await press('Remove')
  await expect(page.getByText(`${name} has been removed.`)).toBeVisible()
  await expectFocusKept()
  await press(`Restore ${name}`)
  await expect(page.getByText(`${name} has been restored.`)).toBeVisible()
}

export async function deletePractice({ page, press, fill, expectFocusKept }: Keys, title: string) {
  await page.goto('/manage-practices')
  await fill('Search by name or date', title)
  await press(new RegExp(`^View Details: ${title}`))
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await press('More')
  await press('Delete Practice')
  await expect(page.getByRole('alertdialog', { name: `Delete ${title}?` })).toBeVisible()
  await expect(page.getByText(/affected\. You can undo this for 30 days\.$/)).toBeVisible()
  await press('Delete Practice')
  await expect(page.getByText(`Deleted ${title}.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocusKept()
}
