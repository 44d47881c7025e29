import { describe, expect, test } from 'vitest'
import { createPasswordHashing, createSemaphore, HashingOverload } from './passwords.ts'

describe('a flood of passwords (T18)', () => {
  /** Hashing that finishes only when the test calls the functions in `running`. */
  function slowHashing() {
    const running: (() => void)[] = []
    const hold = <T>(answer: T) => new Promise<T>((resolve) => running.push(() => resolve(answer)))
    const hashing = createPasswordHashing({ hashPassword: () => hold('hash'), verifyPassword: () => hold(true) }, 4)
    return { ...hashing, running }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  // Shows: T18
  test('is checked four at a time, in order', async () => {
    const { hash, verify, running } = slowHashing()
    const done: number[] = []
    for (let i = 0; i < 10; i++) {
      const work = i % 2 ? verify({ hash: 'hash', password: `${i}` }) : hash(`${i}`)
      void work.then(() => done.push(i))
    }
    for (let looked = 0; looked < 10; looked++) {
      await turn()
      expect(running).toHaveLength(Math.min(4, 10 - looked))
      running.shift()?.()
    }
    await turn()
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  // Shows: T18, ASVS 15.2.2
  test('queues 128 more, refuses the next, and accepts one again when one is done', async () => {
    const { hash, running } = slowHashing()
    const taken = Array.from({ length: 4 + 128 }, () => hash('x'))
    await expect(hash('x')).rejects.toThrow(HashingOverload)
    await turn()
    running.shift()?.()
    await turn()
    const next = hash('x')
    await expect(hash('x')).rejects.toThrow(HashingOverload)
    while (running.length > 0) {
      running.shift()?.()
      await turn()
    }
    expect(await Promise.all([...taken, next])).toEqual(Array(133).fill('hash'))
  })

  // Shows: T18
  test('of sign-ups waits in its own queue and holds up no member', async () => {
    const { hash, verify, running } = slowHashing()
    const signUp = () => hash('x', { forSignUp: true })
    const signUps = Array.from({ length: 1 + 128 }, signUp)
    await expect(signUp()).rejects.toThrow(HashingOverload)
    await turn()
    expect(running).toHaveLength(1)
    const looked = verify({ hash: 'hash', password: 'x' })
    await turn()
    running.pop()?.()
    expect(await looked).toBe(true)
    while (running.length > 0) {
      running.shift()?.()
      await turn()
    }
    expect(await Promise.all(signUps)).toHaveLength(129)
  })

  test('has a limit that frees one spot when an attempt ends, even with an error', async () => {
    const { hold } = createSemaphore(2)
    const [one, other] = [Promise.withResolvers(), Promise.withResolvers()]
    const [first, second] = [one, other].map(({ promise }) => hold(() => promise))
    const next = () => hold(async () => 'done')
    await expect(next()).rejects.toThrow(HashingOverload)
    one.reject(new Error('the database is away'))
    await expect(first).rejects.toThrow('away')
    expect(await next()).toBe('done')
    other.resolve('looked at')
    expect(await second).toBe('looked at')
  })
})
