import { expect } from 'vitest'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { comparePasswords } from '#test/support/account-requests.ts'
import { describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { joinClub } from '#test/support/newcomers.ts'
import { finishedWizard } from '#test/support/races.ts'
import { mailBy, type SmtpSink } from '#test/support/smtp-sink.ts'

const inUse = 'This email is already in use.'
const password = goodPassword

/** Signs up and finishes the wizard. @returns what they received, or the error */
async function tryAgain(club: TestClub, sink: SmtpSink, typed: string) {
  return joinClub(club, sink, typed)
    .then((me) => me.finish())
    .then(
      ({ dayPasses, claimed }) => ({ dayPasses, claimed }),
      (error) => error.data?.fields?.email ?? error.code ?? error,
    )
}

/** All welcome grants in the ledger. */
async function granted(club: TestClub) {
  const rows = await club.db.selectFrom('ledger').select('amount').where('cause', 'like', 'welcome:%').execute()
  return rows.map(({ amount }) => amount)
}

describe.each(usualEngines)('the welcome passes of a mailbox (%s)', () => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  // Shows: T38
  test('are given once, despite twenty ways of signing up again (T38)', {
    timeout: 120_000,
  }, async ({ club, sink }) => {
    comparePasswords(club)
    const again = (typed: string) => tryAgain(club, sink, typed)
    let ways = 0
    const nothing = async (answer: Promise<unknown>) => {
      expect(await answer).toMatchObject({ dayPasses: 0 })
      expect(await granted(club)).toEqual([2])
      ways += 1
    }
    const ana = await joinClub(club, sink, 'ana@purdue.edu')
    const key = 'the-first-finish'
    expect(await ana.with(key).welcome.finish(finishedWizard)).toMatchObject({ dayPasses: 2 })

    // The same key gets the first response, a new one is refused.
    expect(await ana.with(key).welcome.finish(finishedWizard)).toMatchObject({ dayPasses: 2 })
    await expect(ana.finish()).rejects.toMatchObject({ data: { reason: 'already-finished' } })
    expect(await granted(club)).toEqual([2])

    for (const typed of ['ana@purdue.edu', 'ANA@PURDUE.EDU', ' ana@purdue.edu\t']) {
      expect([typed, await again(typed)]).toEqual([typed, inUse])
      ways += 1
    }
    for (const tag of ['a', '2', 'a+b', '', '+', 'Z', 'a.b', '-', 'ana', `${'x'.repeat(60)}`])
      await nothing(again(`ana+${tag}@purdue.edu`))

    // Two accounts of one mailbox, concurrently.
    const one = await joinClub(club, sink, 'ana+one@purdue.edu')
    const two = await joinClub(club, sink, 'ana+two@purdue.edu')
    for (const answer of await Promise.all([one.finish(), two.finish()])) await nothing(Promise.resolve(answer))

    // Deleted their account and signed up again.
    await one.api.account.delete({ password })
    await nothing(again('ana+one@purdue.edu'))
    await (await club.loggedIn('ana@purdue.edu')).api.account.delete({ password })
    await nothing(again('ana@purdue.edu'))
    await (await club.loggedIn('ana@purdue.edu')).api.account.delete({ password })
    await nothing(again('Ana+after@purdue.edu'))

    // Removed and erased by an officer, or automatically.
    const back = await joinClub(club, sink, 'ana@purdue.edu')
    await back.finish()
    const erased = await club.officer()
    await erased.api.members.remove({ memberId: back.id })
    await club.letADayPass()
    await erased.api.members.erase({ memberId: back.id })
    await nothing(again('ana@purdue.edu'))
    const member = await memberOf(club, 'ana@purdue.edu')
    await (await club.officer()).api.members.remove({ memberId: member })
    club.clock.set(new Date(club.clock.now() + 31 * 24 * 3_600_000).toISOString())
    await deleteExpired(club.ctx)
    await nothing(again('ana@purdue.edu'))
    expect(ways).toBeGreaterThanOrEqual(20)

    expect(JSON.stringify(await club.db.selectFrom('mailboxGrant').selectAll().execute())).not.toContain('ana')

    // The other way around: the tagged address first.
    expect(await again('ben+first@purdue.edu')).toMatchObject({ dayPasses: 2 })
    expect(await again('ben@purdue.edu')).toMatchObject({ dayPasses: 0 })
    expect(await granted(club)).toEqual([2, 2])
  })
})

describe.each(usualEngines)('what waits for an address (%s)', () => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  const listed = 'ana.b-c@purdue.edu'
  const alike = [
    ...['anab-c', 'ana.bc', 'ana.b_c', 'a.na.b-c', 'anna.b-c', 'ana.b-c1', 'ana.b-k', 'ana.b--c'],
    ...['ana.b-c-', 'ana.b-c+x', 'ana.b-c+', '+ana.b-c', "ana.b-c'", 'ana.b-c/', 'ana%2eb-c', '{ana.b-c}'],
    // Homoglyphs: Cyrillic and full-width a, another hyphen, and another dot.
    ...['аna.b-c', 'ａna.b-c', 'ana.b‐c', 'ana․b-c', '.ana.b-c', 'ana.b-c.', '"ana.b-c"', 'ana. b-c', 'ana.b-c,x'],
  ].map((local) => `${local}@purdue.edu`)
  const elsewhere = [
    ...['ana.b-c@purdue.edu.evil.example', 'ana.b-c@evil.example', 'ana.b-c@mail.purdue.edu', 'ana.b-c@purdue.edu.'],
    'ana.b-c@purdue.edu@evil.example',
  ]

  // Shows: T39
  test('is claimed by none of thirty similar addresses, and then once by its owner (T39)', {
    timeout: 120_000,
  }, async ({ club, sink }) => {
    comparePasswords(club)
    const practiceId = await club.practice()
    const open = { email: listed, consumedAt: null }
    for (const row of [
      { ...open, id: 'a', kind: 'attendance', practiceId, paid: null },
      { ...open, id: 'b', kind: 'carpool', practiceId, paid: null },
      { ...open, id: 'c', kind: 'paid', practiceId: null, paid: 4 },
    ] as const)
      await club.db.insertInto('preRegistration').values(row).execute()
    const claims = { practices: 0, paidPractices: 0, dayPasses: 0 }
    let joined = 0
    for (const typed of [...alike, ...elsewhere]) {
      const answer = await tryAgain(club, sink, typed)
      if (typeof answer !== 'object') continue
      expect([typed, answer]).toEqual([typed, { dayPasses: expect.any(Number), claimed: claims }])
      joined += 1
    }
    // Covers both kinds: addresses that belong to someone else, and addresses no one can sign up with.
    expect([alike.length + elsewhere.length, joined]).toEqual([30, 16])
    expect(await club.db.selectFrom('carpoolCredit').selectAll().execute()).toEqual([])
    expect(await tryAgain(club, sink, ' Ana.B-C@Purdue.EDU ')).toEqual({
      // A tagged address of the same mailbox already received them.
      dayPasses: 0,
      claimed: { practices: 1, paidPractices: 5, dayPasses: 0 },
    })
  })
})

async function memberOf(club: TestClub, email: string) {
  return (await club.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}
