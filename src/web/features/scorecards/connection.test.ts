import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** IndexedDB as on a phone: connections die without an event. */
function fakeBrowser() {
  const made: FakeDatabase[] = []
  class FakeDatabase {
    dead = false
    closed = false
    read = vi.fn(async () => {
      if (this.dead || this.closed) throw new Error('Connection lost')
      return 'arrows'
    })
    close() {
      this.closed = true
    }
  }
  async function open() {
    const database = new FakeDatabase()
    made.push(database)
    return database
  }
  return { open, made }
}

function connected() {
  const fake = fakeBrowser()
  return { fake, use: createConnection(fake.open, 3000) }
}

type Fake = ReturnType<typeof fakeBrowser>
const read = (database: Fake['made'][number]) => database.read()

function the(fake: Fake, at: number) {
  const database = fake.made[at]
  if (!database) throw new Error(`no connection ${at} was made`)
  return database
}

test('a connection that died in the background is replaced once for all who used it', async () => {
  const { fake, use } = connected()
  await use(read)
  the(fake, 0).dead = true
  expect(await Promise.all([use(read), use(read), use(read)])).toEqual(['arrows', 'arrows', 'arrows'])
  expect(the(fake, 0).closed).toBe(true)
  await use(read)
  expect(fake.made).toHaveLength(2)
})

test('what gets no response has its second try in time, and then fails', async () => {
  const { fake, use } = connected()
  const stuck = vi.fn(() => new Promise(() => {}))
  const failed = expect(use(stuck)).rejects.toThrow('in time')
  await vi.advanceTimersByTimeAsync(3000)
  expect([stuck.mock.calls.length, the(fake, 0).closed]).toEqual([2, true])
  await vi.advanceTimersByTimeAsync(3000)
  await failed
  expect(await use(read)).toBe('arrows')
})

test('one that is opened once and kept stays dead, and silent (negative control)', async () => {
  const fake = fakeBrowser()
  const kept = fake.open()
  const use = async (act: typeof read) => act(await kept)
  await use(read)
  the(fake, 0).dead = true
  await expect(use(read)).rejects.toThrow('Connection lost')
  await expect(use(read)).rejects.toThrow('Connection lost')
})
