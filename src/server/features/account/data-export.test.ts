import { sql } from 'kysely'
import { expect } from 'vitest'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { schemaVersion } from '#server/db/migrate.ts'
import { tablesAt } from '#server/ops/backup/tables.ts'
import { describe, goodPassword, test, usualEngines } from '#test/support/club-test.ts'
import { createWholePerson, personalWords } from '#test/support/full-member.ts'
import { insert } from '#test/support/insert.ts'
import { exportOwnData } from '#test/support/own-data.ts'
import { exportersByTable, personalDataPieces, readInPortions } from './data-export.ts'

const password = goodPassword
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.each(usualEngines)('the data of a member (%s)', () => {
  // Shows: ASVS 3.3.4
  test('is in the file, in words, without others’, tokens, hashes, and sealed links', async ({ club }) => {
    const { me, kai, ben } = await createWholePerson(club)
    await kai.api.practices.removeAttendee({
      practiceId: (await ben.api.home.get()).live?.practice.id ?? '',
      memberId: me.id,
    })
    const data = await exportOwnData(me, { password })
    for (const word of Object.values(personalWords)) expect(JSON.stringify(data)).toContain(word)
    expect(data.about).toMatchObject({ club: 'Archery Club', exportedAt: '2026-11-24T22:50:00.000Z' })
    expect(data.profile).toMatchObject({ hasCar: true, carCapacity: 7, rm01Completed: true, bowType: 'Barebow' })
    expect(data.profile).toMatchObject({ showGoing: true })
    expect(data.answers).toMatchObject([{ practice: 'Thursday evening', answer: 'driver' }])
    expect(data.practicesStarted).toMatchObject([{ practice: 'Tuesday evening' }])
    expect(data.ledger).toContainEqual(expect.objectContaining({ currency: 'day-passes', amount: -1, by: 'you' }))
    expect(data.log).toContainEqual(
      expect.objectContaining({
        by: 'someone else',
        what: 'attendance.remove',
        about: 'Tuesday evening (2026-11-24) you',
        before: expect.objectContaining({ checkedInBy: 'you' }),
      }),
    )
    expect(data.sessions).toHaveLength(1)
    expect(data.links).toMatchObject([{ for: 'reset' }])
    expect(data.mails?.map(({ kind }) => kind)).toEqual(['password-changed'])
    const text = JSON.stringify(data)
    for (const stranger of [kai.id, ben.id, kai.email, ben.email]) expect(text).not.toContain(stranger)
    const account = club.db.selectFrom('account').select('password').where('userId', '=', me.id)
    const { password: hash } = await account.executeTakeFirstOrThrow()
    const { identifier } = await club.db.selectFrom('verification').select('identifier').executeTakeFirstOrThrow()
    for (const secret of [hash ?? '?', me.token, identifier.split(':')[1] ?? '?']) expect(text).not.toContain(secret)
  })

  // Shows: T100
  test('includes every table that refers to a member', async ({ club }) => {
    const { me } = await createWholePerson(club)
    const facts = { db: club.db, ctx: club.ctx, id: me.id, email: me.email, say: (text: string) => text }
    for (const [table, read] of Object.entries(exportersByTable)) {
      // The column that refers to a person can have any name, so every row with the id or the address counts.
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(snake(table))}`.execute(
        club.db.withoutPlugins(),
      )
      const about = rows.filter((row) => Object.values(row).some((value) => [me.id, me.email].includes(String(value))))
      if (read === null) expect([table, about]).toEqual([table, []])
      else if (about.length > 0 && table !== 'account') {
        const sections = []
        for await (const portion of readInPortions(read, facts)) sections.push(...Object.values(portion))
        expect([table, sections.some((section) => Object.keys(section).length > 0)]).toEqual([table, true])
      }
    }
    const tables = (await tablesAt(schemaVersion)).map(({ name }) => name)
    expect(Object.keys(exportersByTable).map(snake).sort()).toEqual(tables.toSorted())
  })

  // Shows: T100, B16
  test('is sent while it is read, and one file at a time', async ({ club, ana }) => {
    const setup = { ...firstSetup, rounds: 10, ends: 6, arrowsPerEnd: 6 }
    const slots = Array.from({ length: 360 }, (_, i) => ({
      change: `change-${i}`,
      before: [],
      why: 'x'.repeat(120),
      arrow: { value: 10, spot: { face: 0, x: 1.25, y: -1.25 } },
    }))
    const now = new Date(club.clock.now()).toISOString()
    for (let i = 0; i < 40; i++) {
      const id = `card-${String(i).padStart(4, '0')}`
      const card = { id, memberId: ana.id, setup: JSON.stringify(setup), summary: '{}', startedAt: now, updatedAt: now }
      const none = { removedAt: null, secondId: null, inviteCode: null, inviteUntil: null }
      await insert(club.db, 'scorecard', { ...card, ...none })
      const sheet = { cardId: id, keeperId: ana.id, slots: JSON.stringify(slots), version: 360, confirmed: '[]' }
      await insert(club.db, 'scorecardSheet', sheet)
    }
    const largest = { bytes: 0 }
    for await (const piece of personalDataPieces(club.ctx, ana)) largest.bytes = Math.max(largest.bytes, piece.length)
    const data = await exportOwnData(ana, { password })
    expect(data.scoresWritten).toHaveLength(40)
    const all = JSON.stringify(data).length
    expect(all).toBeGreaterThan(2_500_000)
    // In two batches of twenty cards, neither holds nearly all of it.
    expect(largest.bytes).toBeLessThan(all * 0.55)
    // A new download replaces the previous one, whose phone may be gone without having closed it. Password checks are
    // instant here, so that the downloads overlap.
    club.ctx.hashing = { hash: async () => 'plain', verify: async () => true }
    const four = await Promise.allSettled(Array.from({ length: 4 }, () => exportOwnData(ana, { password })))
    expect(four.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    await exportOwnData(ana, { password })
  })
})
