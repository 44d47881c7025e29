import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ClubEnv, createPlaces, envOf, manifestOf, quiver, rowsIn } from '#test/support/backup.ts'
import { createTestClub, type EngineName, engines, type TestClub } from '#test/support/club.ts'
import { auditRow, createUsedClub } from '#test/support/corruptions/used-club.ts'

/** Tables that a restore changes on purpose. */
const ended = ['session', 'kiosk', 'verification', 'push_subscription']
const changed = ['mail_outbox', 'awaiting_preview', 'topic_version', 'feed_token', 'scorecard', ...ended]
const oddWords = [
  '',
  'null',
  '0',
  ' \t\r\n\u0001\u007f ',
  '"quoted" \\n {"integer":"1"}',
  'one\u2028line\u2029only',
  'zoë ﬃ ￿ 😀 👩🏽‍🎯 \u{10FFFF}',
  "'; drop table member; --",
  'x'.repeat(100_000),
]

async function plantOddities({ club, ana, ahead }: Awaited<ReturnType<typeof createUsedClub>>) {
  const { db } = club
  for (const reason of oddWords) {
    const row = auditRow({ actor: ana.id, action: 'odd', target: reason.slice(0, 40), after: '[{"a":null}]' })
    await db
      .insertInto('audit')
      .values({ ...row, reason })
      .execute()
  }
  await db.updateTable('practice').set({ attendanceLimit: 2_147_483_647 }).where('id', '=', ahead).execute()
  const mail = { kind: 'already-member', userId: ana.id, createdAt: '2026-11-24T22:50:00.000Z', lastError: null }
  const waiting = { ...mail, nextTryAt: '9999-01-01T00:00:00.000Z', failedAt: null }
  await db
    .insertInto('mailOutbox')
    .values([
      { ...waiting, id: 'waiting', sealed: 'sealed', sentAt: null },
      { ...waiting, id: 'sent', sealed: null, sentAt: '2026-11-24T22:50:01.000Z' },
    ])
    .execute()
  await mkdir(join(club.dataDir, 'files', 'pictures'), { recursive: true })
  await writeFile(join(club.dataDir, 'files', 'pictures', 'ana.webp'), Buffer.from([0, 255, 10, 13]))
  await writeFile(join(club.dataDir, 'files', 'empty'), '')
}

/** Starts the server again on the restored data. */
const open = (engine: EngineName, env: ClubEnv): Promise<TestClub> =>
  createTestClub(engine, { env, beside: { databaseUrl: env.DATABASE_URL ?? null } })

describe.each(engines)('a backup of a club on %s', (from) => {
  // Shows: T73
  test.each(engines)('restored into %s is that club, row by row and file by file', async (to) => {
    await using places = createPlaces()
    const used = await createUsedClub(from)
    await using club = used.club
    await plantOddities(used)
    const [first, second] = [places.fresh(), places.fresh()]
    const taken = await quiver(envOf(club), 'backup', first)
    expect(taken).toMatchObject({ code: 0, complained: '' })
    expect(taken.said).toMatch(/^Backed up 45 tables \(\d+ rows\) and 2 files to \S+ in \d\.\d s\.$/)

    const env = await places.empty(to)
    const restored = await quiver(env, 'restore', first)
    expect(restored).toMatchObject({ code: 0, complained: '' })
    expect(restored.said).toMatch(/^Restored 45 tables .*, as of \S+Z, in \d\.\d s\.\nok /)
    expect(restored.said).toMatch(/\nAll 24 checks passed\.$/)

    expect(await quiver(env, 'backup', second)).toMatchObject({ code: 0 })
    const [before, after] = [await manifestOf(first), await manifestOf(second)]
    expect([before.engine, after.engine]).toEqual([from, to])
    expect(after.files).toEqual(before.files)
    const names = Object.keys(before.tables).filter((name) => !changed.includes(name))
    for (const name of names) expect([name, after.tables[name]]).toEqual([name, before.tables[name]])
    for (const name of ended) expect([name, after.tables[name]?.rows]).toEqual([name, 0])
    for (const name of ['feed_token', 'scorecard'])
      expect([name, after.tables[name]?.rows]).toEqual([name, before.tables[name]?.rows])
    const reasons = (await rowsIn(second, 'audit')).filter((row) => row.action === 'odd').map((row) => row.reason)
    expect(reasons.sort()).toEqual(oddWords.toSorted())

    await using again = await open(to, env)
    const ana = await again.loggedIn(used.ana.email)
    expect((await ana.api.home.get({})).live?.practice.id).toBe(used.live)
    const kai = await again.loggedIn(used.kai.email)
    await kai.api.practices.endEarly({ practiceId: used.live })
  })

  test('restored sends no email that waited, and is ahead of every screen that was open', async () => {
    await using places = createPlaces()
    const used = await createUsedClub(from)
    await using club = used.club
    await plantOddities(used)
    await club.db.insertInto('awaitingPreview').values({ kind: 'remind', turnedOnAt: null }).execute()
    const first = places.fresh()
    await quiver(envOf(club), 'backup', first)
    const [env, second] = [await places.empty(from), places.fresh()]
    await quiver(env, 'restore', first)
    await quiver(env, 'backup', second)
    const emailIn = async (backup: string, which: string) =>
      (await rowsIn(backup, 'mail_outbox')).find(({ id }) => id === which)
    const failed = { sealed: null, sent_at: null, failed_at: expect.any(String) }
    expect(await emailIn(second, 'waiting')).toMatchObject(failed)
    expect(await emailIn(second, 'sent')).toEqual(await emailIn(first, 'sent'))
    // Neither does it send what became due since the backup, nor what an officer has yet to turn on.
    const onSince = (await rowsIn(second, 'awaiting_preview')).map((row) => [row.kind, row.turned_on_at])
    expect(Object.fromEntries(onSince)).toEqual({
      ...{ week: expect.any(String), balance: expect.any(String) },
      remind: null,
    })
    const topics = await rowsIn(second, 'topic_version')
    const expected = ['practices', 'live', 'members', `member:${used.ben.id}`]
    expect(topics.map(({ topic }) => topic)).toEqual(expect.arrayContaining(expected))
    const secondsOfTheYear = (Date.now() - Date.UTC(2026, 0, 1)) / 1000
    for (const { version } of topics) expect(Number(version)).toBeGreaterThan(secondsOfTheYear - 600)
  })
})
