import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { exportKinds } from '#server/features/reports/export-tables.ts'
import { envOf, quiver } from '#test/support/backup.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { doorStore, oneDayPass } from '#test/support/sales.ts'

const typed = (club: TestClub, ...words: string[]) => quiver(envOf(club), ...words)

describe.each(usualEngines)('export (%s)', () => {
  test.for(exportKinds)(
    '%s writes what officers download, for its owner alone, and leaves one row in the log',
    async (kind, { club, kai, practiceId }) => {
      const ana = await club.member({ nameFirst: '=Ana', nameLast: 'Lopez', pass: 'Carpool Range Pass', dayPasses: 2 })
      await kai.api.practices.start({ practiceId })
      await ana.api.practices.checkIn({ practiceId })
      if (kind === 'sales') {
        await kai.api.clubSettings.set({ name: 'storeImport.products', value: doorStore.products, seen: 0 })
        await kai.api.sales.add({ practiceId, memberId: ana.id, ...oneDayPass })
      }
      const file = join(club.dataDir, 'table.csv')
      expect(await typed(club, 'export', kind, file)).toEqual({
        code: 0,
        said: `${kind === 'members' ? '2 rows' : '1 row'} in ${file}`,
        complained: '',
      })
      const written = await readFile(file, 'utf8')
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const rows = club.db.selectFrom('audit').select(['actor', 'target', 'action']).where('action', '=', 'export')
      expect(await rows.execute()).toEqual([{ actor: 'command', action: 'export', target: kind }])
      const { payload } = await kai.send(exportRequest(kind))
      // The audit log has grown by the entries for the command and the download.
      if (kind !== 'audit') expect(payload).toBe(written)
      else expect(payload).toContain(written.split('\r\n')[1])
      expect(written).not.toMatch(/(^|,)"?=/m)
    },
  )

  test('leaves a file that is there already as it is, and says so', async ({ club }) => {
    const file = join(club.dataDir, 'mine.csv')
    await writeFile(file, 'mine')
    const { code, complained } = await typed(club, 'export', 'members', file)
    expect([code, complained]).toEqual([
      1,
      `${file} already exists. Choose another file name, or move that file somewhere else.`,
    ])
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await club.db.selectFrom('audit').selectAll().execute()).toEqual([])
  })
})
