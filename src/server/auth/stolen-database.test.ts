import { sql } from 'kysely'
import { expect } from 'vitest'
import { schemaVersion } from '#server/db/migrate.ts'
import { tablesAt } from '#server/ops/backup/tables.ts'
import { describe, engines, type TestClub, test } from '#test/support/club-test.ts'
import { sessionCookie } from './cookies.ts'
import { newLink } from './email-tokens.ts'

/** A session cookie with a valid signature. */
function signed({ ctx }: TestClub, token: string) {
  return sessionCookie(ctx.baseUrl, ctx.secrets, token, 1).split(';')[0] ?? ''
}

async function whoIs(club: TestClub, token: string) {
  const { person } = await club.caller(signed(club, token)).api.session.get()
  return person?.userId ?? null
}

/** Every value in every row, and every part of one that could be a token. */
async function wordsIn(club: TestClub) {
  const words = new Set<string>()
  for (const { name } of await tablesAt(schemaVersion)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      club.db.withoutPlugins(),
    )
    for (const value of rows.flatMap((row) => Object.values(row)))
      for (const word of [String(value), ...(String(value).match(/[\w-]{8,}/g) ?? [])]) words.add(word)
  }
  return [...words].filter((word) => word !== '' && !/[;\s]/.test(word))
}

describe.each(engines)('a copy of the database (%s)', () => {
  // Shows: T10
  test('gives no one a session, a calendar, or a new password, whoever can also sign cookies', async ({ club }) => {
    const ana = await club.member({ keep: true })
    const kai = await club.officer()
    await ana.api.calendarFeed.create({})
    await club.ctx.write((tx) => newLink(tx, 'reset', ana.id, club.clock.now()))
    const words = await wordsIn(club)
    // Positive control: the rows are read, and a real token works.
    expect(words).toEqual(expect.arrayContaining([ana.id, kai.id]))
    expect([await whoIs(club, ana.token), await whoIs(club, kai.token)]).toEqual([ana.id, kai.id])
    expect(words.filter((word) => word.includes(ana.token) || word.includes(kai.token))).toEqual([])
    for (const word of words) {
      expect([word, await whoIs(club, word)]).toEqual([word, null])
      const feed = await club.visitor().send({ method: 'GET', path: `/calendar/${encodeURIComponent(word)}.ics` })
      expect([word, feed.statusCode]).not.toEqual([word, 200])
      if (!/^[\w-]{20,}$/.test(word)) continue
      const body = { token: word, newPassword: 'quiet river in november' }
      const reset = await club.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body })
      expect([word, reset.statusCode]).toEqual([word, 400])
    }
  })
})
