import type { SettingJson } from '#contract/club-settings.ts'
import { arrowAt } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { createTestClub, tuesdayEvening } from './club.ts'
import { attend, held, rsvp } from './held-practice.ts'
import { jpeg, sendPicture } from './pictures.ts'
import { doorStore, oneDayPass } from './sales.ts'
import { setSetting } from './set-setting.ts'

const map = { embedUrl: 'https://maps.example.com/embed', address: '1 Range Road', latitude: 40.4, longitude: -86.9 }

/** With entries in every list that a club's settings can have. */
const settings = {
  storeImport: doorStore,
  maps: { range: map, carpool: map },
  socialLinks: [{ label: 'Elsewhere', url: 'https://example.com/club' }],
  resources: [{ label: 'Roster', url: 'https://example.com/roster', kind: 'Spreadsheet', date: '2026-09-01' }],
  logo: '/logo.png',
  color: { light: '#13294B', dark: '#8FB3E8' },
  redirects: { '/merch': 'https://example.com/merch' },
}

/** Settings that an officer has changed in the app, more than once: a text, a list, and one with entries by name. */
const changedSettings: [SettingName, SettingJson, SettingJson][] = [
  ['name', 'Archery', 'Archery Club'],
  ['info.rules', ['Walk.'], ['Walk on the range.']],
  [
    'storeImport.products',
    doorStore.products,
    { ...doorStore.products, 'Day pass': { dayPasses: 1, priceCents: 1200 } },
  ],
]

/** Unique values of one person's records that other members may not see; the birthday is hidden from officers, too. */
export const secrets = { email: 'zanzibar@purdue.edu', birthday: '1987-03-21', dayPasses: 713, paidPractices: 877 }

/** Matches a count as a number of its own, not as part of an id. */
export const tellsNumber = (text: string, number: number) => new RegExp(`[:,[]${number}[,}\\]\r]`).test(text)

/**
 * A club ten minutes before its practice, in which everything has happened at least once: for ana, a member; lee, an
 * officer; pat, who is in the middle of the wizard; uma; and zoe, whose private data the others must not see.
 */
