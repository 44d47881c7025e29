import { expect, type Page } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { widthsOf } from '#test/support/variants.ts'

/** An officer at the door: who said they would come, and is not here yet. */
const names = ['Aisha', 'Ben', 'Cleo', 'Dina', 'Eli', 'Finn', 'Gus', 'Hana', 'Ines', 'Jun']

/** A live practice for which ten members have RSVP'd, the last of them without a pass. */
async function openAtDoor(server: RunningServer) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const [practiceId = ''] = await samplePractices(kai)
  const members = new Map<string, QuickMember>()
  // In another order than by name.
  for (const first of [...names].reverse()) {
    const member = await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, last: 'Lopez' })
    await member.call('practices.answer', { practiceId, answer: 'archer' })
    if (first !== 'Jun') await member.call('passes.use')
    members.set(first, member)
  }
  const { members: all } = (await kai.call('members.get')) as { members: { id: string; name: string }[] }
  const aisha = all.find(({ name }) => name === 'Aisha Lopez')?.id
  await kai.call('members.setPaidPractices', { memberId: aisha, expected: 0, value: 3, reason: '' })
  return { kai, practiceId, members }
}

const openRoll = async (open: Open, server: RunningServer, as: QuickMember, width = 390, mayComplain = false) => {
  const person = await open(server, { as, at: '/home', width, mayComplain })
  const dialog = person.page.getByRole('dialog', { name: 'Attendees' })
  await person.page.getByRole('button', { name: 'Attendees' }).click()
  return { ...person, dialog, expected: dialog.getByRole('list', { name: /^Expected/ }).getByRole('listitem') }
}

function countTaps(page: Page) {
  return page.evaluate(() => {
    const counted = window as unknown as { taps?: number }
    const note = ({ isTrusted }: MouseEvent) => {
      counted.taps = (counted.taps ?? 0) + Number(isTrusted)
    }
    // Not on the window, where Playwright drops a click whose target moved away, to click again.
    if (counted.taps === undefined) document.addEventListener('click', note, true)
    counted.taps = 0
  })
}
const taps = (page: Page) => page.evaluate(() => (window as unknown as { taps: number }).taps)

test('a practice starts with two taps, ten people are checked in with twelve, and it ends with two', async ({
  server,
  open,
}) => {
  const { kai } = await openAtDoor(server)
  const { page } = await open(server, { as: kai, at: '/home', width: 390 })
  await countTaps(page)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start Practice' }).click()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  expect(await taps(page)).toBe(2)

  await page.getByRole('button', { name: 'Attendees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attendees' })
  await expect(dialog.getByText('Here 0 · Expected 10')).toBeVisible()
  const expected = dialog.getByRole('list', { name: /^Expected/ }).getByRole('listitem')
  await expect(expected).toHaveText(names.map((first) => new RegExp(`${first} Lopez`)))
  await expect(expected.first()).toContainText('Day Pass ✓ 3 paid practices left')
  await expect(expected.nth(1)).toHaveText(/Day Pass Check In$/)
  await expect(expected.last()).toContainText('2 day passes')
  const places = () =>
    expected.evaluateAll((rows) => {
      const sheet = rows[0]?.closest('dialog') as HTMLElement
      const start = sheet.getBoundingClientRect().top - sheet.scrollTop
      return rows.map((row) => row.getBoundingClientRect().top - start)
    })
  const before = await places()
  for (const first of names) await dialog.getByRole('button', { name: `Check In ${first} Lopez` }).click()
  // Without a pass, the reason is one more press.
  await dialog.getByRole('button', { name: 'Paid cash' }).click()
  await expect(dialog.getByText('Here 10 · Expected 0')).toBeVisible()
  expect(await taps(page)).toBe(2 + 12)
  // No row has moved from under the finger.
  await expect(expected).toHaveText(names.map((first) => new RegExp(`${first} Lopez.*Here`)))
  expect(await places()).toEqual(before)
  const attendees = dialog.getByRole('list', { name: 'Attendees' }).getByRole('listitem')
  await expect(attendees).toHaveCount(10)
  await expect(attendees.filter({ hasText: 'Jun Lopez' })).toContainText('by Kai Tanaka “Paid cash”')

  await dialog.getByRole('button', { name: 'Close' }).click()
  await countTaps(page)
  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  await expect(page.getByText('10 came', { exact: true })).toBeInViewport()
  expect(await taps(page)).toBe(2)
})

