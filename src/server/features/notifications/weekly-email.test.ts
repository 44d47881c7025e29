import { expect } from 'vitest'
import { describe, engines, type TestClub, test } from '#test/support/club-test.ts'
import { addCopies } from '#test/support/member-copies.ts'
import { mailBy } from '#test/support/smtp-sink.ts'
import { queueWeeklyEmail } from './weekly-email.ts'

/** Sundays at 6 PM in Indiana. */
const sunday = '2026-11-29T23:00:00.000Z'
const monday = (utc: string) => `2026-11-30T${utc}:00.000Z`
const nextSunday = '2026-12-06T23:00:00.000Z'

async function planWeek(club: TestClub) {
  await club.practice({
    title: 'Past the week',
    startsAt: '2026-12-06T23:30:00.000Z',
    endsAt: '2026-12-07T01:00:00.000Z',
  })
  await club.practice({ title: 'Thursday', startsAt: '2026-12-03T23:00:00.000Z', endsAt: '2026-12-04T01:00:00.000Z' })
  return club.practice({ title: 'Tuesday', startsAt: '2026-12-01T23:00:00.000Z', endsAt: '2026-12-02T01:00:00.000Z' })
}

const queued = async (club: TestClub) => {
  const rows = await club.db.selectFrom('mailOutbox').select('userId').where('kind', '=', 'week').execute()
  return rows.map(({ userId }) => userId)
}

describe.each(engines)('the weekly email (%s)', () => {
  test('asks each member about the week’s practices, once', async ({ club, kai, ana, ben }) => {
    await planWeek(club)
    await ben.api.profile.setNews({ news: 'week', way: 'mail', wanted: false })
    await club.member({ hasLoggedIn: 0 })
    const gone = await club.member()
    await club.db.updateTable('member').set({ removedAt: sunday }).where('id', '=', gone.id).execute()
    club.clock.set('2026-11-29T22:59:00.000Z')
    await queueWeeklyEmail(club.ctx)
    expect(await queued(club)).toEqual([])
    club.clock.set(sunday)
    await Promise.all([1, 2, 3].map(() => queueWeeklyEmail(club.ctx)))
    expect((await queued(club)).toSorted()).toEqual([kai.id, ana.id].toSorted())
    // Control: what holds it to one is the record of the week.
    await club.db.deleteFrom('weeklyBatch').execute()
    await queueWeeklyEmail(club.ctx)
    expect((await queued(club)).length).toBe(4)
  })

  test('goes out after an outage, but not at night, nor to those who joined since', async ({ club, ana }) => {
    await planWeek(club)
    club.clock.set(monday('08:00'))
    await club.member()
    await queueWeeklyEmail(club.ctx)
    expect(await queued(club)).toEqual([])
    club.clock.set(monday('13:00'))
    await queueWeeklyEmail(club.ctx)
    expect(await queued(club)).toEqual([ana.id])
  })

  test('waits in a club that has updated until an officer turns it on, and then for its time', async ({
    club,
    ana,
  }) => {
    await planWeek(club)
    await club.db.insertInto('awaitingPreview').values({ kind: 'week', turnedOnAt: null }).execute()
    club.clock.set(sunday)
    await queueWeeklyEmail(club.ctx)
    const turnedOnAt = monday('13:00')
    await club.db.updateTable('awaitingPreview').set({ turnedOnAt }).execute()
    club.clock.set(monday('14:00'))
    await queueWeeklyEmail(club.ctx)
    expect(await queued(club)).toEqual([])
    club.clock.set(nextSunday)
    await queueWeeklyEmail(club.ctx)
    expect(await queued(club)).toEqual([ana.id])
  })

  test('goes to two hundred with each check, and to no one in a week without practices', async ({ club, ana }) => {
    await planWeek(club)
    await addCopies(club, ana, 449)
    const counts: number[] = []
    for (const now of [sunday, sunday, sunday, sunday, '2026-12-13T23:00:00.000Z']) {
      club.clock.set(now)
      await queueWeeklyEmail(club.ctx)
      counts.push((await queued(club)).length)
    }
    expect(counts).toEqual([200, 400, 450, 450, 450])
    expect(new Set(await queued(club)).size).toBe(450)
  })
})

describe('the weekly email in an inbox', () => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  test('has a link for each reply', async ({ club, sink, ana }) => {
    const tuesday = await planWeek(club)
    await club.db.updateTable('practice').set({ attendanceLimit: 3 }).where('id', '=', tuesday).execute()
    club.clock.set(sunday)
    await queueWeeklyEmail(club.ctx)
    const { subject, text, links } = await sink.waitForMail({ to: ana.email })
    expect(subject).toBe('Archery Club: this week’s practices')
    expect(text.match(/^(Tuesday|Thursday|Past the week|Spots: .*)$/gm)).toEqual([
      'Tuesday',
      'Spots: 3 left',
      'Thursday',
    ])
    expect(links.filter((link) => link.includes('/reply/')).map((link) => link.split('/').at(-1))).toEqual([
      ...['archer', 'driver', 'cant-come', 'practice.ics'],
      ...['archer', 'driver', 'cant-come', 'practice.ics'],
    ])
  })
})
