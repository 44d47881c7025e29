import type { Page } from '@playwright/test'
import type { ScanResult } from '#contract/scans.ts'
import { scanRefusals } from '#domain/text/scan-messages.ts'
import { holdUp, installInPage } from '#test/support/fake-camera.ts'
import { press } from './presses.ts'
import type { Scene } from './scenes.ts'

const ana = { id: 'a', name: 'Ana Bowman', pictureUrl: '/default-pfp.png', pass: 'Day Pass', dayPasses: 2 } as const
const at = '2026-11-24T23:07:00.000Z'

/** @param error the name of the error with which the browser refuses it, if it does */
async function openCamera(page: Page, error?: string) {
  await page.evaluate(installInPage, error)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText(error ? /^This browser may not use the camera/ : /^Point the camera/).waitFor()
}

/** Holds up a pass that the server answers like this. Nothing of it reaches the club. */
const scan = (result: Partial<ScanResult>) => async (page: Page) => {
  const json = { person: ana, checkedInAt: at, usedDayPass: false, ...result }
  await page.route(/\/rpc\/scans\/add/, (route) => route.fulfill({ json: { json } }))
  await openCamera(page)
  await holdUp(page, 'pQ9xX1cS0m3vT7yB2aLwEg')
  await page
    .getByText(/^(Checked in|Already in|No valid pass|Unknown code)/)
    .first()
    .waitFor()
}

const live = (name: string, act: (page: Page) => Promise<unknown>): Scene => ({
  ...{ name: `scan-${name}`, as: 'officer', path: '/scan', act },
})

/** The page that scans passes, with a stand-in for the camera. */
export const scanScenes: Scene[] = [
  live('no-camera', (page) => page.getByRole('button', { name: 'Try Again' }).waitFor()),
  live('camera-refused', (page) => openCamera(page, 'NotAllowedError')),
  live('aim', (page) => openCamera(page)),
  live('checked-in', scan({ outcome: 'checked-in' })),
  live('day-pass', scan({ outcome: 'checked-in', usedDayPass: true })),
  live('already-in', scan({ outcome: 'already-in' })),
  live('no-pass', scan({ outcome: 'no-valid-pass', person: { ...ana, pass: 'none' }, checkedInAt: null })),
  live('let-in', async (page) => {
    await scan({ outcome: 'no-valid-pass', person: { ...ana, pass: 'none', dayPasses: 0 }, checkedInAt: null })(page)
    await page.getByRole('button', { name: 'Let In' }).click()
  }),
  live('sell', async (page) => {
    await scan({ outcome: 'no-valid-pass', person: { ...ana, pass: 'none', dayPasses: 0 }, checkedInAt: null })(page)
    await page.getByRole('button', { name: 'Sell…' }).click()
    await page.getByRole('heading', { name: 'Paid by' }).waitFor()
  }),
  live('refused', async (page) => {
    await page.getByRole('searchbox').fill('a')
    const json = { defined: true, code: 'REFUSED', status: 409, data: { reason: 'practice-over' } }
    const message = scanRefusals['practice-over']
    await page.route(/\/rpc\/scans\/add/, (route) =>
      route.fulfill({ status: 409, json: { json: { ...json, message } } }),
    )
    await press(/^Check in /)(page)
    await page.getByText('Not checked in').first().waitFor()
  }),
  live('unknown', scan({ outcome: 'unknown', person: null, checkedInAt: null })),
  live('not-pass', async (page) => {
    await openCamera(page)
    await holdUp(page, 'https://example.com/menu')
    await page.getByText('Not a pass').waitFor()
  }),
  live('search', (page) => page.getByRole('searchbox').fill('a')),
  live('offline', async (page) => {
    await page.getByRole('searchbox').fill('a')
    await page.route(/\/rpc\/scans\/add/, (route) => route.abort())
    await page
      .getByRole('button', { name: /^Check in / })
      .first()
      .click()
    await page
      .getByText(/Saved on this phone|From the list on this phone/)
      .first()
      .waitFor()
  }),
]
