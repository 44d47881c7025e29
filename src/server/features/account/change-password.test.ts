import { describe, expect, test } from 'vitest'
import { newLink } from '#server/auth/email-tokens.ts'
import { createTestClub, goodPassword, reasonOf, succeeded, type TestClub, usualEngines } from '#test/support/club.ts'
import { exportOwnData } from '#test/support/own-data.ts'

const newPassword = 'green silver at thirty metres'

function trySignIn(club: TestClub, email: string, password: string) {
  return club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })
}

describe.each(usualEngines)('a password that is changed in place (%s)', (engine) => {
  // Shows: ASVS 6.2.2, ASVS 7.4.3
  test('is the one to sign in with; every other session and reset link ends, this one stays, a mail tells', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ email: 'ana@purdue.edu' })
    const phone = await trySignIn(club, ana.email, goodPassword)
    const token = await club.ctx.write((tx) => newLink(tx, 'reset', ana.id, club.clock.now()))
    club.announced.length = 0
    await ana.api.account.changePassword({ currentPassword: goodPassword, newPassword })
    expect((await ana.api.session.get()).person?.userId).toBe(ana.id)
    const other = club.caller(String(phone.headers['set-cookie']).split(';')[0] ?? '')
    expect((await other.api.session.get()).person).toBeNull()
    expect((await trySignIn(club, ana.email, goodPassword)).statusCode).toBe(401)
    expect((await trySignIn(club, ana.email, newPassword)).statusCode).toBe(200)
    const reset = { token, newPassword: 'a third one of mine' }
    const tried = await club.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body: reset })
    expect(tried.json().data.reason).toBe('link-unknown')
    const mails = await club.db
      .selectFrom('mailOutbox')
      .select(['kind', 'sealed'])
      .where('userId', '=', ana.id)
      .execute()
    expect(mails).toEqual([{ kind: 'password-changed', sealed: null }])
    expect(club.announced).toContain(`member:${ana.id}`)
  })

  // Shows: ASVS 6.2.3, ASVS 7.5.1
  test('needs the present one: a wrong one is said at its field, changes nothing and counts as a guess', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    for (let tries = 0; tries < 10; tries++)
      await expect(
        ana.api.account.changePassword({ currentPassword: 'not the one', newPassword }),
      ).rejects.toMatchObject({
        code: 'INVALID_FIELD',
        data: { fields: { currentPassword: 'That’s not your password.' } },
      })
    await expect(ana.api.account.changePassword({ currentPassword: goodPassword, newPassword })).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
    })
    // Export and deletion share the counter, so they don't allow more attempts.
    for (const request of [(body: { password: string }) => exportOwnData(ana, body), ana.api.account.delete])
      await expect(request({ password: goodPassword })).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
    await club.clock.advance(15 * 60_000)
    expect((await trySignIn(club, ana.email, goodPassword)).statusCode).toBe(200)
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toEqual([])
  })

  test('may not be a weak one, by the rules and in the words of sign-up', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    for (const weak of ['short', '88888888', 'purdue2026!', 'x'.repeat(129)])
      await expect(
        ana.api.account.changePassword({ currentPassword: goodPassword, newPassword: weak }),
      ).rejects.toMatchObject({ data: { fields: { newPassword: 'The password is too weak.' } } })
  })

  test('sent again after a lost answer is changed once, and hears that it was', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const act = () => ana.with('one-change').account.changePassword({ currentPassword: goodPassword, newPassword })
    await act()
    for (let again = 0; again < 12; again++) await act()
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toHaveLength(1)
  })

  test('changed in two tabs at once becomes one of the two, and the other hears that it was not', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const chosen = ['first of two passwords', 'second of two passwords']
    const answers = await Promise.allSettled(
      chosen.map((newPassword) => ana.api.account.changePassword({ currentPassword: goodPassword, newPassword })),
    )
    expect(answers.filter(succeeded)).toHaveLength(1)
    expect(answers.map(reasonOf).sort()).toEqual(['INVALID_FIELD', 'went through'])
    const works = await Promise.all(chosen.map(async (each) => (await trySignIn(club, ana.email, each)).statusCode))
    expect(works).toEqual(answers.map((answer) => (succeeded(answer) ? 200 : 401)))
  })
})
