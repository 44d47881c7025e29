import { expect, test } from 'vitest'
import { bowOrder, clubBowsInWords, noClubBows } from './club-bows.ts'
import { bowTypes } from './profile.ts'

test('the bows needed are counted by kind, and a kind that no one needs is left out', () => {
  expect(clubBowsInWords({ Compound: 2, undecided: 3, Barebow: 0, Recurve: 6 })).toBe(
    '11 need a bow: 6 recurve, 2 compound, 3 not sure',
  )
  expect(clubBowsInWords({ ...noClubBows, Barebow: 2 })).toBe('2 need a bow: 2 barebow')
})

test('one person needs a bow, and where no one does nothing is said', () => {
  expect(clubBowsInWords({ ...noClubBows, undecided: 1 })).toBe('1 needs a bow: 1 not sure')
  expect(clubBowsInWords(noClubBows)).toBeNull()
})

test('every bow type of the profile is counted', () => expect([...bowOrder].sort()).toEqual([...bowTypes].sort()))
