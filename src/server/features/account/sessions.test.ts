import { describe, expect, test } from 'vitest'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function signInAgain(club: TestClub, email: string, { keep = false, userAgent = android } = {}) {
  const reply = await club.visitor().send({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email, password: goodPassword, rememberMe: keep },
    headers: { 'user-agent': userAgent },
  })
  return club.caller(String(reply.headers['set-cookie']).split(';')[0] ?? '')
}

const isSignedIn = async (who: {
  api: TestClub['visitor'] extends () => infer C ? (C extends { api: infer A } ? A : never) : never
}) => (await who.api.session.get()).person !== null

describe.each(usualEngines)('where I am signed in (%s)', (engine) => {
  test('names each device in words, this one first, and only mine that are still good', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    await club.member()
    await club.clock.advance(60_000)
    await signInAgain(club, ana.email, { keep: true })
    const { sessions } = await ana.api.sessions.get()
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        device: 'A program',
        signedInAt: '2026-11-24T22:50:00.000Z',
        lastActiveAt: '2026-11-24T22:50:00.000Z',
        keptUntil: null,
      },
      {
        id: expect.any(String),
        current: false,
        device: 'Chrome on Android',
        signedInAt: '2026-11-24T22:51:00.000Z',
        lastActiveAt: '2026-11-24T22:51:00.000Z',
        keptUntil: '2026-12-24T22:51:00.000Z',
      },
    ])
    const tokens = await club.db.selectFrom('session').select('token').execute()
    for (const { token } of tokens) expect(JSON.stringify(sessions)).not.toContain(token)
    const phone = await signInAgain(club, ana.email)
    await club.clock.advance(3_600_000)
    expect((await phone.api.session.get()).person).toBeNull()
    const kept = await signInAgain(club, ana.email, { keep: true })
    expect((await kept.api.sessions.get()).sessions.map(({ keptUntil }) => keptUntil !== null)).toEqual([true, true])
  })

  // Shows: ASVS 7.5.2
  test('ends one: its next request is a stranger’s, the others stay', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const phone = await signInAgain(club, ana.email)
    const tablet = await signInAgain(club, ana.email)
    const { sessions } = await phone.api.sessions.get()
    club.announced.length = 0
    await tablet.with('once-and-for-all').sessions.end({ sessionId: sessions[0]?.id ?? '' })
    expect([await isSignedIn(phone), await isSignedIn(tablet), await isSignedIn(ana)]).toEqual([false, true, true])
    expect(club.announced).toContain(`member:${ana.id}`)
    // A retry gets the stored response; a new request finds nothing.
    await tablet.with('once-and-for-all').sessions.end({ sessionId: sessions[0]?.id ?? '' })
    await expect(tablet.api.sessions.end({ sessionId: sessions[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  // Shows: T23, ASVS 8.2.2
  test('ends nobody else’s: it is as unknown as one that is not there (T23)', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member(), await club.officer()]
    const [own] = (await ana.api.sessions.get()).sessions
    await expect(ben.api.sessions.end({ sessionId: own?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await isSignedIn(ana)).toBe(true)
  })

  test('signing out everywhere ends all, this one too, and takes the cookie back', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member(), await club.member()]
    const phone = await signInAgain(club, ana.email, { keep: true })
    const reply = await phone.send({ method: 'DELETE', path: '/api/v1/sessions', body: {} })
    expect([reply.statusCode, reply.json()]).toEqual([200, { ended: 2 }])
    expect(String(reply.headers['set-cookie'])).toMatch(/^quiver=; Max-Age=0/)
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect([await isSignedIn(phone), await isSignedIn(ana), await isSignedIn(ben)]).toEqual([false, false, true])
  })
})
