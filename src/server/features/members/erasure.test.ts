import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { createPlaces, envOf, quiver } from '#test/support/backup.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, goodPassword, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { createWholePerson, findInFiles, findInTables, personalWords } from '#test/support/full-member.ts'

const words = Object.values(personalWords)
const thirtyDays = 30 * 86_400_000

/** The three ways someone is erased permanently. */
const ways: [string, (club: TestClub, me: TestMember, kai: TestMember) => Promise<unknown>][] = [
  ['their own deletion', (_club, me) => me.api.account.delete({ password: goodPassword })],
  [
    '“Erase now”',
    async (club, me, kai) => {
      await kai.api.members.remove({ memberId: me.id })
      await club.letADayPass()
      await kai.api.members.erase({ memberId: me.id })
    },
  ],
  [
    'the job, thirty days after the removal',
    async (club, me, kai) => {
      await kai.api.members.remove({ memberId: me.id })
      const removed = club.clock.now()
      club.clock.set(new Date(removed + thirtyDays - 60_000).toISOString())
      await deleteExpired(club.ctx)
      if ((await me.row()).erasedAt !== null) throw new Error('They were erased too early.')
      club.clock.set(new Date(removed + thirtyDays).toISOString())
      await deleteExpired(club.ctx)
    },
  ],
]

describe.each(usualEngines)('after an erasure (%s)', (engine) => {
  // Shows: T100, ASVS 14.2.4
  test.each(ways)(
    'by %s nothing of theirs is found in tables, files, log or a fresh backup, and every head counts',
    async (_, erase) => {
      await using places = await createPlaces()
      await using club = await createTestClub(engine)
      const { me, kai, practiceId } = await createWholePerson(club)
      await kai.api.practices.endEarly({ practiceId })
      const before = await findInTables(club, words)
      expect(new Set(before.map((line) => line.split(': ')[1]))).toEqual(new Set(words))
      const earlier = places.fresh()
      expect(await quiver(envOf(club), 'backup', earlier)).toMatchObject({ code: 0 })
      // Negative control: the search does find the words before the erasure.
      expect(await wordsIn(earlier)).toEqual(new Set(words))
      expect(await club.ctx.files.list()).toHaveLength(4)
      const heads = await headsOf(club)
      await erase(club, me, kai)
      expect(await findInTables(club, words)).toEqual([])
      if (engine === 'sqlite') expect(await findInFiles(club.dataDir, words)).toEqual([])
      expect(await club.ctx.files.list()).toEqual([])
      const folder = places.fresh()
      expect(await quiver(envOf(club), 'backup', folder)).toMatchObject({ code: 0 })
      expect(await wordsIn(folder)).toEqual(new Set())
      expect(await headsOf(club)).toEqual(heads)
      expect(await brokenRules(club.ctx)).toEqual([])
    },
  )
})

/** Attendance count per practice. */
async function headsOf({ db }: TestClub) {
  const rows = await db.selectFrom('attendance').select('practiceId').execute()
  return Object.fromEntries([...Map.groupBy(rows, ({ practiceId }) => practiceId)].map(([id, all]) => [id, all.length]))
}

/** Which of the words appear in any file of a folder, compressed or not. */
async function wordsIn(folder: string) {
  const found = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    const text = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1').toLowerCase()
    for (const word of words) if (text.includes(word.toLowerCase())) found.add(word)
  }
  return found
}
