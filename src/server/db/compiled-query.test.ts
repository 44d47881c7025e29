import { expect, test, vi } from 'vitest'
import { createTestClub, engines } from '#test/support/club.ts'
import { compiled } from './compiled-query.ts'
import type { Db, Tx } from './database.ts'

function membersQuery() {
  const build = vi.fn((db: Db | Tx, { ids, least }: { ids: string[]; least: number }) =>
    db.selectFrom('member').select(['id', 'dayPasses']).where('id', 'in', ids).where('dayPasses', '>=', least),
  )
  return { build, find: compiled(build) }
}

test.each(engines)('a query is built once, and again for another number of values (%s)', async (engine) => {
  await using club = await createTestClub(engine)
  const { build, find } = membersQuery()
  const [ana, ben] = [await club.member({ dayPasses: 1 }), await club.member({ dayPasses: 3 })]
  expect(await find(club.db, { ids: [ana.id], least: 1 })).toEqual([{ id: ana.id, dayPasses: 1 }])
  expect(await find(club.db, { ids: [ben.id], least: 4 })).toEqual([])
  expect(build).toHaveBeenCalledTimes(1)
  expect(await find(club.db, { ids: [ana.id, ben.id], least: 2 })).toEqual([{ id: ben.id, dayPasses: 3 }])
  await club.ctx.write(async (tx) => {
    expect(await find(tx, { ids: [ben.id, ana.id], least: 1 })).toHaveLength(2)
  })
  expect(build).toHaveBeenCalledTimes(2)
})
