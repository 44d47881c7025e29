import type { Page } from '@playwright/test'
import type { CheckInMode } from '#domain/check-in.ts'
import { codeStepMs } from '#domain/check-in-code.ts'
import { fetchWhole } from '#test/support/fetch-whole.ts'
import { press } from './presses.ts'
import type { Scene } from './scenes.ts'

const pass = { current: 'Day Pass', dayPasses: 1, usedAt: null, validUntil: null }

/** Shows the live practice in another mode, to someone with a pass who isn't checked in. Nothing of it reaches the club. */
async function live(page: Page, checkInMode: CheckInMode, more: object = { pass }) {
  await page.route(/\/rpc\/home\/get/, async (route) => {
    const response = await fetchWhole(route)
    const { json } = await response.json()
    const live = { ...json.live, checkInMode, checkedInAt: null }
    await route.fulfill({ response, json: { json: { ...json, ...more, live } } })
  })
  await Promise.all([page.waitForResponse(/\/rpc\/home\/get/), page.reload()])
  if (checkInMode === 'officer') await page.getByText('An officer checks you in.').waitFor()
}

/** @param isOld whether it has been replaced, and there is no new one */
async function showCode(page: Page, isOld = false) {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const link = 'https://archery.example.edu/check-in?practice=4h2jq9k1m3&code=482913&step=59640123'
  const from = isOld ? [-3, -2] : [-0.2, 0.8, 1.8]
  const codes = from.map((steps) => ({
    ...{ code: '482913', link },
    ...{ from: at(steps * codeStepMs), until: at((steps + 1) * codeStepMs) },
  }))
  await page.route(/\/rpc\/checkInCode\/get/, (route) => route.fulfill({ json: { json: { codes } } }))
  await live(page, 'code')
  await press('Show Code')(page)
  await page.getByRole('dialog', { name: 'Check-in code' }).waitFor()
}

async function type(page: Page, code: string) {
  await live(page, 'code')
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await press('Check In')(page)
}

async function refuse(page: Page, status: number, json: object) {
  await page.route(/\/rpc\/practices\/checkIn/, (route) => route.fulfill({ status, json: { json } }))
}

const wrong = {
  ...{ defined: true, code: 'REFUSED', status: 409, data: { reason: 'code-wrong' } },
  message: 'That code is wrong or too old. Use the one on the officer’s screen now.',
}
const tooMany = { defined: true, code: 'TOO_MANY_TRIES', status: 429, data: { retryAfterSeconds: 60 }, message: '' }

const late = async (page: Page) => {
  await page.route(/\/rpc\/practiceRecord\/get/, async (route) => {
    const response = await fetchWhole(route)
    const { json } = await response.json()
    const attendees = json.attendees.map((each: object, i: number) =>
      i === 0 ? { ...each, checkedInBy: 'self', reason: 'Late code' } : each,
    )
    await route.fulfill({ response, json: { json: { ...json, attendees } } })
  })
  await page.reload()
  await page.getByText('Late code').waitFor()
}

/** The practice's modes of checking in, and its code. */
export const checkInScenes: Record<'quiet' | 'live', Scene[]> = {
  quiet: [
    { name: 'check-in-as-visitor', as: 'visitor', path: '/check-in?practice=p&code=482913&step=59640123' },
    { name: 'check-in-no-practice', as: 'member', path: '/check-in' },
    { name: 'check-in-setting', as: 'officer', path: '/settings?edit=practices.checkInMode' },
  ],
  live: [
    { name: 'check-in-with-tap', as: 'officer', path: '/check-in' },
    { name: 'check-in-home-code', as: 'member', path: '/home', act: (page) => live(page, 'code') },
    { name: 'check-in-home-code-no-pass', as: 'member', path: '/home', act: (page) => live(page, 'code', {}) },
    { name: 'check-in-home-officer', as: 'member', path: '/home', act: (page) => live(page, 'officer') },
    { name: 'check-in-home-officer-no-pass', as: 'member', path: '/home', act: (page) => live(page, 'officer', {}) },
    { name: 'check-in-type', as: 'member', path: '/check-in', act: (page) => live(page, 'code') },
    { name: 'check-in-short', as: 'member', path: '/check-in', act: (page) => type(page, '12') },
    {
      name: 'check-in-wrong',
      as: 'member',
      path: '/check-in',
      async act(page) {
        await refuse(page, 409, wrong)
        await type(page, '123456')
        await page.getByText(wrong.message).waitFor()
      },
    },
    {
      name: 'check-in-too-many',
      as: 'member',
      path: '/check-in',
      async act(page) {
        await refuse(page, 429, tooMany)
        await type(page, '123456')
        await page.getByText('Too many attempts.').waitFor()
      },
    },
    {
      name: 'check-in-offline',
      as: 'member',
      path: '/check-in',
      async act(page) {
        await page.route(/\/rpc\/practices\/checkIn/, (route) => route.abort())
        await type(page, '123456')
        await page.getByText('Not checked in yet.').waitFor()
      },
    },
    { name: 'check-in-live-panel', as: 'officer', path: '/home', act: (page) => live(page, 'code', {}) },
    { name: 'check-in-screen', as: 'officer', path: '/home', act: (page) => showCode(page) },
    { name: 'check-in-screen-old', as: 'officer', path: '/home', act: (page) => showCode(page, true) },
    { name: 'check-in-late', as: 'officer', path: '/home?open=attendees', act: late },
  ],
}
