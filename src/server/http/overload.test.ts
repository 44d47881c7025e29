import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { messages } from '#domain/messages.ts'
import { createTestClub } from '#test/support/club.ts'
import { createDoor } from './overload.ts'

/** Keeps everybody waiting, again and again, as more requests than can be answered do. */
async function keepBusy(untilOver: () => Promise<boolean>) {
  while (!(await untilOver())) {
    const begunAt = performance.now()
    while (performance.now() - begunAt < 100);
    await nextTurn()
  }
}

test('while the event loop is late, requests are turned away and told when to come back, and health is not; then all is well (T77)', async () => {
  await using club = await createTestClub('sqlite', {
    overload: { lateMs: 40, lookEveryMs: 100, turnMs: 5, waitMs: 10_000 },
  })
  const ana = await club.member()
  const info = () => ana.send({ method: 'GET', path: '/rpc/info/get' })
  expect((await info()).statusCode).toBe(200)
  await keepBusy(async () => (await info()).statusCode === 503)
  const replies = await Promise.all(
    [
      ['GET', '/rpc/info/get'],
      ['POST', '/rpc/passes/use'],
      ['POST', '/api/v1/session/touch'],
      ['GET', '/live'],
      ['GET', '/healthz'],
      ['GET', '/readyz'],
    ].map(([method = '', path = '']) =>
      ana.send({ method, path, ...(method === 'POST' ? { body: { json: {} } } : {}) }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 200, 200])
  const [reply] = replies
  expect(reply?.json()).toMatchObject({ code: 'UNAVAILABLE', message: messages.serverTrouble })
  expect(reply?.headers['retry-after']).toBe('2')
  expect(reply?.headers['cache-control']).toBe('no-store')
  await expect.poll(async () => (await info()).statusCode, { timeout: 10_000 }).toBe(200)
})

describe('requests that are found waiting together', () => {
  const workMs = 3

  /** Each works for a while once it is let in. @returns who was let in and turned away, in order, and how many turns others had */
  async function crowd(limits: { turnMs: number; waitMs: number }) {
    const comeIn = createDoor(limits)
    const letIn: number[] = []
    const turnedAway: number[] = []
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const one = async (number: number) => {
      if (!(await comeIn())) return turnedAway.push(number)
      const begunAt = performance.now()
      while (performance.now() - begunAt < workMs);
      return letIn.push(number)
    }
    // All in one turn, and each by itself, as requests are.
    await Promise.all(Array.from({ length: 40 }, (_, number) => nextTurn().then(() => one(number))))
    isOver = true
    return { letIn, turnedAway, turns, comeIn }
  }

  test('are worked on in order, and everything else has its turn between (T77)', async () => {
    const { letIn, turnedAway, turns } = await crowd({ turnMs: 5, waitMs: 60_000 })
    expect(letIn).toEqual(Array.from({ length: 40 }, (_, number) => number))
    expect(turnedAway).toEqual([])
    expect(turns).toBeGreaterThanOrEqual(15)
    const control = await crowd({ turnMs: 60_000, waitMs: 60_000 })
    expect(control.turns).toBeLessThan(5)
  })

  test('are turned away when they have waited for too long, and the next one finds the door open', async () => {
    const { letIn, turnedAway, comeIn } = await crowd({ turnMs: 5, waitMs: 50 })
    expect(letIn.length).toBeGreaterThan(0)
    expect(turnedAway.length).toBeGreaterThan(5)
    expect([...letIn, ...turnedAway].toSorted((a, b) => a - b)).toHaveLength(40)
    await nextTurn()
    expect(await comeIn()).toBe(true)
  })
})
