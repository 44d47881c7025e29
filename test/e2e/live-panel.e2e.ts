import { type Browser, expect, test } from '@playwright/test'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

const calendarId = 'club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'

/** The panel of the live practice (specification §2), as a member and as an officer have it. */
let google: Awaited<ReturnType<typeof startFakeGoogleCalendar>>
let server: RunningServer
let ana: QuickMember
let kai: QuickMember
/** Ten minutes ago: at midnight, too, the practice is today's. */
let startsAtMs: number
test.beforeEach(async () => {
  google = await startFakeGoogleCalendar({ calendarId, apiKey })
  startsAtMs = Date.now() - 600_000
  const after = (minutes: number) => ({ dateTime: new Date(startsAtMs + minutes * 60_000).toISOString() })
  google.events.put({
    id: 'tonight',
    summary: 'Tuesday practice',
    location: 'Lafayette Range',
    description: 'Bring water.',
    organizer: { email: 'officers@purdue.edu' },
    start: after(0),
    end: after(120),
  })
  server = await startServer({
    env: { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_API_KEY: apiKey, GOOGLE_CALENDAR_URL: google.url },
  })
  kai = await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  ana = await quickMember(server, {
    email: 'ana@purdue.edu',
    first: 'Ana',
    last: 'Lopez',
    pronouns: ['She/Her', 'xe/xem'],
  })
})
test.afterEach(async () => {
  await server.dispose()
  await google.stop()
})

async function openHome(browser: Browser, member: QuickMember) {
  const person = await openPerson(browser, server, { width: 1280 })
  await takeSession(person.context, server, member)
  await person.page.goto('/home')
  return person
}

test('the live panel tells title, date and times, and on demand location, description and organizer', async ({
  browser,
}) => {
  const { page, complaints } = await openHome(browser, ana)
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Indiana/Indianapolis',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })
  await expect(page.getByText("A practice hasn't started yet.", { exact: true })).toBeVisible()
  await kai.call('practices.start', { practiceId: 'tonight' })
  const panel = page.getByRole('region', { name: 'LIVE Tuesday practice' })
  await expect(panel.getByRole('heading', { name: 'Tuesday practice' })).toBeVisible()
  await expect(panel).toContainText(date.format(startsAtMs))
  await expect(panel).toContainText(/\d{1,2}:\d\d(\s[AP]M)?\s–\s(\d{1,2}:\d\d\s[AP]M|midnight)/)
  await expect(panel).toContainText(/0\s*Members in Attendance/)

  const facts = { Location: 'Lafayette Range', Description: 'Bring water.', Organizer: 'officers@purdue.edu' }
  const details = panel.getByRole('button', { name: 'Details' })
  await expect(panel.getByText('officers@purdue.edu')).toBeHidden()
  await details.click()
  for (const [name, text] of Object.entries(facts)) {
    await expect(panel.getByText(name, { exact: true })).toBeVisible()
    await expect(panel.getByRole('definition').filter({ hasText: text })).toBeVisible()
  }
  await details.click()
  await expect(panel.getByText('officers@purdue.edu')).toBeHidden()
  expect(complaints).toEqual([])
})

test('who is checked in stands in the grid with name and pronouns; removing and ending are for officers', async ({
  browser,
}) => {
  await kai.call('practices.start', { practiceId: 'tonight' })
  const member = await openHome(browser, ana)
  const officer = await openHome(browser, kai)
  await expect(officer.page.getByText('Nobody has checked in yet.')).toBeVisible()
  await member.page.getByRole('button', { name: 'Use Pass' }).click()
  await member.page.getByRole('button', { name: 'Check In' }).click()
  for (const { page } of [member, officer]) {
    await expect(page.getByRole('main')).toContainText(/1\s*Members in Attendance/)
    const cell = page.getByRole('list', { name: 'Checked in' }).getByRole('listitem')
    await expect(cell).toContainText('Ana Lopez')
    await expect(cell).toContainText('She/Her, xe/xem')
    await expect(cell.locator('[data-initials="AL"]')).toBeVisible()
  }
  for (const name of [/^Remove /, 'End Practice Early']) {
    await expect(member.page.getByRole('button', { name })).toHaveCount(0)
    await expect(officer.page.getByRole('button', { name })).toBeVisible()
  }
  expect([...member.complaints, ...officer.complaints]).toEqual([])
})

test('starting, removing somebody and ending early are asked about first, and Cancel changes nothing', async ({
  browser,
}) => {
  const { page, complaints } = await openHome(browser, kai)
  const question = page.getByRole('alertdialog')
  const cancel = question.getByRole('button', { name: 'Cancel' })

  await page.getByRole('button', { name: 'Start Practice' }).click()
  await expect(question).toContainText('This will mark the practice as live for everyone.')
  await cancel.click()
  await expect(question).toBeHidden()
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start Practice' }).click()
  await question.getByRole('button', { name: 'Start Practice' }).click()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()

  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: 'tonight' })
  await page.getByRole('button', { name: 'Remove Ana Lopez' }).click()
  await expect(question).toContainText('Remove Ana Lopez from this practice?')
  await cancel.click()
  await expect(page.getByRole('main')).toContainText(/1\s*Members in Attendance/)

  await page.getByRole('button', { name: 'End Practice Early' }).click()
  await expect(question).toContainText('This will check everyone out.')
  await cancel.click()
  await expect(question).toBeHidden()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  expect(await ana.call('home.get')).toMatchObject({ attended: 1 })
  expect(complaints).toEqual([])
})
