import { expect, test } from '@playwright/test'
import { launchAt } from '#test/support/browser-at.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { becomeMember, openPerson } from '#test/support/person.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'

const calendarId = 'club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'

/**
 * The club's main job, with three people in three browsers: from sign-up to checked in, with a calendar served over
 * HTTP and email by SMTP, while everyone's screen counts up. On PostgreSQL each of them is served by another process.
 */
// Shows: 1.2, 1.12, 1.14, 1.15, 1.16, 2.12, 2.103, 2.127, 2.128, 2.129, 3.28, 4.2, 4.20, 4.21, 4.29, 5.30, 5.31, 7.28, 8.12
for (const where of ['one process on SQLite', 'three processes on PostgreSQL'] as const)
  test(`three people go from sign-up to checked in (${where})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const undo: (() => Promise<unknown>)[] = []
    try {
      const smtp = await startSmtpSink()
      undo.push(() => smtp.stop())
      const google = await startFakeGoogleCalendar({ calendarId, apiKey })
      undo.push(() => google.stop())
      const inMinutes = (minutes: number) => ({ dateTime: new Date(Date.now() + minutes * 60_000).toISOString() })
      google.events.put({
        id: 'tonight',
        summary: 'Tuesday practice',
        location: 'Lafayette Range',
        description: 'Bring water.',
        organizer: { email: 'officers@purdue.edu' },
        start: inMinutes(10),
        end: inMinutes(130),
      })
      const env: Record<string, string> = {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Archery Club <archery@purdue.edu>',
        GOOGLE_CALENDAR_ID: calendarId,
        GOOGLE_API_KEY: apiKey,
        GOOGLE_CALENDAR_URL: google.url,
      }
      if (where === 'three processes on PostgreSQL') {
        const postgres = await startPostgres()
        undo.push(() => postgres.stop())
        env.DATABASE_URL = (await createDatabase(postgres.url)).url
        env.AUTH_SECRET = 'a test secret that is long enough 0123456789'
      }
      const server = await startServerProcess({ env })
      undo.push(() => server.dispose())
      /** The same club at the same address, in a browser that is routed to another of its processes. */
      const openBeside = async () => {
        if (where === 'one process on SQLite') return browser
        const again = await prepareServer({ env })
        const beside = await startServerProcess({
          again: { ...again, env: { ...again.env, BASE_URL: server.url } },
        })
        undo.push(() => beside.dispose())
        const led = await launchAt(server.url, Number(beside.env.PORT))
        undo.push(() => led.close())
        return led
      }

      const kai = await openPerson(browser, server, { width: 1280, height: 900 })
      const ana = await openPerson(await openBeside(), server)
      const ben = await openPerson(await openBeside(), server)
      for (const person of [kai, ana, ben]) undo.push(() => person.context.close())
      const ports = new Set<number | undefined>()
      for (const { page } of [kai, ana, ben]) ports.add((await (await page.goto('/healthz'))?.serverAddr())?.port)
      expect(ports.size).toBe(where === 'one process on SQLite' ? 1 : 3)

      await becomeMember(kai.page, smtp, 'kai@purdue.edu', { first: 'Kai', last: 'Tanaka', pronouns: 'They/Them' })
      await becomeMember(ana.page, smtp, 'ana@purdue.edu', { first: 'Ana', last: 'Lopez', pronouns: 'She/Her' })
      await becomeMember(ben.page, smtp, 'ben@purdue.edu', { first: 'Ben', last: 'Okafor', pronouns: 'He/Him', car: 4 })
      for (const { page } of [kai, ana, ben])
        await expect(page.getByText('Tuesday practice', { exact: true })).toBeVisible()

      // They RSVP, and everyone's counts follow.
      await ana.page.getByRole('button', { name: 'Can’t come' }).click()
      await expect(kai.page.getByText('0 archers, 0 drivers, 1 can’t come')).toBeVisible()
      await ana.page.getByRole('button', { name: 'Archer' }).click()
      await expect(kai.page.getByText('1 archer')).toBeVisible()
      await ben.page.getByRole('button', { name: 'Driver' }).click()
      await expect(ana.page.getByText(/1 archer, 1 driver, 3 seats/)).toBeVisible()

      // A command makes Kai an officer; the open screen follows automatically.
      await expect(kai.page.getByRole('button', { name: 'Start Practice' })).toHaveCount(0)
      expect(await server.quiver('officer', 'add', 'kai@purdue.edu')).toMatchObject({ code: 0 })
      await kai.page.getByRole('button', { name: 'Start Practice' }).click({ timeout: 2000 + 3000 })
      await expect(kai.page.getByRole('alertdialog')).toContainText('mark the practice as live for everyone')
      await kai.page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Start/ })
        .click()
      for (const { page } of [kai, ana, ben]) {
        await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
        await expect(page.getByText(/0\s*Members in Attendance/).first()).toBeVisible()
      }

      // Ana needs a pass first, uses one, checks in: the count rises on the others' screens.
      await expect(ana.page.getByText('You need a valid pass to check in.')).toBeVisible()
      await ana.page.getByRole('button', { name: 'Use Pass', exact: true }).click()
      await ana.page.getByRole('button', { name: 'Check In' }).click()
      await expect(ana.page.getByText(/Checked in/).first()).toBeVisible()
      for (const { page } of [kai, ben]) {
        await expect(page.getByText(/1\s*Member in Attendance/).first()).toBeVisible()
        await expect(page.getByText('Ana', { exact: false }).first()).toBeVisible()
      }
      await ben.page.getByRole('button', { name: 'Use Pass', exact: true }).click()
      await ben.page.getByRole('button', { name: 'Check In' }).click()
      for (const { page } of [kai, ana]) await expect(page.getByText(/2\s*Members in Attendance/).first()).toBeVisible()

      const panel = ana.page.getByRole('region', { name: 'LIVE Tuesday practice' })
      await panel.getByRole('button', { name: 'Details' }).click()
      for (const detail of ['Lafayette Range', 'Bring water.', 'officers@purdue.edu'])
        await expect(panel.getByRole('definition').filter({ hasText: detail })).toBeVisible()

      // Ana is removed by mistake and checks in again.
      await kai.page.getByRole('button', { name: 'Attendees' }).click()
      const attendees = kai.page.getByRole('dialog', { name: 'Attendees' })
      await attendees.getByRole('button', { name: 'Remove Ana Lopez' }).click()
      await kai.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await attendees.getByRole('button', { name: 'Close' }).click()
      await expect(ben.page.getByText(/1\s*Member in Attendance/).first()).toBeVisible()
      await ana.page.getByRole('button', { name: 'Check In' }).click()
      await expect(kai.page.getByText(/2\s*Members in Attendance/).first()).toBeVisible()

      // Kai ends the practice early.
      await kai.page.getByRole('button', { name: 'End Practice Early' }).click()
      await expect(kai.page.getByRole('alertdialog')).toContainText('This will check everyone out')
      await kai.page.getByRole('alertdialog').getByRole('button', { name: /^End/ }).click()
      for (const { page } of [kai, ana, ben]) {
        await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0)
        await expect(page.getByText('No upcoming practices').first()).toBeVisible()
      }
      // No one's attendance was removed: Ana owes for a practice that no one paid for.
      await expect(ana.page.getByText('You have 1 outstanding practice! Please pay for it immediately.')).toBeVisible()

      for (const { complaints } of [kai, ana, ben]) expect(complaints).toEqual([])
    } finally {
      for (const step of undo.reverse()) await step()
    }
  })
