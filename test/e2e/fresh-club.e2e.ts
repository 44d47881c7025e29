import { type Browser, expect, test } from '@playwright/test'
import { enlarge, stubSampleMaps } from '#test/support/maps-tile.ts'
import { elementFinder, named } from '#test/support/named-elements.ts'
import { openPerson, password, signUp } from '#test/support/person.ts'
import { choosePicture } from '#test/support/picture-editor.ts'
import { jpeg } from '#test/support/pictures.ts'
import { pressUsePass } from '#test/support/press-use-pass.ts'
import { quickMember, takeSession, tokenFor } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { scorecard } from '#test/support/score.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** A club as `npm start` makes it, without any settings: every element that the product promises is there. */
type Person = Awaited<ReturnType<typeof openPerson>>
type Finder = ReturnType<typeof elementFinder>

// Shows: 1.1, 1.3, 1.20, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 2.11, 2.13, 2.16, 2.18, 2.19, 2.22, 2.23, 2.25
// Shows: 2.61, 2.62, 2.114, 2.125, 2.126, 2.130, 2.131, 2.132, 2.141, 2.142, 2.144, 2.145, 6.15, 6.17, 6.20
test('a new club without settings has every element of the specification', async ({ browser }) => {
  test.setTimeout(150_000)
  await using server = await startServer({ sampleSettings: true })
  const finder = elementFinder()
  const member = await openPerson(browser, server, { width: 390 })
  const officer = await openPerson(browser, server, { width: 1280 })
  for (const { context } of [member, officer]) await stubSampleMaps(context)

  await asStranger(member, finder)
  await throughWizard(member, server, finder)
  await asMember(member, finder)
  await standIdle(browser, server, member, finder)
  await becomeOfficer(officer, server, finder)
  await atPractice(member, officer, finder)
  await asOfficer(officer, finder)
  await pastPractices(member, officer, finder)

  const description = `named ${finder.named()}, found ${finder.found()}`
  test.info().annotations.push({ type: 'elements', description })
  expect(finder.missing()).toEqual([])
  expect(description).toBe(`named ${named.length}, found ${named.length}`)
  for (const { complaints } of [member, officer]) expect(complaints).toEqual([])
})

test('an element that does not show is named as missing (negative control)', async ({ browser }) => {
  await using server = await startServer({ sampleSettings: true })
  const { page } = await openPerson(browser, server)
  const finder = elementFinder(named.filter(({ at }) => at === 'signed out'))
  await page.goto('/login')
  await expect(page.locator('html[data-running]')).toBeAttached()
  await page.locator('a[href="/merch"]').evaluate((link) => {
    link.style.display = 'none'
  })
  await finder.look(page, 'signed out')
  expect(finder.missing()).toEqual(['Footer: /merch'])
})

async function asStranger({ page }: Person, { look }: Finder) {
  await look(page, 'stranger')
  await look(page, 'signed out')
  await page.getByRole('button', { name: 'Menu' }).click()
  await look(page, 'signed out menu')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await look(page, 'reset password')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByRole('link', { name: 'Create an Account' }).click()
  await look(page, 'create account')
}

