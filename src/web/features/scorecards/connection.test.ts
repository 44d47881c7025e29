import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  let lost: (gone: FakeDatabase) => void = () => {}
  async function open(tell: typeof lost) {
    lost = tell
    const database = new FakeDatabase()
    made.push(database)
    return database
  }
  return { open, made, say: (gone: FakeDatabase) => lost(gone) }
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

describe('a connection that died in the background', () => {
  test('is replaced once for all who used it, and what failed on it is done on the new one', async () => {
    const { fake, use } = connected()
    await use(read)
    the(fake, 0).dead = true
    expect(await Promise.all([use(read), use(read), use(read)])).toEqual(['arrows', 'arrows', 'arrows'])
    expect(the(fake, 0).closed).toBe(true)
    await use(read)
    expect(fake.made).toHaveLength(2)
  })

  test('is replaced before the next use where the browser says that it closed it', async () => {
    const { fake, use } = connected()
    await use(read)
    fake.say(the(fake, 0))
    await use(read)
    expect(fake.made).toHaveLength(2)
    expect(the(fake, 0).read).toHaveBeenCalledTimes(1)
    // A late event about the old connection doesn't affect the new one.
    fake.say(the(fake, 0))
    await use(read)
    expect(fake.made).toHaveLength(2)
  })
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

/** Control: a connection that is opened once and cached stays dead, so the tests above show the effect of reopening. */
test('one that is opened once and kept stays dead, and silent', async () => {
  const fake = fakeBrowser()
  const kept = fake.open(() => {})
  const use = async (act: typeof read) => act(await kept)
  await use(read)
  the(fake, 0).dead = true
  await expect(use(read)).rejects.toThrow('Connection lost')
  await expect(use(read)).rejects.toThrow('Connection lost')
})
