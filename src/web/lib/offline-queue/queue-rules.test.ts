import { describe, expect, test } from 'vitest'
import type { Reply } from '#domain/rsvp.ts'
import type { Problem } from '#web/lib/request.ts'
import {
  afterTrouble,
  type Entry,
  isTooLate,
  longestWaitMs,
  newEntry,
  nextOf,
  waitingScan,
  withEntry,
  withStored,
} from './queue-rules.ts'

const offline: Problem = { kind: 'offline', message: 'Offline.' }
const trouble: Problem = { kind: 'trouble', message: 'Trouble.' }
const refused: Problem = { kind: 'refused', message: 'No.', reason: 'over' }

let keys = 0
const facts = (at = 0) => {
  keys += 1
  return { key: `key-${keys}`, at, title: 'Tuesday' }
}
const rsvp = (practiceId: string, value: Reply | null) => newEntry('answer', { practiceId, answer: value }, facts())
const checkIn = (at = 0) => newEntry('checkIn', { practiceId: 'p' }, facts(at))
const tried = <E extends Entry>(entry: E): E => ({ ...entry, tried: true, state: 'waiting' })

describe('an RSVP', () => {
  const [archer, driver, cantCome] = [rsvp('a', 'archer'), rsvp('a', 'driver'), rsvp('a', 'cant-come')]
  const [withdrawn, again, other] = [rsvp('a', null), rsvp('a', 'archer'), rsvp('b', 'archer')]
  const sent = tried(archer)

  test.each<[what: string, queue: Entry[], next: typeof archer, after: Entry[]]>([
    ['replaces one that was not tried', [archer], driver, [driver]],
    ['that one can’t come does so too', [archer], cantCome, [cantCome]],
    ['gives way to the next even then', [cantCome], driver, [driver]],
    ['follows one that may have arrived', [sent], driver, [sent, driver]],
    ['that says the same as one that may have arrived is not sent', [sent, driver], again, [sent]],
    ['that the server has already is not sent, nor is what was to be sent before it', [archer], withdrawn, []],
    ['that withdraws one that may have arrived is sent', [sent], withdrawn, [sent, withdrawn]],
    ['leaves those to other practices alone', [archer], other, [archer, other]],
    ['replaces one that was refused', [afterTrouble(sent, refused)], driver, [driver]],
  ])('%s', (_, queue, next, after) => {
    expect(withEntry(queue, next, null)).toEqual(after)
  })

  test('that one can’t come is not sent where the server has it', () => {
    expect(withEntry([archer], cantCome, 'cant-come')).toEqual([])
  })

  test.each([offline, trouble, { kind: 'signed-out', message: '' } as const])('waits after %o', (problem) => {
    const waiting = afterTrouble(rsvp('a', 'archer'), problem)
    expect(waiting).toMatchObject({ state: 'waiting', waited: true })
    expect(isTooLate(waiting, longestWaitMs * 100)).toBe(false)
  })
})

describe('Check In and Use Pass', () => {
  test('are done once, however often they are tapped', () => {
    const first = checkIn()
    expect(withEntry([first], checkIn())).toEqual([first])
    expect(withEntry([tried(first)], checkIn())).toEqual([tried(first)])
  })

  test('go under the same key if they may have arrived, and under a new one after a refusal', () => {
    const first = { ...checkIn(), tried: true }
    const [again] = withEntry([afterTrouble(first, trouble)], checkIn())
    expect(again).toMatchObject({ key: first.key, state: 'new' })
    const [anew] = withEntry([afterTrouble(first, refused)], checkIn())
    expect(anew?.key).not.toBe(first.key)
  })

  // Shows: T87
  test('wait without a connection, for ten minutes, and not for a server in trouble', () => {
    const waiting = afterTrouble(checkIn(1000), offline)
    expect(waiting).toMatchObject({ state: 'waiting', waited: true })
    expect(isTooLate(waiting, 1000 + longestWaitMs - 1)).toBe(false)
    expect(isTooLate(waiting, 1000 + longestWaitMs)).toBe(true)
    expect(afterTrouble(checkIn(), trouble).state).toBe('failed')
  })
})

describe('a scan', () => {
  const scan = (practiceId = 'p', memberId = 'ana') =>
    newEntry('scan', { practiceId, memberId, scannedAt: '2026-11-24T22:51:00.000Z' }, facts())
  const first = scan()

  test('waits once for each member and practice, for as long as it takes', () => {
    expect(withEntry([first], scan())).toEqual([first])
    const others = [scan('q'), scan('p', 'ben')]
    expect(others.reduce<Entry[]>((queue, each) => withEntry(queue, each), [first])).toEqual([first, ...others])
    expect(isTooLate(afterTrouble(first, trouble), longestWaitMs * 100)).toBe(false)
  })

  test('that was refused gives way to the next, and neither it nor one of another practice counts as waiting', () => {
    const failed = afterTrouble(first, refused)
    const again = scan()
    expect(withEntry([failed], again)).toEqual([again])
    expect(waitingScan([failed, scan('q')], 'p', 'ana')).toBe(undefined)
    expect(waitingScan([failed, again], 'p', 'ana')).toBe(again)
  })
})

describe('what lies on the device', () => {
  const tab = (entries: Entry[], underWay: string | null = null) => ({
    onDevice: new Set(entries.map(({ key }) => key)),
    underWay,
  })

  test('is taken up, as possibly arrived where it was being sent', () => {
    const left: Entry = { ...rsvp('a', 'archer'), tried: true, state: 'sending' }
    expect(withStored([], [left], tab([]))).toEqual([{ ...left, state: 'waiting', waited: true }])
  })

  test('holds where another tab has gone on with it, so that what is withdrawn after an attempt is sent', () => {
    const here = rsvp('a', 'archer')
    const known = withStored([here], [tried(here)], tab([here]))
    expect(known).toEqual([tried(here)])
    const back = rsvp('a', null)
    expect(withEntry(known, back, null)).toEqual([tried(here), back])
  })

  test('does not hold for what this tab is asking about', () => {
    const here: Entry = { ...rsvp('a', 'archer'), tried: true, state: 'sending' }
    expect(withStored([here], [tried(here)], tab([here], here.key))).toEqual([here])
  })

  test('goes where another tab has sent it, but not what the device could not keep or what is of this page alone', () => {
    const [sent, unkept, page] = [rsvp('a', 'archer'), rsvp('b', 'archer'), checkIn()]
    expect(withStored([sent, unkept, page], [], tab([sent]))).toEqual([unkept, page])
  })
})

test('what has failed is passed over; all else keeps its order', () => {
  const [one, two, three] = [rsvp('a', 'archer'), rsvp('b', 'archer'), checkIn()]
  expect(nextOf([afterTrouble(one, refused), two, three])).toBe(two)
  expect(nextOf([tried(one), two])).toEqual(tried(one))
  expect(nextOf([afterTrouble(one, refused)])).toBe(null)
  expect(nextOf([one, rsvp('a', 'driver'), two], [one])).toBe(two)
})
