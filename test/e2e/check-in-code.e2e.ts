import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { movePractice, samplePractices, startSamplePractice } from '#test/support/move-practice.ts'
import { memberIdOf } from '#test/support/quick-member.ts'
import { shiftClock } from '#test/support/shifted-clock.ts'

type Codes = { codes: { code: string; until: string; link: string }[] }
const hourMs = 3_600_000
const digitsOn = async (page: Page) => (await page.getByText(/^(\d ){5}\d$/).textContent())?.replaceAll(' ', '') ?? ''
const typeCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Check In', exact: true }).click()
}

test('an officer shows a code, and members with wrong clocks check in with it', async ({ server, kai, ana, open }) => {
  test.setTimeout(120_000)
  const [practiceId = ''] = await samplePractices(kai)
  const { page, context } = await open(server, { as: kai, width: 1280, mayComplain: true })
  await shiftClock(context, -5 * hourMs)
  await movePractice(server, practiceId, { startsAtMs: Date.now() + 600_000 })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Start Practice' }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Start practice?' })
  await expect(dialog.getByRole('radio', { name: 'Tap' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Code' }).check()
  await dialog.getByRole('button', { name: 'Start Practice' }).click()
  await expect(page.getByText('Members need the code to check in.')).toBeVisible()
  await page.getByRole('button', { name: 'Show Code' }).click()
  await expect(page.getByRole('dialog', { name: 'Check-in code' })).toContainText('0 Members in Attendance')
  const { codes } = (await kai.call('checkInCode.get', { practiceId })) as Codes
  expect(codes.map(({ code }) => code)).toContain(await digitsOn(page))
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()

  // The screen goes on without a connection, with the codes that it has.
  await context.setOffline(true)
  const [first = '', second = ''] = codes.map(({ code }) => code)
  const shown = await digitsOn(page)
  await expect.poll(() => digitsOn(page), { timeout: 40_000 }).not.toBe(shown)
  expect([first, second, codes[2]?.code]).toContain(await digitsOn(page))
  await context.setOffline(false)

  await ana.call('passes.use')
  const { page: mine, context: phone } = await open(server, { as: ana, width: 390, mayComplain: true })
  await shiftClock(phone, 5 * hourMs)
  await mine.goto('/home')
  await mine.getByRole('button', { name: 'Check In', exact: true }).click()
  await expect(mine.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await phone.setOffline(true)
  await typeCode(mine, await digitsOn(page))
  await expect(mine.getByText(/^Not checked in yet/)).toBeVisible()
  expect(await ana.call('home.get')).toMatchObject({ live: { checkedInAt: null } })
  await phone.setOffline(false)
  await expect(mine).toHaveURL(/\/home$/)
  await expect(mine.getByText('Checked in', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Check-in code' })).toContainText('1 Member in Attendance')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Practice' }).click()
  await expect(page.getByRole('button', { name: 'Show Code' })).toBeHidden()
})

test('where officers check members in, a screen says so and leads to the pass', async ({ server, kai, ana, open }) => {
  const practiceId = await startSamplePractice(kai, { checkInMode: 'officer' })
  const { page } = await open(server, { as: ana, at: '/home', width: 390 })
  await expect(page.getByText('An officer checks you in.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check In', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Use Pass' }).click()
  await page.getByRole('link', { name: 'Show My Pass' }).click()
  await expect(page).toHaveURL(/\/my-pass$/)
  await expect(page.getByText('An officer checks you in.')).toBeVisible()
  await kai.call('managePractices.setAttendance', {
    ...{ practiceId, memberId: await memberIdOf(kai, ana.email), attended: true, reason: '' },
  })
  await expect(page.getByText('An officer checks you in.')).toBeHidden()
  await expect(page.getByText('Checked in')).toBeVisible()
})