async function throughWizard({ page }: Person, server: RunningServer, { look }: Finder) {
  const email = 'ana@purdue.edu'
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await signUp(page, email)
  await page.goto(`/verify#token=${await tokenFor(server, email, 'verify')}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await look(page, 'welcome 0')
  await page.getByRole('button', { name: 'Start' }).click()
  await look(page, 'welcome 1')
  await page.getByLabel('Preferred first name').fill('Ana')
  await page.getByLabel('Last name').fill('Lopez')
  await page.getByLabel('Birthday').fill('2004-05-06')
  await next.click()
  await look(page, 'welcome 2')
  await choosePicture(page, await jpeg({ width: 800, height: 800 }))
  await look(page, 'welcome 2, a photo chosen')
  await next.click()
  await look(page, 'welcome 3')
  await page.getByText('Recurve', { exact: true }).click()
  await page.getByRole('group', { name: 'Do you have personal equipment?' }).getByText('No', { exact: true }).click()
  await next.click()
  await look(page, 'welcome 4')
  await page.getByRole('group', { name: 'I can give rides' }).getByText('Yes', { exact: true }).click()
  await look(page, 'welcome 4, with a car')
  await page.getByRole('spinbutton', { name: 'Car capacity' }).fill('4')
  await next.click()
  await look(page, 'welcome 5')
  await page.getByText('She/Her', { exact: true }).click()
  await page.getByText('Specify', { exact: true }).click()
  await look(page, 'welcome 5, chosen')
  await page.getByRole('button', { name: 'Finish' }).click()
  await look(page, 'greeting')
  await expect(page).toHaveURL(/\/home$/)
}

async function asMember({ page }: Person, { look }: Finder) {
  await look(page, 'member')
  await page.goto('/info')
  await look(page, 'info')
  await page.getByRole('button', { name: 'Got it!' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/my-pass')
  await look(page, 'my pass')
  await page.goto('/scorecard')
  await look(page, 'scorecard')
  await scorecard(page).start()
  await look(page, 'scoring')

  await page.goto('/home')
  await look(page, 'home')
  await enlarge(page).scrollIntoViewIfNeeded()
  await look(page, 'maps')
  await enlarge(page).click()
  await look(page, 'map dialog')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Menu' }).click()
  await look(page, 'member menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Profile' }).click()
  await look(page, 'profile menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Upcoming Practices/ }).click()
  await look(page, 'upcoming dialog')
  await page.keyboard.press('Escape')
  // Members who drive appear in the carpool list.
  await page.getByRole('button', { name: 'Driver' }).first().click()
  await page.getByRole('button', { name: /^Purchase Pass/ }).click()
  await look(page, 'pass dialog')
}

/** Moving the clock affects a whole browser, so this opens another one with the same session. */
async function standIdle(browser: Browser, server: RunningServer, { context }: Person, { look }: Finder) {
  const beside = await openPerson(browser, server)
  await beside.context.addCookies(await context.cookies())
  await beside.page.clock.install()
  await beside.page.goto('/info')
  await expect(beside.page.getByRole('heading', { level: 1 })).toBeAttached()
  await untilQuiet(beside.page)
  await beside.page.clock.fastForward('58:10')
  await look(beside.page, 'idle')
  await beside.context.close()
}

async function becomeOfficer({ page, context }: Person, server: RunningServer, { look }: Finder) {
  await takeSession(
    context,
    server,
    await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka' }),
  )
  // Open streams are notified of a role change.
  const stream = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto('/home')
  await stream
  const command = await page.getByRole('region', { name: 'Become an officer' }).getByRole('code').textContent()
  const [, words = ''] = command?.split(' -- ') ?? []
  expect(await server.quiver(...words.split(' '))).toMatchObject({ code: 0 })
  await expect(page.getByRole('button', { name: 'Start Practice' })).toBeVisible()
  await look(page, 'officer home')
}

async function atPractice(member: Person, officer: Person, { look }: Finder) {
  const { page } = member
  await pressUsePass(page)
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Day Pass' })).toBeVisible()
  await page.keyboard.press('Escape')
  await look(page, 'home with a pass')
  await officer.page.getByRole('button', { name: 'Start Practice' }).click()
  await officer.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start/ })
    .click()
  await look(page, 'live')
  await page.getByRole('button', { name: 'Check In' }).click()
  await look(page, 'checked in')
  await page.getByRole('button', { name: 'Details' }).click()
  await look(page, 'live, details open')
  await expect(page.getByRole('button', { name: /^(Remove|End Practice Early)/ })).toHaveCount(0)
  await look(officer.page, 'officer live')
  await officer.page.getByRole('button', { name: 'Attendees' }).click()
  await look(officer.page, 'officer live, attendees open')
  await officer.page.getByRole('dialog', { name: 'Attendees' }).getByRole('button', { name: 'Close' }).click()
  await officer.page.getByRole('button', { name: 'End Practice Early' }).click()
  await officer.page.getByRole('alertdialog').getByRole('button', { name: /^End/ }).click()
  await expect(page.getByRole('region', { name: /^LIVE/ })).toHaveCount(0)
  await page.goto('/my-pass')
  await look(page, 'my pass, with one')
}

async function asOfficer({ page }: Person, { look }: Finder) {
  await look(page, 'officer')
  await page.goto('/members')
  await look(page, 'members')
  await page.getByRole('button', { name: 'Actions for Ana Lopez' }).click()
  await look(page, 'member actions')
  await page.keyboard.press('Escape')
  await page.goto('/home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Manage Practices/ })
    .click()
  // Sorted newest first, as a list.
  await page.getByRole('radio', { name: 'List' }).check()
  await look(page, 'practices')
  const ended = page.getByRole('row').filter({ hasText: 'Sample practice' }).last()
  await ended.getByRole('button', { name: /^View Carpool/ }).click()
  await look(page, 'carpool list')
  await page.keyboard.press('Escape')
  await ended.getByRole('button', { name: /^View Details/ }).click()
  await look(page, 'practice details')
  await look(page, 'attendee list')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await look(page, 'practice menu')
}

async function pastPractices(member: Person, officer: Person, { look }: Finder) {
  await member.page.goto('/home')
  await member.page.getByRole('button', { name: /^My Past Practices/ }).click()
  await look(member.page, 'past dialog, one outstanding')
  const { page } = officer
  await page.goto('/members')
  await page.getByText('ana@purdue.edu').click()
  await look(page, 'member details')
  const details = page.getByRole('dialog', { name: 'Ana Lopez' })
  await details.getByRole('spinbutton', { name: 'Total Paid Practices' }).fill('3')
  await details.getByRole('button', { name: 'Save' }).first().click()
  await look(member.page, 'past dialog, some left')
}
