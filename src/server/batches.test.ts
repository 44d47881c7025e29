import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

test('calls that arrive while others are handled are handled together afterwards, at most so many', async () => {
  const batches: number[][] = []
  const double = createBatches(
    async (numbers: number[]) => {
      batches.push(numbers)
      await nextTurn()
      return numbers.map((number) => 2 * number)
    },
    { lingersForMs: 0, mostTogether: 3 },
  )
  const first = double(1)
  await nextTurn()
  expect(await Promise.all([first, ...[2, 3, 4, 5].map(double)])).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('a batch that hangs does not hold up the next one for long', async () => {
  const never = new Promise<number[]>(() => {})
  const work = createBatches((items: number[]) => (items.includes(0) ? never : Promise.resolve(items)), {
    lingersForMs: 0,
  })
  void work(0)
  await nextTurn()
  expect(await Promise.race([work(1), pause(2000)])).toBe(1)
})
