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

test('an error is thrown to the calls of its batch alone', async () => {
  let isBroken = true
  const work = createBatches(
    async (items: number[]) => {
      if (isBroken) throw new Error('the database is down')
      return items
    },
    { lingersForMs: 0 },
  )
  const failed = await Promise.allSettled([work(1), work(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await work(3)).toBe(3)
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

test('in a rush a batch waits until it is as large as the last one, and a call that comes alone does not wait', async () => {
  const sizes: number[] = []
  const work = createBatches(
    async (items: number[]) => {
      sizes.push(items.length)
      return items
    },
    { lingersForMs: 10_000 },
  )
  await work(1)
  await work(2)
  await Promise.all([work(1), work(2), work(3)])
  const early = [work(1), work(2)]
  await pause(20)
  expect(sizes).toEqual([1, 1, 3])
  await Promise.all([...early, work(3)])
  expect(sizes).toEqual([1, 1, 3, 3])
})

test('a batch in a rush does not wait for long, and the one after it not at all', async () => {
  const work = createBatches(async (items: number[]) => items, { lingersForMs: 50 })
  await Promise.all([work(1), work(2)])
  const begunAt = performance.now()
  await work(1)
  const waitedMs = performance.now() - begunAt
  expect(waitedMs).toBeGreaterThan(40)
  await work(2)
  expect(performance.now() - begunAt - waitedMs).toBeLessThan(40)
})
