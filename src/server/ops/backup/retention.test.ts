import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '#test/support/empty-folder.ts'
import {
  begunAt,
  deleteExpiredBackups,
  expired,
  listBackups,
  nameOfBackup,
  sortBackupNames,
  toThinOut,
} from './retention.ts'

const day = 24 * 3_600_000
const now = Date.parse('2026-11-24T08:20:00Z')
const names = (...agesInDays: number[]) => agesInDays.map((age) => nameOfBackup(now - age * day))

test('the name of a backup is read back, and nothing else is taken for one', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const second = Math.floor(date.getTime() / 1000) * 1000
      expect(begunAt(nameOfBackup(date.getTime()))).toBe(second)
    }),
  )
  for (const name of ['', 'today', '2026-11-24', '2026-11-24T082000Z.unfinished-x', '2026-19-99T082000Z', '../x'])
    expect([name, begunAt(name)]).toEqual([name, null])
})

describe('of the backups that are kept', () => {
  test('for any clock and any names, the newest stays and only names of backups go', () => {
    const ages = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { maxLength: 50 })
    fc.assert(
      fc.property(ages, fc.integer({ min: 1, max: 60 }), fc.array(fc.string()), (all, keepDays, others) => {
        const kept = [...new Set([...names(...all), ...others])]
        for (const rule of [expired, toThinOut]) {
          const gone = rule(kept, { nowMs: now, keepDays })
          expect(gone).not.toContain(sortBackupNames(kept).at(-1))
          for (const name of gone) expect(begunAt(name)).toBeLessThan(now - day)
        }
      }),
    )
  })

  test('where many come a day, all of the last day stay, and of each before it the first', () => {
    const hourly = names(...Array.from({ length: 24 * 5 }, (_, i) => i / 24))
    const stay = sortBackupNames(hourly).filter(
      (name) => !toThinOut(hourly, { nowMs: now, keepDays: 30 }).includes(name),
    )
    // All of the last 24 hours, and the first of each day before.
    expect(stay.filter((name) => name >= '2026-11-23T082000Z')).toHaveLength(25)
    expect(stay.filter((name) => name < '2026-11-23T082000Z')).toEqual([
      '2026-11-19T092000Z',
      '2026-11-20T002000Z',
      '2026-11-21T002000Z',
      '2026-11-22T002000Z',
      '2026-11-23T002000Z',
    ])
  })

  test('a folder is cleared of what has had its days and of what was broken off, and of nothing else', async () => {
    using made = emptyFolder()
    const { folder } = made
    const [old = '', young = ''] = names(31, 1)
    const brokenOff = [`${young}.unfinished-abc`, `${old}.unfinished-def`]
    for (const name of [old, young, 'mine', ...brokenOff])
      await mkdir(join(folder, name, 'tables'), { recursive: true })
    await utimes(join(folder, `${old}.unfinished-def`), new Date(now - 2 * day), new Date(now - 2 * day))
    await utimes(join(folder, `${young}.unfinished-abc`), new Date(now), new Date(now))
    expect(await listBackups(folder)).toEqual([old, young])
    expect(await deleteExpiredBackups(folder, { nowMs: now, keepDays: 30 })).toEqual([old])
    expect((await readdir(folder)).sort()).toEqual([young, `${young}.unfinished-abc`, 'mine'].sort())
    expect(await listBackups(join(folder, 'nowhere'))).toEqual([])
  })
})
