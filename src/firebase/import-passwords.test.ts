import { expect, test } from 'vitest'
import { firebaseHash } from '#server/crypto/passwords.ts'
import { createTestClub } from '#test/support/club.ts'
import { moveIn, signIn } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  oldPassword,
  person,
  practice,
  quick,
  september,
} from '#test/support/firebase-fixture/small-club.ts'

const salt = 'c29tZSBzYWx0'

/** Three members with an account; only Cy's address may be unverified. */
async function filesOf(passwords: Record<string, string>, cy: { verified: boolean; email?: string }) {
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

test('a newer export brings passwords and verified addresses of those who have not signed in here, each once', async () => {
  await using club = await createTestClub('sqlite')
  const status = async (id: string, password: string) => (await signIn(club, `${id}@purdue.edu`, password)).statusCode
  const first = await filesOf({}, { verified: false })
  await moveIn(club, first)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 403])
  // The verified address there differs from the one here.
  const moved = await filesOf({}, { verified: true, email: 'cyrus@purdue.edu' })
  expect(await moveIn(club, moved)).toMatchObject({ passwords: 0 })
  const newer = await filesOf({ ana: 'blue19', ben: 'blue19' }, { verified: true })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 2, people: 0 })
  expect(await moveIn(club, newer)).toMatchObject({ passwords: 0, changed: 0 })
  // Importing the old files again doesn't bring back the replaced password.
  expect(await moveIn(club, first)).toMatchObject({ passwords: 0, changed: 0 })
  expect(await status('ana', 'blue19')).toBe(200)
  expect([await status('ben', oldPassword), await status('cy', oldPassword)]).toEqual([200, 200])
})
