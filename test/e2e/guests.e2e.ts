import { expect, type Page } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import type { QuickMember } from '#test/support/quick-member.ts'
import { keysOf } from './keyboard/keys.ts'

const waiver = 'Archery is dangerous.\n\nI follow every call, and I stay behind the line.'

/** Starts a practice of a club with a waiver. @returns its id */
async function openDoor(kai: QuickMember) {
  await kai.call('clubSettings.set', { name: 'waiver', value: waiver, seen: 0 })
  return startSamplePractice(kai)
}

/** Longer than the median of a slow typist. */
const perLetterMs = 200
const perTapMs = 700

async function expectQuick(page: Page, begunAt: number, how: string) {
  const seconds = (Date.now() - begunAt) / 1000
  test.info().annotations.push({ type: 'figure', description: `a guest entered ${how} in ${seconds} s` })
  expect(seconds).toBeLessThan(20)
  await expect(page.getByRole('list', { name: 'Attendees' })).toContainText(/Gus Keller.*Guest of Ana Lopez/s)
}

test('an officer enters a guest by keyboard alone in four fields and 20 s', async ({ server, kai, ana, open }) => {
  await openDoor(kai)
  const { page } = await open(server, { as: kai, width: 1280 })
  const keys = await keysOf(page)
  await page.goto('/home')
  await keys.press('Attendees')
  const begunAt = Date.now()
  await keys.press('Add a guest')
  const form = page.getByRole('form', { name: 'New guest' })
  await expect(form.getByLabel('Name')).toBeFocused()
  const type = (text: string) => page.keyboard.type(text, { delay: perLetterMs })
  await type('Gus Keller')
  await page.keyboard.press('Tab')
  await type('gus@example.com')
  await page.keyboard.press('Tab')
  await type('lop')
  await keys.press('Choose Ana Lopez')
  await keys.choose(null, 'They signed the waiver')
  await expect(form.getByRole('textbox').or(form.getByRole('checkbox'))).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Here 1 · Expected 0')).toBeVisible()
  await expectQuick(page, begunAt, 'by keyboard')
  await expect(page.getByLabel('Add someone by name or email')).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  // Members see that someone came, and not who.
  const { page: hers } = await open(server, { as: ana, at: '/home' })
  await expect(hers.getByRole('list', { name: 'Checked in' }).getByRole('listitem')).toHaveText(/Guest/)
  await expect(hers.getByText('1 Member in Attendance').first()).toBeAttached()
})

test('and by touch, and erases them', async ({ server, kai, ana: _, open }) => {
  const practiceId = await openDoor(kai)
  const { page } = await open(server, { as: kai, at: '/home', hasTouch: true })
  const tap = async (name: string) => {
    await page.waitForTimeout(perTapMs)
    await page.getByRole('button', { name, exact: true }).tap()
  }
  const type = async (label: string, text: string) => {
    await page.waitForTimeout(perTapMs)
    await page.getByLabel(label, { exact: true }).tap()
    await page.keyboard.type(text, { delay: perLetterMs })
  }
  await tap('Attendees')
  const begunAt = Date.now()
  await tap('Add a guest')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Gus Keller', { delay: perLetterMs })
  await type('Email (optional)', 'gus@example.com')
  await type('Brought by (optional)', 'lop')
  await tap('Choose Ana Lopez')
  await page.waitForTimeout(perTapMs)
  await page.getByText('They signed the waiver').tap()
  await tap('Add Guest')
  await expect(page.getByText('Here 1 · Expected 0')).toBeVisible()
  await expectQuick(page, begunAt, 'by touch')

  // Afterward, at the practice that is over.
  await kai.call('practices.endEarly', { practiceId })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/manage-practices?practice=${practiceId}`)
  await page.getByRole('button', { name: 'More about Gus Keller' }).tap()
  await page.getByRole('button', { name: 'Erase guest' }).tap()
  await page.getByRole('button', { name: 'Erase', exact: true }).tap()
  await expect(page.getByText('Permanently erased.')).toBeVisible()
  const guest = page.getByRole('list', { name: 'Attendees' }).getByRole('listitem')
  await expect(guest).toHaveCount(1)
  await expect(guest).not.toContainText('Gus Keller')
  await expect(page.getByRole('tab', { name: 'Here 1' })).toBeVisible()
})
