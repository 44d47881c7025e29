import { expect } from 'vitest'
import type { Reply } from '#domain/rsvp.ts'
import { describe, engines, outcomeOf, type TestClub, type TestMember, test } from '#test/support/club-test.ts'
import { replyToken } from './reply-token.ts'

const tokenOf = (club: TestClub, { id }: TestMember, practiceId: string) => replyToken(club.ctx.secrets, id, practiceId)
/** Without a session, as from an email. */
const reply = (club: TestClub, token: string, answer: Reply, carCapacity?: number) =>
  club.visitor().api.replyLinks.answer({ token, answer, ...(carCapacity !== undefined && { carCapacity }) })
const opened = (club: TestClub, token: string) => club.visitor().api.replyLinks.open({ token })

describe.each(engines)('a reply link (%s)', () => {
  test('replies for its member and practice, with the same result however often', async ({ club, ana, practiceId }) => {
    const token = tokenOf(club, ana, practiceId)
    expect(await opened(club, token)).toMatchObject({ nameFirst: 'Avery', spotsLeft: null, myAnswer: null })
    const first = await reply(club, token, 'archer')
    for (let again = 0; again < 5; again++) expect(await reply(club, token, 'archer')).toEqual(first)
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'archer', archers: 1 })
    await Promise.all((['archer', 'cant-come'] as const).map((answer) => reply(club, token, answer)))
    const rows = [
      ...(await club.db.selectFrom('rsvp').select('memberId').execute()),
      ...(await club.db.selectFrom('cantCome').select('memberId').execute()),
    ]
    expect(rows).toEqual([{ memberId: ana.id }])
  })

  test('puts the member on the waitlist of a full practice, and saves a driver’s first car', async ({
    club,
    kai,
    ana,
    ben,
    practiceId,
  }) => {
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    const token = tokenOf(club, ana, practiceId)
    expect(await outcomeOf(reply(club, token, 'driver'))).toBe('no-car')
    expect(await reply(club, token, 'driver', 4)).toMatchObject({ myAnswer: 'driver', myPosition: 1, hasCar: true })
    expect(await ana.api.profile.get()).toMatchObject({ hasCar: true, carCapacity: 4 })
  })

  test('is refused with its reason once the practice has started, and to members who were removed', async ({
    club,
    ana,
    ben,
    practiceId,
  }) => {
    const [ofAna, ofBen] = [tokenOf(club, ana, practiceId), tokenOf(club, ben, practiceId)]
    await club.db
      .updateTable('member')
      .set({ removedAt: '2026-11-24T22:50:00.000Z' })
      .where('id', '=', ben.id)
      .execute()
    const wrong = [ofBen, `${ofAna.startsWith('A') ? 'B' : 'A'}${ofAna.slice(1)}`, club.ctx.secrets.seal('x'), 'x']
    const ways = (token: string) => [opened(club, token), reply(club, token, 'archer')]
    for (const token of wrong) for (const way of ways(token)) expect(await outcomeOf(way)).toBe('link-unknown')
    for (const [now, reason] of [
      ['2026-11-24T23:00:00.000Z', 'practice-started'],
      ['2026-11-25T01:00:00.000Z', 'practice-over'],
    ] as const) {
      club.clock.set(now)
      for (const way of ways(ofAna)) expect(await outcomeOf(way)).toBe(reason)
      expect((await club.app.inject({ url: `/reply/${ofAna}/practice.ics` })).statusCode).toBe(404)
    }
  })

  test('adds the practice to a calendar under the same UID as the member’s feed', async ({ club, ana, practiceId }) => {
    const uidIn = (file: string) => /^UID:(.*)$/m.exec(file)?.[1]?.trim()
    const file = await club.app.inject({ url: `/reply/${tokenOf(club, ana, practiceId)}/practice.ics` })
    await ana.api.calendarFeed.create({})
    const link = (await ana.api.calendarFeed.get()).feed?.url ?? ''
    const feed = await club.app.inject({ url: new URL(link).pathname })
    expect(uidIn(file.body)).toMatch(/@quiver$/)
    expect(uidIn(file.body)).toBe(uidIn(feed.body))
  })
})