export async function createFilledClub() {
  const club = await createTestClub('sqlite', { now: '2026-11-24T19:50:00.000Z', club: settings })
  const driver = { hasCar: 1, carCapacity: 4, pass: 'Carpool Range Pass', keep: true } as const
  const lee = await club.member({ ...driver, nameFirst: 'Lee', role: 'Officer', birthday: '2001-02-03' })
  const ana = await club.member({ ...driver, nameFirst: 'Ana', dayPasses: 5, birthday: '2004-05-06' })
  const zoe = await club.member({ ...driver, nameFirst: 'Zoe', ...secrets, showGoing: 1 })
  const uma = await club.member({ nameFirst: 'Uma', keep: true })
  const pat = await club.member({ hasLoggedIn: 0, keep: true })
  await sendPicture(zoe, await jpeg())
  const named = { nameFirst: 'Pat', nameLast: 'Kim', birthday: '2003-04-05', pronouns: ['They/Them'] }
  const equipped = {
    bowType: 'Recurve',
    personalEquipment: 'No',
    hasCar: true,
    carCapacity: 4,
    rm01Completed: true,
  } as const
  await pat.api.welcome.saveDraft({ ...named, ...equipped })

  const today = { startsAt: '2026-11-24T20:00:00.000Z', endsAt: '2026-11-24T21:00:00.000Z' }
  const afternoon = await club.practice({ title: 'Afternoon', ...today })
  const here = { practiceId: afternoon }
  for (const who of [ana, zoe, lee]) await who.api.practices.answer({ ...here, answer: 'driver' })
  await lee.api.managePractices.setReplyDeadline({ ...here, expected: null, hours: 1 })
  for (const answer of ['archer', 'cant-come'] as const) await uma.api.practices.answer({ ...here, answer })
  await lee.api.practices.start(here)
  for (const who of [ana, zoe, lee]) await who.api.practices.checkIn(here)
  await lee.api.managePractices.setAttendance({ ...here, memberId: uma.id, attended: true, reason: 'Guest' })
  for (const { id: memberId } of [zoe, uma, ana])
    await lee.api.managePractices.setCredit({ ...here, memberId, credited: true })
  await lee.api.managePractices.addEmail({ ...here, email: 'guest@purdue.edu', kind: 'carpool' })
  await lee.api.guests.add({ ...here, name: 'Gus Keller', email: 'gus@example.com', hostId: uma.id })
  await lee.api.sales.add({ ...here, memberId: zoe.id, ...oneDayPass })
  const { saleId } = await lee.api.sales.add({ ...here, memberId: zoe.id, ...oneDayPass })
  await lee.api.sales.undo({ ...here, saleId, reason: 'Wrong person' })
  club.clock.set('2026-11-24T22:48:59.000Z')
  await club.clock.advance(61_000)

  const times = { startsAt: '2026-11-27T23:00:00.000Z', endsAt: '2026-11-28T01:00:00.000Z' }
  const off = await club.practice({ title: 'Off', ...times })
  for (const who of [ana, lee]) await who.api.practices.answer({ practiceId: off, answer: 'archer' })
  const texts = { title: 'Off', location: 'Lafayette Range', description: 'Bring water.' }
  const expected = { ...texts, ...times, cancelled: false }
  await lee.api.schedule.cancel({ practiceId: off, expected, cancelled: true, message: 'The hall is closed.' })

  const away = { startsAt: '2026-12-02T23:00:00.000Z', endsAt: '2026-12-03T01:00:00.000Z' }
  const later = await club.practice({ title: 'Later', ...away })
  for (const who of [ana, lee]) await who.api.practices.answer({ practiceId: later, answer: 'cant-come' })
  // She shows that she's going.
  await zoe.api.practices.answer({ practiceId: later, answer: 'archer' })

  const seen = (expected: number | string | null) => [{ memberId: ana.id, expected }]
  // Earlier practices, one of which Ana missed, so that there is an estimate and an excuse.
  for (const day of ['2026-11-03', '2026-11-05', '2026-11-10', '2026-11-12']) {
    await held(club, day)
    await rsvp(club, day, [ana.id, lee.id, zoe.id])
    await attend(club, day, day === '2026-11-12' ? [zoe.id] : [ana.id, lee.id, zoe.id])
  }
  for (const { id: memberId } of [ana, lee])
    await lee.api.managePractices.setExcuse({ practiceId: '2026-11-12', memberId, excused: true, reason: 'Ill' })
  await lee.api.profile.setNews({ news: 'remind', way: 'mail', wanted: false })
  await club.db.insertInto('awaitingPreview').values({ kind: 'week', turnedOnAt: null }).execute()

  const edit = lee.api.bulkEdit.apply
  await edit({ edit: { of: 'day-passes', by: 1 }, seen: seen(5), reason: 'Rain' })
  await edit({ edit: { of: 'paid-practices', by: 2 }, seen: seen(1), reason: 'Paid' })
  await edit({ edit: { of: 'rm01', until: '2026-12-01' }, seen: seen(null), reason: 'Paid' })
  await edit({ edit: { of: 'pass', pass: 'Day Pass' }, seen: seen('Carpool Range Pass'), reason: 'Paid' })
  await lee.api.members.setDayPasses({ memberId: ana.id, expected: 6, value: 0, reason: 'Corrected' })
  for (const who of [ana, lee]) await who.api.calendarFeed.create({})
  for (const [name, ...values] of changedSettings) for (const value of values) await setSetting(lee, name, value)
  return { club, ana, lee, pat, zoe, uma, afternoon, later }
}

const cardSetup: Setup = { ...firstSetup, distances: [18] }
export const card = { cardId: 'a-card-of-two', setup: cardSetup, startedAt: tuesdayEvening, seen: null }
const shot = { value: 'X', spot: { face: 0, x: 0, y: 0 } } as const

/** The first end on a scorer's card, all gold. */
export function firstEnd(keeper: string) {
  const values = Array.from({ length: cardSetup.arrowsPerEnd }, () => 'X' as const)
  const changes = values.map((_, slot) => ({ id: `by-${keeper}-${slot}`, slot, upon: null, arrow: shot, why: '' }))
  return { ...card, changes, confirms: [{ end: 0, values }] }
}

/** The first arrow edited twice; the second edit is based on a value that has changed since. */
export function lookedAgain(keeper: string) {
  const again = { slot: 0, upon: `by-${keeper}-0`, why: 'Looked again' }
  const arrows = [shot, arrowAt(cardSetup, { face: 0, x: 300, y: 0 })]
  return arrows.map((arrow, n) => ({ ...card, changes: [{ ...again, id: `by-${keeper}-again-${n}`, arrow }] }))
}
