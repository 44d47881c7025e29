import { readFile, truncate } from 'node:fs/promises'
import { expect } from 'vitest'
import { writeHashConfig } from '#firebase/documents/account-document.ts'
import { grantWelcome } from '#server/features/welcome/procedures.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { logInStatus } from '#test/support/account-requests.ts'
import { countRows } from '#test/support/all-rows.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { createFolder, moveIn, moveInWith, readFormer } from '#test/support/firebase-fixture/move-in.ts'
import {
  filesWith,
  has,
  october,
  oldPassword,
  person,
  practice,
  quick,
  september,
} from '#test/support/firebase-fixture/small-club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { importClub, planImportOfClub } from './import-club.ts'
import { readFolder } from './read-folder.ts'

describe.each(usualEngines)('a club that is in use already (%s)', () => {
  test('keeps what a member who signed up here has, and adds what they had before, once', async ({ club, kai }) => {
    // Signed up here, got the welcome passes, and attended a practice that the old app also lists.
    const ana = await club.member({ email: 'ana@purdue.edu', nameFirst: 'Anastasia', dayPasses: 0 })
    await club.ctx.write(async (tx) => {
      await grantWelcome(tx, club.ctx, { memberId: ana.id, email: ana.email, now: september, requestId: 'x' })
    })
    const first = {
      users: {
        oldAna: person('ana@purdue.edu', { dayPasses: 3, paidPractices: 5, practices: ['p1', 'p2'], role: 'Officer' }),
      },
      practices: { p1: practice(september, { members: ['oldAna'] }), p2: practice(october, { members: ['oldAna'] }) },
    }
    await moveInWith(club, { users: {}, practices: { p1: first.practices.p1 }, accounts: [{ localId: 'z' }] })
    await kai.api.managePractices.setAttendance({ practiceId: 'p1', memberId: ana.id, attended: true, reason: 'There' })
    expect(await has(club, ana.id)).toEqual({ dayPasses: 2, balance: -1, attended: 1 })

    const files = await filesWith(first)
    const done = await moveIn(club, files)
    expect([done.people, done.joined, done.officers]).toEqual([1, 1, ['ana@purdue.edu']])
    expect(await has(club, ana.id)).toEqual({ dayPasses: 3, balance: 3, attended: 2 })
    expect(await ana.row()).toMatchObject({ nameFirst: 'Anastasia', role: 'Officer' })
    expect(await logInStatus(club, ana.email, oldPassword)).toBe(401)
    expect(await logInStatus(club, ana.email, goodPassword)).toBe(200)

    // Members and officers make changes here, then the same files are imported again.
    await kai.api.managePractices.setAttendance({ practiceId: 'p2', memberId: ana.id, attended: false, reason: 'Ill' })
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 5, value: 9, reason: 'Paid' })
    await kai.api.members.setRole({ memberId: ana.id, expected: 'Officer', role: 'Member' })
    const before = await countRows(club)
    expect(await moveIn(club, files)).toMatchObject({ people: 0, changed: 0, practices: 0, lists: 0 })
    expect(await countRows(club)).toEqual(before)
    expect(await has(club, ana.id)).toEqual({ dayPasses: 3, balance: 8, attended: 1 })
    expect((await ana.row()).role).toBe('Member')

    // The old app stayed in use for a week: a newer export adds only what has changed there since.
    const newer = structuredClone(first)
    newer.users.oldAna.practices.push('p3' as never)
    newer.users.oldAna.paidPractices = 7
    newer.users.oldAna.dayPasses = 2
    const p3 = practice('2026-11-10T23:00:00.000Z', { members: ['oldAna'] })
    const later = await moveInWith(club, { ...newer, practices: { ...newer.practices, p3 } })
    expect([later.changed, later.practices]).toEqual([1, 1])
    expect(await has(club, ana.id)).toEqual({ dayPasses: 2, balance: 9, attended: 2 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('gives a waiting sign-up its old password, and no one back who was removed or erased', async ({ club, kai }) => {
    await club.visitor().api.account.signUp({ email: 'waits@purdue.edu', password: 'a stranger’s choice' })
    const files = await filesWith({
      users: {
        waits: person('waits@purdue.edu', { paidPractices: 2 }),
        gone: person('gone@purdue.edu', { paidPractices: 2 }),
        erased: person('erased@purdue.edu', { paidPractices: 2, practices: ['p1'] }),
      },
      practices: { p1: practice(september, { members: ['erased'], emails: ['erased@purdue.edu'] }) },
      paid: { 'erased@purdue.edu': { paid: 2 } },
    })
    const gone = await club.member({ email: 'gone@purdue.edu' })
    await kai.api.members.remove({ memberId: gone.id })
    const done = await moveIn(club, files)
    expect(done.defects.map(({ document, why }) => `${document}: ${why}`)).toEqual([
      'users/gone: they’ve been removed here',
    ])
    expect(await logInStatus(club, 'waits@purdue.edu', 'a stranger’s choice')).toBe(401)
    expect(await logInStatus(club, 'waits@purdue.edu', oldPassword)).toBe(200)
    expect(await logInStatus(club, 'gone@purdue.edu', oldPassword)).toBe(401)

    await kai.api.members.remove({ memberId: 'erased' })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: 'erased' })
    const before = await countRows(club)
    expect(await moveIn(club, files)).toMatchObject({ people: 0, changed: 0, practices: 0, lists: 0 })
    expect(await countRows(club)).toEqual(before)
    const left = await club.db.selectFrom('preRegistration').select('id').where('email', 'like', 'erased%').execute()
    expect(left).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('keeps out who the old app had disabled, and names those with an account here', async ({ club, kai }) => {
    await club.visitor().api.account.signUp({ email: 'waits@purdue.edu', password: 'a stranger’s choice' })
    const users = { waits: person('waits@purdue.edu', { paidPractices: 2 }), out: person('out@purdue.edu') }
    const files = await filesWith({ users, practices: { p1: practice(september) } })
    const auth = JSON.parse(files['auth.json'] ?? '') as { users: object[] }
    const accounts = auth.users.map((account) => ({ ...account, disabled: true }))
    const shut = { ...files, 'auth.json': JSON.stringify({ users: accounts }) }
    const told = async () =>
      (await moveIn(club, shut)).defects.flatMap(({ document, why }) => (/exists here/.test(why) ? [document] : []))
    expect(await told()).toEqual(['users/waits'])
    expect(await logInStatus(club, 'waits@purdue.edu', oldPassword)).toBe(401)
    const waits = await club.db.selectFrom('user').selectAll().where('email', 'like', 'waits%').execute()
    expect(waits).toMatchObject([{ email: 'waits@purdue.edu', emailVerified: 0 }])
    // Once an officer has restored them, only officers decide about them.
    await kai.api.members.restore({ memberId: 'out' })
    expect(await told()).toEqual(['users/waits'])
  })
})

describe('an import', () => {
  test('that is interrupted resumes where it stopped, with the same result', async () => {
    await using whole = await createTestClub('sqlite')
    await using broken = await createTestClub('sqlite')
    const ids = Array.from({ length: 25 }, (_, n) => `member${n}`)
    const people = ids.map((id, n) => [id, person(`${id}@purdue.edu`, { paidPractices: n, practices: ['p1'] })])
    const files = await filesWith({
      users: Object.fromEntries(people),
      practices: { p1: practice(september, { members: ids, carpool: ids.slice(3, 9), emails: ['later@purdue.edu'] }) },
      paid: { 'later@purdue.edu': { paid: 2 } },
    })
    await moveIn(whole, files)
    const { write } = broken.ctx
    let left = 0
    const brittle: typeof write = (act) => {
      if (left === 0) return Promise.reject(new Error('pulled the plug'))
      left -= 1
      return write(act)
    }
    const former = await readFormer(broken, files)
    for (let runs = 1; runs < 5; runs++) {
      left = runs
      await expect(importClub({ ...broken.ctx, write: brittle }, former, () => {})).rejects.toThrow('pulled the plug')
      expect(await brokenRules(broken.ctx)).toEqual([])
    }
    await moveIn(broken, files)
    const sums = async (club: TestClub) => [await countRows(club), await Promise.all(ids.map((id) => has(club, id)))]
    expect(await sums(broken)).toEqual(await sums(whole))
  })

  test('brings photos in the club’s own encoding, each once, and reports those it can’t read', async ({ club }) => {
    const users = { ana: person('ana@purdue.edu'), ben: person('ben@purdue.edu'), cy: person('cy@purdue.edu') }
    const picture = await jpeg({ width: 120, height: 90 })
    const files = await filesWith({ users, practices: { p1: practice(september) } })
    const pictureFiles = { 'pfp/ana': picture, 'pfp/ben.JPG': picture, 'pfp/cy.png': picture, 'pfp/cy/photo.png': 'no' }
    using place = await createFolder({ ...files, ...pictureFiles })
    const { pictures, morePictures } = await readFolder(place.folder)
    expect(morePictures).toEqual([{ uid: 'cy', file: 'pfp/cy/photo.png' }])
    const cy = pictures.get('cy')?.path ?? ''
    const former = { ...(await readFormer(club, files)), pictures }
    await truncate(cy, 3 * 2 ** 30)
    const done = await importClub(club.ctx, former, () => {})
    expect([done.pictures, done.defects.map(({ document }) => document)]).toEqual([2, ['pfp/cy']])
    const shown = await club.db.selectFrom('picture').selectAll().where('unusedSince', 'is', null).execute()
    expect(shown.map(({ memberId }) => memberId).toSorted()).toEqual(['ana', 'ben'])
    expect(await planImportOfClub(club.ctx, former)).toMatchObject({ pictures: 0, people: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
    expect((await readFile(pictures.get('ana')?.path ?? '')).equals(picture)).toBe(true)
  })

  test('without passwords, or with wrong parameters for them, is corrected by the next one', async ({ club }) => {
    const files = await filesWith({ users: { ana: person('ana@purdue.edu') }, practices: { p1: practice(september) } })
    await moveIn(club, { ...files, 'auth.json': '{"users": [{"localId": "other"}]}' })
    const wrong = writeHashConfig({ ...quick, saltSeparator: 'AA==' })
    expect(await moveIn(club, { ...files, 'hash-config.txt': wrong })).toMatchObject({ passwords: 1, people: 0 })
    expect(await logInStatus(club, 'ana@purdue.edu', oldPassword)).toBe(401)
    expect(await moveIn(club, files)).toMatchObject({ passwords: 1, people: 0 })
    expect(await logInStatus(club, 'ana@purdue.edu', oldPassword)).toBe(200)
  })

  test('keeps people with an unverified address, with theirs, when old sign-ups are deleted', async ({ club }) => {
    const users = { ana: person('ana@purdue.edu', { paidPractices: 3 }) }
    const accounts = [{ localId: 'ana', email: 'ana@purdue.edu', emailVerified: false, createdAt: '1700000000000' }]
    await moveInWith(club, { users, practices: { p1: practice(september) }, accounts })
    await deleteExpired(club.ctx)
    expect(await has(club, 'ana')).toEqual({ dayPasses: 0, balance: 3, attended: 0 })
  })
})
