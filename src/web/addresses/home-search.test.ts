import { expect, test } from 'vitest'
import { readHomeSearch } from './home-search.ts'

test('the address names a dialog or a map, never both, and nothing that there is not', () => {
  expect(readHomeSearch({ open: 'pass' })).toEqual({ open: 'pass' })
  expect(readHomeSearch({ map: 'carpool' })).toEqual({ map: 'carpool' })
  expect(readHomeSearch({ open: 'pass', map: 'range' })).toEqual({ open: 'pass' })
  expect(readHomeSearch({ open: 'nothing', map: 'range' })).toEqual({ map: 'range' })
  for (const map of ['moon', '', 1, ['range'], null, undefined]) expect(readHomeSearch({ map })).toEqual({})
})
