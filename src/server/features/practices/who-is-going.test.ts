import { expect } from 'vitest'
import type { HomeChange } from '#domain/live-topics.ts'
import {
  createTestClub,
  describe,
  engines,
  goodPassword,
  six,
  type TestClub,
  type TestMember,
  test,
  usualEngines,
} from '#test/support/club-test.ts'
import { collect, listen } from '#test/support/live-stream.ts'

/** All that a member can read about a practice, as the bytes that reach the browser. */
async function readAll(reader: Pick<TestMember, 'send'>, practiceId: string) {
  const list = `/rpc/whoIsGoing/get?data=${encodeURIComponent(JSON.stringify({ json: { practiceId } }))}`
  const paths = ['/rpc/home/get', '/rpc/myPractices/get', list, `/api/v1/practices/${practiceId}/going`]
  const replies = await Promise.all(paths.map((path) => reader.send({ method: 'GET', path })))
  for (const { statusCode } of replies) expect(statusCode).toBe(200)
  return replies.map(({ payload }) => payload)
}

/** Ways to be no longer shown, though the member once was. */
const ways: [string, (facts: { club: TestClub; hal: TestMember; practiceId: string }) => Promise<unknown>][] = [
  ['says no', ({ hal }) => hal.api.profile.setShowGoing({ show: false })],
  [
    'has never chosen',
    ({ club, hal }) => club.db.updateTable('member').set({ showGoing: null }).where('id', '=', hal.id).execute(),
  ],
  [
    'is on the waitlist',
    ({ club, hal }) => club.db.updateTable('rsvp').set({ waiting: 1 }).where('memberId', '=', hal.id).execute(),
  ],
  ['can’t come', ({ hal, practiceId }) => hal.api.practices.answer({ practiceId, answer: 'cant-come' })],
  ['clears their RSVP', ({ hal, practiceId }) => hal.api.practices.answer({ practiceId, answer: null })],
  ['is removed', async ({ club, hal }) => (await club.officer()).api.members.remove({ memberId: hal.id })],
  ['is erased', ({ hal }) => hal.api.account.delete({ password: goodPassword })],
  [
    'is going to a practice that is canceled',
    ({ club, practiceId }) =>
      club.db.updateTable('practice').set({ cancelledAt: six }).where('id', '=', practiceId).execute(),
  ],
  [
    'is going to a practice that has started',
    async ({ club, practiceId }) => (await club.officer()).api.practices.start({ practiceId }),
  ],
]

describe.each(engines)('who’s going (%s)', (engine) => {
  // Shows: T24
  test.for(ways)('names no one who %s', async ([, hide], { club, ben, practiceId }) => {
    const hal = await club.member({ nameFirst: 'Halcyon', nameLast: 'Hidden' })
    for (const who of [hal, ben]) await who.api.practices.answer({ practiceId, answer: 'archer' })
    for (const payload of await readAll(ben, practiceId)) expect(payload).not.toMatch(/Halcyon|Hidden/)
    // The control: after a yes, every payload has the name.
    await hal.api.profile.setShowGoing({ show: true })
    for (const payload of await readAll(ben, practiceId)) expect(payload).toMatch(/Halcyon Hidden/)
    await hide({ club, hal, practiceId })
    // As after any write.
    await club.ctx.write(async (_tx, announce) => announce('practices', 'live'))
    const left = (await readAll(ben, practiceId)).join()
    expect(left).not.toMatch(/Halcyon|Hidden/)
    expect(left).not.toContain(hal.id)
  })

  test('shows the first five by RSVP, and lists all who said yes', async ({ club, ben, practiceId }) => {
    const other = await club.practice({ startsAt: '2026-11-25T02:00:00.000Z', endsAt: '2026-11-25T03:00:00.000Z' })
    const names = ['Gus', 'Flo', 'Eve', 'Dee', 'Cal', 'Bea', 'Abe']
    for (const nameFirst of names) {
      const car = { hasCar: 1, carCapacity: 3 } as const
      const who = await club.member({ ...car, nameFirst, nameLast: 'Ames', showGoing: nameFirst === 'Dee' ? 0 : 1 })
      await club.clock.advance(1000)
      await who.api.practices.answer({ practiceId, answer: nameFirst === 'Eve' ? 'driver' : 'archer' })
      if (nameFirst === 'Abe') await who.api.practices.answer({ practiceId: other, answer: 'archer' })
    }
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    const { next, upcoming } = await ben.api.home.get()
    const [ahead] = (await ben.api.myPractices.get()).ahead
    for (const card of [next[0], upcoming[0], ahead]) {
      expect(card?.going.map(({ nameFirst }) => nameFirst)).toEqual(['Gus', 'Flo', 'Eve', 'Cal', 'Bea'])
      expect([card?.archers, card?.drivers]).toEqual([7, 1])
    }
    expect(next[1]?.going.map(({ name }) => name)).toEqual(['Abe Ames'])
    const { people, total } = await ben.api.whoIsGoing.get({ practiceId })
    expect(people.map(({ nameFirst }) => nameFirst)).toEqual(['Gus', 'Flo', 'Eve', 'Cal', 'Bea', 'Abe'])
    expect(total).toBe(8)
    expect(Object.keys(people[0] ?? {}).sort()).toEqual(['memberId', 'name', 'nameFirst', 'pictureUrl'])
  })

  test('is shown to no one if the club has turned it off, even with members who said yes', async () => {
    await using club = await createTestClub(engine, { club: { practices: { showWhoIsGoing: false } } })
    const [hal, ben] = [await club.member({ nameFirst: 'Halcyon', showGoing: 1 }), await club.member()]
    const practiceId = await club.practice()
    for (const who of [hal, ben]) await who.api.practices.answer({ practiceId, answer: 'archer' })
    for (const payload of await readAll(ben, practiceId)) expect(payload).not.toContain('Halcyon')
    expect((await ben.api.session.get()).club.showWhoIsGoing).toBe(false)
  })
})

describe.each(usualEngines)('the choice to show it (%s)', () => {
  // Shows: T25
  test('reaches open screens: a face comes and goes, and only that of a member who said yes', async ({ club, ben }) => {
    const [hal, ivy] = [await club.member({ nameFirst: 'Halcyon' }), await club.member({ nameFirst: 'Ivory' })]
    const practiceId = await club.practice()
    for (const who of [hal, ivy]) await who.api.practices.answer({ practiceId, answer: 'archer' })
    await using stream = await listen(club, ben.cookie)
    await stream.next()
    const heard = collect(stream)
    const last = () => heard.map(({ data }) => (data.home as HomeChange | undefined)?.rsvps?.[practiceId]).at(-1)
    await hal.api.profile.setShowGoing({ show: true })
    await expect.poll(last).toMatchObject({ going: [{ memberId: hal.id, nameFirst: 'Halcyon' }] })
    await hal.api.profile.setShowGoing({ show: false })
    await expect.poll(last).toMatchObject({ archers: 2, going: [] })
    expect(JSON.stringify(heard)).not.toContain('Ivory')
    // An RSVP that changes no face carries none.
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    await expect.poll(last).toEqual({ archers: 3, drivers: 0, seats: 0, cantCome: 0 })
  })
})
