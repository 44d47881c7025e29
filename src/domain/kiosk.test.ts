import { describe, expect, test } from 'vitest'
import { decideLeave, findByName } from './kiosk.ts'

const people = ['José Álvarez', 'Joanna Li', 'Ana Bowman', 'Li Jo', "Siobhán O'Joe", 'Jo', 'Joel Zhou'].map((name) => ({
  name,
}))
const found = (typed: string) => findByName(people, typed).people.map(({ name }) => name)

describe('the names that a kiosk finds', () => {
  test.each([
    ['nothing', '', []],
    ['one letter', 'j', []],
    ['one letter among spaces and signs', ' j . ', []],
    ['the middle of a name', 'ose', []],
    ['a first name in other case, without its accent', 'JOSE', ['José Álvarez']],
    ['a last name', 'bow', ['Ana Bowman']],
    ['both, in either order', 'li jo', ['Joanna Li', 'Li Jo']],
    ['the part after an apostrophe', 'joe', ['Joel Zhou', "Siobhán O'Joe"]],
    ['a wildcard', '%%', []],
  ])('by %s', (_, typed, names) => {
    expect(found(typed)).toEqual(names)
  })
  test('are five at most, and it says that there are more', () => {
    expect(findByName(people, 'jo')).toMatchObject({ people: { length: 5 }, more: true })
    expect(findByName(people, 'joe')).toMatchObject({ more: false })
  })
})

describe('leaving a kiosk', () => {
  const nowMs = 1_000_000
  const wrong = (...ago: number[]) => ago.map((ms) => nowMs - ms)
  test.each([
    ['the right PIN', true, wrong(), { outcome: 'left' }],
    ['the right PIN after four wrong ones', true, wrong(4, 3, 2, 1), { outcome: 'left' }],
    ['the right PIN less than a minute after five', true, wrong(9, 8, 7, 6, 59_999), { outcome: 'locked' }],
    ['the right PIN a minute after five', true, wrong(60_004, 60_003, 60_002, 60_001, 60_000), { outcome: 'left' }],
    ['a fourth wrong one', false, wrong(3, 2, 1), { outcome: 'wrong', waitMs: null }],
    ['a fifth wrong one', false, wrong(4, 3, 2, 1), { outcome: 'wrong', waitMs: 60_000 }],
    ['a wrong one a minute after five', false, wrong(90_000, 80_000, 70_000, 65_000, 60_000), { waitMs: 60_000 }],
    ['the right one after the clock was set back', true, wrong(-9e6, -9e6, -9e6, -9e6, -9e6), { outcome: 'left' }],
  ])('with %s', (_, right, before, decision) => {
    expect(decideLeave({ right, wrong: before, nowMs })).toMatchObject(decision)
  })
})
