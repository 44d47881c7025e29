import type { Page } from '@playwright/test'
import { installInPage } from '#test/support/fake-camera.ts'
import { press } from './presses.ts'
import type { Scene } from './scenes.ts'

const names = [
  'Ana Lopez',
  'Anastasia-Wilhelmina Featherstonehaugh-Cholmondeley',
  'Andrew Kim',
  'Angela Ramos',
  'Anya Petrova',
]
const people = names.map((name, i) => ({ memberId: `m${i}`, name }))
const answers: Record<string, object> = {
  'kiosk/get': { title: 'Tuesday practice', endsAt: '2026-12-01T01:00:00.000Z' },
  'kioskNames/get': { people, more: true },
  'kioskPerson/get': { person: { memberId: 'm0', name: names[0], picture: null } },
  'kiosk/leave': { outcome: 'locked', waitSeconds: 42 },
}

/** As on a tablet that is a kiosk. */
async function kiosk(page: Page, more: Record<string, object> = {}) {
  for (const [operation, json] of Object.entries({ ...answers, ...more }))
    await page.route(new RegExp(`/rpc/${operation}`), (route) => route.fulfill({ json: { json } }))
  await page.reload()
  await page.getByRole('textbox', { name: 'Type your name' }).waitFor()
}

/** @param error the name of the error with which the browser refuses the camera, if it does */
async function openCamera(page: Page, error?: string) {
  await kiosk(page)
  await page.evaluate(installInPage, error)
  // The camera is asked for once more when the field is empty again.
  for (const typed of ['a', '']) await page.getByRole('textbox').fill(typed)
  await page.getByText(error ? /^The camera can’t be used/ : /^Or hold the code/).waitFor()
}

async function type(page: Page, more: Record<string, object> = {}) {
  await kiosk(page, more)
  await page.getByRole('textbox').fill('an')
  await page.getByRole('status').getByText(/\w/).first().waitFor()
}

async function ask(page: Page, more: Record<string, object> = {}) {
  await type(page, more)
  await press('Ana Lopez')(page)
  await page
    .getByText('AL')
    .or(page.getByRole('button', { name: 'No' }))
    .first()
    .waitFor()
}

async function finish(page: Page, outcome: string) {
  await ask(page, { 'kiosk/checkIn': { outcome } })
  await press('Yes, check in')(page)
  await page.getByRole('button', { name: 'Next person' }).waitFor()
}

async function leave(page: Page) {
  await kiosk(page)
  await press('Leave kiosk')(page)
  await page.getByRole('textbox', { name: 'PIN' }).fill('000000')
  await press('Leave kiosk')(page)
  await page.getByRole('alert').waitFor()
}

async function loseConnection(page: Page) {
  await kiosk(page)
  await page.route(/\/rpc\//, (route) => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByText('No connection').waitFor()
}

async function running(page: Page) {
  const startedAt = new Date().toISOString()
  const kiosks = [
    { id: 'a', startedAt, startedBy: 'Kai Tanaka' },
    { id: 'b', startedAt, startedBy: names[1] },
  ]
  await page.route(/\/rpc\/kiosks\/get/, (route) => route.fulfill({ json: { json: { kiosks } } }))
  await page.reload()
  await page.getByText('Running now').waitFor()
}

const onTablet = (name: string, act?: Scene['act']): Scene => ({
  ...{ name: `kiosk-${name}`, as: 'visitor', path: '/kiosk' },
  ...(act && { act }),
})

/** The kiosk, and the officers' dialog about it. */
export const kioskScenes: Record<'quiet' | 'live', Scene[]> = {
  quiet: [
    onTablet('start', (page) => kiosk(page)),
    onTablet('camera', (page) => openCamera(page)),
    onTablet('camera-refused', (page) => openCamera(page, 'NotAllowedError')),
    onTablet('names', (page) => type(page)),
    onTablet('no-one', (page) => type(page, { 'kioskNames/get': { people: [], more: false } })),
    onTablet('ask', (page) => ask(page)),
    onTablet('checked-in', (page) => finish(page, 'checked-in')),
    onTablet('already-in', (page) => finish(page, 'already-in')),
    onTablet('see-officer', (page) => finish(page, 'see-officer')),
    onTablet('leave', leave),
    onTablet('no-connection', loseConnection),
    onTablet('over'),
    { name: 'kiosk-as-member', as: 'member', path: '/kiosk' },
    { name: 'kiosk-as-officer', as: 'officer', path: '/kiosk', wholeOnly: true },
  ],
  live: [
    { name: 'kiosk-dialog', as: 'officer', path: '/home?open=kiosk' },
    { name: 'kiosk-dialog-short', as: 'officer', path: '/home?open=kiosk', act: press('Start Kiosk') },
    { name: 'kiosk-dialog-running', as: 'officer', path: '/home?open=kiosk', act: running },
  ],
}
