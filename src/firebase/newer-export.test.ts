import { expect } from 'vitest'
import { firebaseHash } from '#server/crypto/passwords.ts'
import { logInStatus } from '#test/support/account-requests.ts'
import { describe, test, usualEngines } from '#test/support/club-test.ts'
import { moveIn, moveInWith } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  has,
  oldPassword,
  person,
  practice,
  quick,
  september,
} from '#test/support/firebase-fixture/small-club.ts'

describe.each(usualEngines)('an address that was changed in the old app since (%s)', () => {
  const mal = person('mal@purdue.edu', { hasLoggedIn: false })
  const accounts = [{ localId: 'mal', email: 'victim@purdue.edu', emailVerified: false }]

  test('gets nothing that is waiting here for that address', async ({ club }) => {
    const p1 = practice(september, { emails: ['victim@purdue.edu'], carpoolEmails: ['victim@purdue.edu'] })
    const rest = { practices: { p1 }, paid: { 'victim@purdue.edu': { paid: 3 } } }
    await moveInWith(club, { users: { mal }, ...rest })
    await moveInWith(club, { users: { mal: { ...mal, hasLoggedIn: true } }, ...rest, accounts })
    expect(await has(club, 'mal')).toEqual({ dayPasses: 0, balance: 0, attended: 0 })
    const waits = club.db.selectFrom('preRegistration').select('kind').where('consumedAt', 'is', null)
    expect(await waits.execute()).toHaveLength(3)
  })
})

const salt = 'c29tZSBzYWx0'

/** Three members with an account; only Cy's address may be unverified. */
async function filesWithPasswords(passwords: Record<string, string>, cy: { verified: boolean; email?: string }) {
  const account = async (localId: string) => ({
    localId,
    email: localId === 'cy' && cy.email ? cy.email : `${localId}@purdue.edu`,
    salt,
    emailVerified: localId !== 'cy' || cy.verified,
    passwordHash: (await firebaseHash({ ...quick, salt }, passwords[localId] ?? oldPassword)).toString('base64'),
  })
  const ids = ['ana', 'ben', 'cy']
  return filesWith({
    users: Object.fromEntries(ids.map((id) => [id, person(`${id}@purdue.edu`)])),
    practices: { p1: practice(september) },
    accounts: await Promise.all(ids.map(account)),
  })
}

test('a newer export brings passwords and verified addresses to who has not signed in here, once', async ({ club }) => {
  const status = (id: string, password: string) => logInStatus(club, `${id}@purdue.edu`, password)
  const first = await filesWithPasswords({}, { verified: false })
  await moveIn(club, first)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 403])
  // The verified address there differs from the one here.
  const moved = await filesWithPasswords({}, { verified: true, email: 'cyrus@purdue.edu' })
  expect(await moveIn(club, moved)).toMatchObject({ passwords: 0 })
  const newer = await filesWithPasswords({ ana: 'blue19', ben: 'blue19' }, { verified: true })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 2, people: 0 })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 0, changed: 0 })
  // Importing the old files again doesn't bring back the replaced password.
  expect(await moveIn(club, first)).toMatchObject({ passwords: 0, changed: 0 })
  expect(await status('ana', 'blue19')).toBe(200)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 200])
})
