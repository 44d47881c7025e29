import { describe, expect, test } from 'vitest'
import { brokenRules } from '../support/broken-rules.ts'
import { createTestClub, engines, type TestClub } from '../support/club.ts'
import {
  raceCredit,
  raceEditAgainstUse,
  raceEntering,
  raceGuest,
  raceMemberRemoval,
  racePracticeDeletion,
  raceRainOut,
  raceTwoEnds,
} from '../support/officer-races.ts'
import { removeGuard } from '../support/without-transactions.ts'

const races: [string, (club: TestClub, prepare?: (club: TestClub) => void) => Promise<string[]>][] = [
  ['a practice ended by two officers and the clock (T35)', raceTwoEnds],
  ['a credit given and taken fifty times (T37)', raceCredit],
  ['ten edits of day passes against Use Pass (T42)', raceEditAgainstUse],
  ['a practice deleted under answers, credits and its start (T41)', racePracticeDeletion],
  ['a member removed under their own acts (T41)', raceMemberRemoval],
  ['a rain-out given by twenty officers', raceRainOut],
  ['a check-in entered by twenty officers, undone by five, and by the member', raceEntering],
  ['a guest entered by two officers at five practices', raceGuest],
]

describe.each(engines)('concurrent officers (%s)', (engine) => {
  // Shows: T35, T37, T41, T42, ASVS 2.3.4
  test.each(races)('%s: everything counts once, but not without the guard (negative control)', async (_, race) => {
    await using club = await createTestClub(engine)
    for (let round = 0; round < 3; round++) expect(await race(club)).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
    expect(await race(club, removeGuard)).not.toEqual([])
  })
})
