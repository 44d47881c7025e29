import { describe, expect, test } from 'vitest'
import type { Problem } from '#web/problem.ts'
import { afterTrouble, type Entry, isTooLate, longestWaitMs, newEntry, nextOf, withAct } from './queue.ts'

const offline: Problem = { kind: 'offline', message: 'Offline.' }
const trouble: Problem = { kind: 'trouble', message: 'Trouble.' }
const refused: Problem = { kind: 'refused', message: 'No.', reason: 'over' }

let keys = 0
const facts = (at = 0) => {
  keys += 1
  return { key: `key-${keys}`, at, title: 'Tuesday' }
}
const answer = (practiceId: string, value: 'archer' | 'driver' | null) =>
  newEntry('answer', { practiceId, answer: value }, facts())
const checkIn = (at = 0) => newEntry('checkIn', { practiceId: 'p' }, facts(at))
const tried = <E extends Entry>(entry: E): E => ({ ...entry, tried: true, state: 'waiting' })

describe('an answer', () => {
  test('takes the place of one that was not tried', () => {
    const [first, second] = [answer('a', 'archer'), answer('a', 'driver')]
    expect(withAct([first], second, null)).toEqual([second])
  })

  test('follows one that may have arrived, in order', () => {
    const first = tried(answer('a', 'archer'))
    const second = answer('a', 'driver')
    expect(withAct([first], second, null)).toEqual([first, second])
    const third = answer('a', 'archer')
    expect(withAct([first, second], third, null)).toEqual([first])
  })

  test('that the server has already is not sent; nor is what was to be sent before it', () => {
    expect(withAct([answer('a', 'archer')], answer('a', null), null)).toEqual([])
    const maybe = tried(answer('a', 'archer'))
    const back = answer('a', null)
    expect(withAct([maybe], back, null)).toEqual([maybe, back])
  })

  test('leaves those to other practices alone', () => {
    const [one, other] = [answer('a', 'archer'), answer('b', 'archer')]
    expect(withAct([one], other, null)).toEqual([one, other])
  })

  test('takes the place of one that was refused', () => {
    const no = afterTrouble(tried(answer('a', 'archer')), refused)
    const next = answer('a', 'driver')
    expect(withAct([no], next, null)).toEqual([next])
  })

  test.each([offline, trouble, { kind: 'signed-out', message: '' } as const])('waits after %o', (problem) => {
    expect(afterTrouble(answer('a', 'archer'), problem)).toMatchObject({ state: 'waiting', waited: true })
  })

  test('waits for as long as it takes', () => {
    expect(isTooLate(afterTrouble(answer('a', 'archer'), offline), longestWaitMs * 100)).toBe(false)
  })
})

describe('Check In and Use Pass', () => {
  test('are done once, however often they are tapped', () => {
    const first = checkIn()
    expect(withAct([first], checkIn())).toEqual([first])
    expect(withAct([tried(first)], checkIn())).toEqual([tried(first)])
  })

  test('go under the same key where nobody knows whether they arrived, and under a new one after a refusal', () => {
    const first = { ...checkIn(), tried: true }
    const [again] = withAct([afterTrouble(first, trouble)], checkIn())
    expect(again).toMatchObject({ key: first.key, state: 'new' })
    const [anew] = withAct([afterTrouble(first, refused)], checkIn())
    expect(anew?.key).not.toBe(first.key)
  })

  test('wait without a connection, for ten minutes, and not for a server in trouble', () => {
    const waiting = afterTrouble(checkIn(1000), offline)
    expect(waiting).toMatchObject({ state: 'waiting', waited: true })
    expect(isTooLate(waiting, 1000 + longestWaitMs - 1)).toBe(false)
    expect(isTooLate(waiting, 1000 + longestWaitMs)).toBe(true)
    expect(afterTrouble(checkIn(), trouble).state).toBe('failed')
  })
})

test('what has failed is passed over; all else keeps its order', () => {
  const [one, two, three] = [answer('a', 'archer'), answer('b', 'archer'), checkIn()]
  expect(nextOf([afterTrouble(one, refused), two, three])).toBe(two)
  expect(nextOf([tried(one), two])).toEqual(tried(one))
  expect(nextOf([afterTrouble(one, refused)])).toBe(null)
  expect(nextOf([one, answer('a', 'driver'), two], [one])).toBe(two)
})
