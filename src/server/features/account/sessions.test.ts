import { expect } from 'vitest'
import { cookieOf, leap, post } from '#test/support/account-requests.ts'
import { type Api, describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function logInAgain(club: TestClub, email: string, keep = false) {
  const body = { email, password: goodPassword, rememberMe: keep }
  const reply = await post(club, '/api/auth/sign-in/email', body, { headers: { 'user-agent': android } })
  return club.caller(cookieOf(reply))
}

const isLoggedIn = async (who: { api: Api }) => (await who.api.session.get()).person !== null

describe.each(usualEngines)('the list of my sessions (%s)', () => {
  test('names each device in words, this one first, and only mine that are still valid', async ({ club, ana }) => {
    await club.member()
    await club.clock.advance(60_000)
    await logInAgain(club, ana.email, true)
    const { sessions } = await ana.api.sessions.get()
    expect(sessions.map(({ current, device, keptUntil }) => [current, device, keptUntil])).toEqual([
      [true, 'A program', null],
      [false, 'Chrome on Android', '2026-12-24T22:51:00.000Z'],
    ])
    const phone = await logInAgain(club, ana.email)
    leap(club, 3_600_000)
    expect(await isLoggedIn(phone)).toBe(false)
    const kept = await logInAgain(club, ana.email, true)
    expect((await kept.api.sessions.get()).sessions.map(({ keptUntil }) => keptUntil !== null)).toEqual([true, true])
  })

  // Shows: T23, ASVS 7.5.2, ASVS 8.2.2
  test('ends one of my sessions and no one else’s (T23)', async ({ club }) => {
    const [ana, ben] = [await club.member(), await club.officer()]
    const [phone, tablet] = [await logInAgain(club, ana.email), await logInAgain(club, ana.email)]
    const [own] = (await phone.api.sessions.get()).sessions
    const end = { sessionId: own?.id ?? '' }
    await expect(ben.api.sessions.end(end)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await isLoggedIn(phone)).toBe(true)
    club.announced.length = 0
    await tablet.with('once-and-for-all').sessions.end(end)
    expect([await isLoggedIn(phone), await isLoggedIn(tablet), await isLoggedIn(ana)]).toEqual([false, true, true])
    expect(club.announced).toContain(`member:${ana.id}`)
    // A retry gets the stored response; a new request finds nothing.
    await tablet.with('once-and-for-all').sessions.end(end)
    await expect(tablet.api.sessions.end(end)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
