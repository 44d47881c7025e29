import { expect } from 'vitest'
import { comparePasswords, logInStatus, newPassword } from '#test/support/account-requests.ts'
import { describe, goodPassword, reasonOf, succeeded, test, usualEngines } from '#test/support/club-test.ts'
import { exportOwnData } from '#test/support/own-data.ts'

describe.each(usualEngines)('changing a password (%s)', () => {
  // Shows: ASVS 6.2.2, ASVS 7.4.3
  test('replaces the old one, keeps this session alone, and sends an email', async ({ club }) => {
    comparePasswords(club)
    const ana = await club.member({ email: 'ana@purdue.edu' })
    const other = await club.loggedIn(ana.email)
    club.announced.length = 0
    const act = () => ana.with('one-change').account.changePassword({ currentPassword: goodPassword, newPassword })
    await act()
    // Repeats after a lost response count neither as changes nor as wrong passwords.
    for (let again = 0; again < 12; again++) await act()
    expect((await ana.api.session.get()).person?.userId).toBe(ana.id)
    expect((await other.api.session.get()).person).toBeNull()
    expect(await logInStatus(club, ana.email)).toBe(401)
    expect(await logInStatus(club, ana.email, newPassword)).toBe(200)
    const mails = await club.db.selectFrom('mailOutbox').select(['kind', 'userId', 'sealed']).execute()
    expect(mails).toEqual([{ kind: 'password-changed', userId: ana.id, sealed: null }])
    expect(club.announced).toContain(`member:${ana.id}`)
  })

  // Shows: ASVS 6.2.3, ASVS 7.5.1
  test('refuses a weak password, and a wrong current one, which counts as a guess', async ({ club }) => {
    comparePasswords(club)
    const ana = await club.member()
    const change = (currentPassword: string, chosen = newPassword) =>
      ana.api.account.changePassword({ currentPassword, newPassword: chosen })
    await expect(change(goodPassword, 'purdue2026!')).rejects.toMatchObject({
      data: { fields: { newPassword: 'The password is too weak.' } },
    })
    for (let tries = 0; tries < 10; tries++)
      await expect(change('not the one')).rejects.toMatchObject({
        code: 'INVALID_FIELD',
        data: { fields: { currentPassword: 'That’s not your password.' } },
      })
    await expect(change(goodPassword)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
    // Export and deletion share the counter, so they don't allow more attempts.
    for (const request of [(body: { password: string }) => exportOwnData(ana, body), ana.api.account.delete])
      await expect(request({ password: goodPassword })).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
    await club.clock.advance(15 * 60_000)
    expect(await logInStatus(club, ana.email)).toBe(200)
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toEqual([])
  })

  test('in two tabs together keeps one of the two passwords, and refuses the other', async ({ club, ana }) => {
    const chosen = ['first of two passwords', 'second of two passwords']
    const answers = await Promise.allSettled(
      chosen.map((newPassword) => ana.api.account.changePassword({ currentPassword: goodPassword, newPassword })),
    )
    expect(answers.map(reasonOf).sort()).toEqual(['INVALID_FIELD', 'went through'])
    const works = await Promise.all(chosen.map((each) => logInStatus(club, ana.email, each)))
    expect(works).toEqual(answers.map((answer) => (succeeded(answer) ? 200 : 401)))
  })
})