test('a check-in is undone where it was made, and a guest or another reason is typed', async ({ server, open }) => {
  const { kai, practiceId, members } = await openAtDoor(server)
  await kai.call('practices.start', { practiceId })
  const { page, dialog, expected } = await openRoll(open, server, kai)
  await dialog.getByRole('button', { name: 'Check In Ben Lopez' }).click()
  const undo = dialog.getByRole('button', { name: 'Undo check-in of Ben Lopez' })
  await expect(undo).toBeFocused()
  expect(await members.get('Ben')?.call('home.get')).toMatchObject({ attended: 1 })
  // A second tap in the same place within 300 ms isn't meant for the button that appeared there.
  await page.waitForTimeout(300)
  await undo.click()
  await expect(dialog.getByText('Here 0 · Expected 10')).toBeVisible()
  await expect(expected.nth(1)).toContainText('Ben Lopez')
  await expect(dialog.getByRole('button', { name: 'Check In Ben Lopez' })).toBeVisible()
  expect(await members.get('Ben')?.call('home.get')).toMatchObject({ attended: 0 })

  await dialog.getByRole('button', { name: 'Check In Jun Lopez' }).click()
  await expect(dialog.getByRole('button', { name: 'Paid cash' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Guest of…' }).click()
  await dialog.getByRole('button', { name: 'Check In', exact: true }).click()
  await expect(dialog.getByText('Give a reason, so others can see why.')).toBeVisible()
  await dialog.getByLabel('Guest of').fill('Ben')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Attendees' })).toContainText('“Guest of Ben”')

  // What members do themselves shows, too, and stays theirs to undo.
  await members.get('Cleo')?.call('practices.checkIn', { practiceId })
  await expect(expected.nth(2)).toContainText('Here')
  await expect(expected.nth(2).getByRole('button')).toHaveCount(0)

  // Closed and opened again, the list has only those who are missing.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Attendees' }).click()
  await expect(dialog.getByText('Here 2 · Expected 8')).toBeVisible()
  await expect(expected).toHaveCount(8)
})

test('a double tap checks someone in, and does not undo it', async ({ server, open }) => {
  const { kai, practiceId } = await openAtDoor(server)
  await kai.call('practices.start', { practiceId })
  for (const at of ['/home?open=attendees', `/manage-practices?practice=${practiceId}`]) {
    const { page } = await open(server, { as: kai, at, width: 390 })
    const dialog = page.getByRole('dialog')
    const name = at.startsWith('/home') ? 'Aisha' : 'Ben'
    await dialog.getByRole('button', { name: `Check In ${name} Lopez` }).dblclick({ delay: 20 })
    await expect(dialog.getByRole('button', { name: `Undo check-in of ${name} Lopez` })).toBeVisible()
    await page.waitForTimeout(1000)
    await expect(dialog.getByRole('button', { name: `Undo check-in of ${name} Lopez` })).toBeVisible()
  }
})

test('in a roll call the search lists first who is expected, then by how names begin, and says how many more there are', async ({
  server,
  open,
}) => {
  const { kai, practiceId } = await openAtDoor(server)
  for (const first of ['Anja', 'Dana', 'Fina', 'Nadia'])
    await quickMember(server, { email: `${first.toLowerCase()}@purdue.edu`, first, last: 'Ng' })
  await kai.call('practices.start', { practiceId })
  const { dialog } = await openRoll(open, server, kai)
  await dialog.getByLabel('Add someone by name or email').fill('na')
  const found = dialog.getByRole('list', { name: 'Found' }).getByRole('listitem')
  await expect(found).toHaveText([/^\S*Dina Lopez/, /Hana Lopez/, /Nadia Ng/, /Dana Ng/, /Fina Ng/, /Kai Tanaka/])
  await expect(found.first()).not.toContainText('@')
  await dialog.getByLabel('Add someone by name or email').fill('e')
  await expect(dialog.getByText(/\d+ more\. Type more of the name\./)).toBeVisible()
})

test('of two officers at one roll call, the one without a connection loses nothing and catches up', async ({
  server,
  open,
}) => {
  const { kai, practiceId, members } = await openAtDoor(server)
  const lee = await quickMember(server, { email: 'lee@purdue.edu', first: 'Lee', officer: true })
  await kai.call('practices.start', { practiceId })
  const { page, dialog } = await openRoll(open, server, kai)
  const other = await openRoll(open, server, lee, 390, true)
  await other.dialog.getByLabel('Add someone by name or email').fill('jun')
  await expect(other.dialog.getByRole('list', { name: 'Found' })).toContainText('Jun Lopez')
  await other.context.setOffline(true)
  const blocked = other.expected.first().getByRole('button', { name: 'Check In Aisha Lopez' })
  await expect(blocked).toHaveAttribute('aria-disabled', 'true')

  for (const first of ['Aisha', 'Ben']) await dialog.getByRole('button', { name: `Check In ${first} Lopez` }).click()
  await expect(dialog.getByText('Here 2 · Expected 8')).toBeVisible()
  await expect(other.dialog.getByText('Here 0 · Expected 10')).toBeVisible()

  await other.context.setOffline(false)
  await expect(other.dialog.getByText('Here 2 · Expected 8')).toBeVisible({ timeout: 30_000 })
  await expect(other.dialog.getByLabel('Add someone by name or email')).toHaveValue('jun')
  // Both press the same person: the second press finds it done.
  const buttons = [dialog, other.dialog].map((each) => each.getByRole('button', { name: 'Check In Cleo Lopez' }))
  const both = await Promise.all(buttons.map((each) => each.elementHandle()))
  await Promise.all(both.map((each) => each?.evaluate((button) => (button as HTMLElement).click())))
  for (const each of [dialog, other.dialog]) await expect(each.getByText('Here 3 · Expected 7')).toBeVisible()

  // Someone who was removed from the club keeps their row, which says what happened.
  const { members: all } = (await kai.call('members.get')) as { members: { id: string; name: string }[] }
  const dina = all.find(({ name }) => name === 'Dina Lopez')?.id
  await kai.call('members.remove', { memberId: dina })
  const row = dialog.getByRole('listitem').filter({ hasText: 'Dina Lopez' })
  await expect(row).toContainText('No longer going')
  await row.getByRole('button', { name: 'Check In Dina Lopez' }).click()
  await expect(row.getByRole('alert')).toBeVisible()
  expect(await members.get('Eli')?.call('home.get')).toMatchObject({ attended: 0 })
  await page.goBack()
  await expect(dialog).toBeHidden()
})

test('after the practice the missing are no-shows, and one who was there is added with a reason', async ({
  server,
  open,
}) => {
  const { kai, practiceId, members } = await openAtDoor(server)
  await kai.call('practices.start', { practiceId })
  for (const first of ['Aisha', 'Ben']) await members.get(first)?.call('practices.checkIn', { practiceId })
  await kai.call('practices.endEarly', { practiceId })
  const { page } = await open(server, { as: kai, at: `/manage-practices?practice=${practiceId}`, width: 390 })
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('tab', { name: 'Here 2' })).toBeVisible()
  await expect(dialog.getByText('8 no-shows', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Cleo Lopez' }).click()
  await dialog.getByRole('button', { name: 'Forgot to check in' }).click()
  await expect(dialog.getByRole('tab', { name: 'Here 3' })).toBeVisible()
  await expect(dialog.getByText('7 no-shows', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Attendees' })).toContainText('“Forgot to check in”')
  await page.goto('/home')
  await expect(page.getByText('3 came · 7 no-shows')).toBeVisible()
})

test('while a practice is live, an officer who has checked in has the attendees in the thumb zone, and the end in a menu', async ({
  server,
  open,
}) => {
  const { kai, practiceId } = await openAtDoor(server)
  await kai.call('practices.start', { practiceId })
  await kai.call('passes.use')
  const { page } = await open(server, { as: kai, at: '/home', width: 390 })
  await page.getByRole('button', { name: 'Check In', exact: true }).click()
  const done = page.getByRole('region', { name: /^LIVE/ }).getByText(/^Checked in/)
  await expect(done).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attendees' })).toHaveCount(1)
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Attendees' })
  await expect(dialog.getByLabel('Add someone by name or email')).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(add).toBeFocused()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  await expect(page.getByText('1 came · 10 no-shows')).toBeInViewport()
})

for (const width of widthsOf(0))
  test(`axe finds nothing in a roll call, and nothing is wider than the screen, at ${width}`, async ({
    server,
    open,
  }) => {
    const { kai, practiceId } = await openAtDoor(server)
    await kai.call('practices.start', { practiceId })
    const { page, dialog } = await openRoll(open, server, kai, width)
    await dialog.getByRole('button', { name: 'Check In Aisha Lopez' }).click()
    await expect(dialog.getByText('Here 1 · Expected 9')).toBeVisible()
    await dialog.getByRole('button', { name: 'Check In Jun Lopez' }).click()
    await dialog.getByRole('button', { name: 'Other…' }).click()
    expect(await axeFindings(page)).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
