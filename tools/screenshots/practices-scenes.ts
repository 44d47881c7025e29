import type { Page } from '@playwright/test'
import { openFirst } from './presses.ts'
import type { Scene } from './scenes.ts'

/** The one practice for which officers have edited the lists (clubs.ts). */
export const latestPast = `/manage-practices?q=${encodeURIComponent(Temporal.Now.plainDateISO().subtract({ days: 9 }).toString())}`

const openTab = async (page: Page, name: RegExp) => {
  await openFirst('View Details')(page)
  await page.getByRole('tab', { name }).click()
}
const openAttendees = (page: Page) => openTab(page, /^Here/)

/** Opens the menu of the first practice's details, and presses one of its items. */
const choose = async (page: Page, item: string) => {
  await openFirst('View Details')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: item }).click()
}

/** The page of a club with an external calendar, after a reading that left a lot open. */
async function showCalendarReport(page: Page) {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
  const event = (title: string, location: string, days: number) => ({
    title,
    location,
    startsAt: `${day(days)}T23:00:00.000Z`,
    endsAt: `${day(days + 1)}T01:00:00.000Z`,
    allDay: false,
    startsOn: day(days),
    lastOn: day(days),
  })
  const candidates = [
    { key: 'a', ...event('Evening practice', 'Lafayette Range', 3) },
    { key: 'b', ...event('Evening practice', 'Armory, lower level', 3) },
  ]
  const report = {
    notes: [
      { reason: 'repeat', title: 'Barebow league', on: day(5) },
      { reason: 'left-out', title: 'Team photo', on: null },
      { reason: 'zone', title: '', on: day(12) },
    ],
    noted: 7,
    undecided: [{ practiceId: 'p', ...event('Evening practice', 'Armory', 3), archers: 14, drivers: 3, candidates }],
    held: { since: inMinutes(-8), practices: 9, until: inMinutes(22) },
    changesIds: true,
  }
  await page.route(/\/rpc\/outsideCalendar\/get/, (route) => route.fulfill({ json: { json: report } }))
  await page.route(/\/rpc\/managePractices\/get/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replace('"builtIn":true', '"builtIn":false')
    await route.fulfill({ response, body: text })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Cancel Them Now' }).waitFor()
}

/** The practices page: coming practices, and one with edited lists. */
export const practicesScenes = {
  planned: [
    ...(['loading', 'offline', 'trouble'] as const).map(
      (data): Scene => ({ name: `manage-practices-${data}`, as: 'officer', path: '/manage-practices', data }),
    ),
    { name: 'manage-practices-new', as: 'officer', path: '/manage-practices?ask=new' },
    {
      name: 'manage-practices-new-weekly',
      as: 'officer',
      path: '/manage-practices?ask=new',
      act: (page) => page.getByRole('radio', { name: 'Weekly until' }).check(),
    },
    {
      name: 'manage-practices-list',
      as: 'officer',
      path: '/manage-practices',
      act: (page) => page.getByRole('radio', { name: 'List' }).check(),
    },
    {
      name: 'manage-practices-menu',
      as: 'officer',
      path: '/manage-practices',
      async act(page) {
        await openFirst('View Details')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
      },
    },
    {
      name: 'manage-practices-new-gaps',
      as: 'officer',
      path: '/manage-practices?ask=new',
      async act(page) {
        await page.getByLabel('Ends').fill('17:00')
        await page.getByRole('button', { name: 'Plan Practice' }).click()
      },
    },
    {
      name: 'manage-practices-cancel',
      as: 'officer',
      path: '/manage-practices',
      async act(page) {
        await choose(page, 'Cancel Practice')
      },
    },
    { name: 'manage-practices-calendar', as: 'officer', path: '/manage-practices', act: showCalendarReport },
    {
      name: 'manage-practices-cancel-missing',
      as: 'officer',
      path: '/manage-practices',
      async act(page) {
        await showCalendarReport(page)
        await page.getByRole('button', { name: 'Cancel Them Now' }).click()
      },
    },
    { name: 'manage-practices-planned', as: 'officer', path: '/manage-practices', act: openFirst('View Details') },
    {
      name: 'manage-practices-planned-attendees',
      as: 'officer',
      path: '/manage-practices',
      async act(page) {
        await openAttendees(page)
        await page.getByText('No attendees found.').waitFor()
      },
    },
    {
      name: 'manage-practices-no-carpoolers',
      as: 'officer',
      path: '/manage-practices',
      async act(page) {
        await openTab(page, /^Carpool/)
        await page.getByText('No carpoolers found.').waitFor()
      },
    },
  ],
  recorded: [
    { name: 'manage-practices-many', as: 'officer', path: '/manage-practices' },
    { name: 'manage-practices-found', as: 'officer', path: '/manage-practices?q=tuesday&sort=limit' },
    { name: 'manage-practices-none-found', as: 'officer', path: '/manage-practices?q=crossbow' },
    {
      name: 'manage-practices-details',
      as: 'officer',
      path: latestPast,
      act: openFirst('View Details'),
    },
    {
      name: 'manage-practices-limit-wrong',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await choose(page, 'Attendance Limit')
        await page.getByRole('textbox', { name: 'Attendance Limit' }).fill('many')
        await page.getByRole('button', { name: 'Save' }).click()
      },
    },
    {
      name: 'manage-practices-attendees',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await openAttendees(page)
        await page.getByRole('list', { name: 'Attendees' }).waitFor()
      },
    },
    {
      name: 'manage-practices-add',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await openAttendees(page)
        await page.getByLabel('Add someone by name or email').fill('a')
        await page.getByRole('list', { name: 'Found' }).getByRole('button').first().click()
        await page.getByRole('button', { name: 'Other…' }).click()
        await page.getByRole('button', { name: 'Add', exact: true }).click()
        await page.getByText('Give a reason').waitFor()
      },
    },
    {
      name: 'manage-practices-remove-attendee',
      as: 'officer',
      path: latestPast,
      async act(page) {
        await openAttendees(page)
        await page.getByRole('list', { name: 'Attendees' }).getByRole('button').first().click()
      },
    },
    {
      name: 'manage-practices-answers',
      as: 'officer',
      path: '/manage-practices?q=sample&sort=limit&dir=asc',
      async act(page) {
        await openFirst('View Details')(page)
        await page.getByRole('button', { name: 'Move Priya Nair up' }).click()
      },
    },
    { name: 'manage-practices-carpool', as: 'officer', path: latestPast, act: (page) => openTab(page, /^Carpool/) },
    {
      name: 'manage-practices-delete',
      as: 'officer',
      path: latestPast,
      act: (page) => choose(page, 'Delete Practice'),
    },
  ],
} satisfies Record<string, Scene[]>
