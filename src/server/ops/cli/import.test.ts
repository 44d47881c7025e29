import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { envOf, quiver } from '#test/support/backup.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { type Sold, storeCsv, storeImport } from '#test/support/store.ts'

const orders: Sold[] = [
  ['#1', '1', 'ana@purdue.edu', 'Ten practices', 1],
  ['#2', '1', 'pat@example.com', 'Practice', 1],
  ['#3', '1', 'ana@purdue.edu', 'Practice', 'two'],
]

async function prepare(club: TestClub) {
  const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Lopez', email: 'ana@purdue.edu' })
  const settings = join(club.dataDir, 'club.config.mjs')
  await writeFile(settings, `export default ${JSON.stringify({ storeImport })}`)
  const file = join(club.dataDir, 'orders.csv')
  await writeFile(file, storeCsv(orders))
  const typed = (...words: string[]) => quiver({ ...envOf(club), CLUB_CONFIG: settings }, 'import', 'store', ...words)
  return { ana, file, typed }
}

describe.each(usualEngines)('import store (%s)', () => {
  test('says what it would do, does it, and does nothing the second time', async ({ club }) => {
    const { ana, file, typed } = await prepare(club)
    const shown = [
      '3 lines, read as UTF-8 with commas.',
      '  Ana Lopez (ana@purdue.edu): +10 paid practices',
      '  line 3, order #2, 1 × Practice, pat@example.com: No member has this email.',
      '  line 4: The quantity “two” isn’t a whole number.',
    ]
    expect(await typed(file, '--dry-run')).toEqual({
      code: 0,
      said: [
        ...shown,
        'Nothing has been changed. Without --dry-run: Imported 1 order for 1 member. 1 order needs review.',
      ].join('\n'),
      complained: '',
    })
    expect((await ana.row()).paidPractices).toBe(0)
    expect(await typed(file)).toEqual({
      code: 0,
      said: [
        ...shown,
        'Imported 1 order for 1 member. 1 order needs review.',
        'Orders that need review are under Resources, Store.',
      ].join('\n'),
      complained: '',
    })
    expect((await ana.row()).paidPractices).toBe(10)
    const log = await club.db.selectFrom('audit').select(['action', 'actor']).orderBy('at').execute()
    expect(log.map(({ action, actor }) => `${actor} ${action}`).toSorted()).toEqual([
      'command member.store',
      'command store.import',
    ])
    const again = await typed(file)
    expect([again.code, again.said.split('\n').at(-1)]).toEqual([0, 'Nothing new in this file.'])
    expect((await ana.row()).paidPractices).toBe(10)
  })
})
