import { expect, test } from 'vitest'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { changeHome } from './projected-home.ts'

const ana = { memberId: 'ana', name: 'Ana', pronouns: [], pictureUrl: '/a.webp' }
const ben = { memberId: 'ben', name: 'Ben', pronouns: ['He/Him'], pictureUrl: '/b.webp' }
const practice = { id: 'tuesday', archers: 2, drivers: 1, seats: 3, cantCome: 0 } as PracticeCard
const later = { ...practice, id: 'friday' }
const home = {
  revision: 10,
  live: { practice, startedBy: 'Kai', attendees: [ana], checkedInAt: null },
  next: [practice],
  upcoming: [practice, later],
  cancelled: [],
  needs: null,
} as unknown as Home
const counts = { archers: 3, drivers: 1, seats: 3, cantCome: 1 }
const joined = { revision: 11, live: { practiceId: 'tuesday', count: 2, added: [ben] } }

test('people who come and go are shown without asking, also if told twice', () => {
  const both = changeHome(home, joined)
  expect(both?.live?.attendees).toEqual([ana, ben])
  expect(changeHome(both as Home, joined)?.live?.attendees).toEqual([ana, ben])
  const left = { revision: 12, live: { practiceId: 'tuesday', count: 1, removed: ['ana'] } }
  expect(changeHome(both as Home, left)?.live?.attendees).toEqual([ben])
  expect(both?.revision).toBe(11)
})

test('RSVP counts change wherever the practice is shown', () => {
  const changed = changeHome(home, { revision: 11, rsvps: { tuesday: counts } })
  expect(changed?.live?.practice).toMatchObject(counts)
  expect(changed?.next[0]).toMatchObject(counts)
  expect(changed?.upcoming).toEqual([{ ...practice, ...counts }, later])
})

test('who shows that they’re going changes only when it is told', () => {
  const ana = { memberId: 'ana', name: 'Ana Ames', nameFirst: 'Ana', pictureUrl: '/a.webp' }
  const shown = changeHome(home, { revision: 11, rsvps: { tuesday: { ...counts, going: [ana] } } }) as Home
  expect([shown.next[0]?.going, shown.upcoming[0]?.going]).toEqual([[ana], [ana]])
  expect(changeHome(shown, { revision: 12, rsvps: { tuesday: counts } })?.next[0]?.going).toEqual([ana])
  const hidden = changeHome(shown, { revision: 12, rsvps: { tuesday: { ...counts, going: [] } } })
  expect(hidden?.next[0]?.going).toEqual([])
})

test('a change that does not concern the page leaves it as it is', () => {
  expect(changeHome(home, { revision: 9 })).toBe(home)
})

test.each([
  ['another practice is live', home, { ...joined, live: { ...joined.live, practiceId: 'friday' } }],
  ['no practice is live here', { ...home, live: null }, joined],
  ['an attendee is missing', home, { ...joined, live: { ...joined.live, count: 3 } }],
  ['the page is newer', { ...home, revision: 12 }, joined],
  [
    'an officer sees the club bows that the change does not tell',
    { ...home, needs: {} } as Home,
    { revision: 11, rsvps: { tuesday: counts } },
  ],
])('the page is asked for if %s', (_why, page, change) => expect(changeHome(page, change)).toBeNull())
