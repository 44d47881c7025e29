import { describe, expect, test } from 'vitest'
import { runChecks } from '#server/ops/verify/run-checks.ts'
import { type BadRequest, badRequest, type Person } from '#test/support/bad-input/requests.ts'
import { unlawfulRows } from '#test/support/bad-input/unlawful-rows.ts'
import { wordsOf } from '#test/support/bad-input/words-of.ts'
import { createTestClub, usualEngines } from '#test/support/club.ts'
import { storeImport } from '#test/support/store.ts'

/** A sample of what `npm run faults -- bad-input` sends by the hundred thousand to the built server (T40, T43, T98). */
const inputs = 500
const firstSeed = 20_261_123

describe.each(usualEngines)('inputs that the contract doesn’t describe (%s)', (engine) => {
  // Shows: T40, T98, ASVS 1.5.2, ASVS 2.2.2
  test('cause no server error and leave no invalid rows', { timeout: 60_000 }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    club.ctx.hashing = { hash: async () => 'unused', verify: async ({ hash }) => hash === 'unused' }
    await club.practice()
    const gathered = async () => ({
      officer: await club.officer(),
      member: await club.member(),
      newcomer: await club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '', pronouns: '[]' }),
    })
    const targets = [await club.member({ dayPasses: 3 }), await club.officer()]
    const seen = { taken: 0, refused: 0 }
    let crew = await gathered()
    for (let seed = firstSeed; seed < firstSeed + inputs; seed++) {
      // Some inputs are valid after all and end sessions, so get new ones now and then.
      if (seed % 50 === 0) crew = await gathered()
      const asked = badRequest(seed, await wordsOf(club.db, [...targets, ...Object.values(crew)]))
      const reply = await send(asked)
      expect([asked, reply.statusCode]).toEqual([asked, expect.toSatisfy((status) => status < 500)])
      seen[reply.statusCode < 300 ? 'taken' : 'refused'] += 1
    }
    // The sample is only meaningful if some of it is accepted.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(inputs / 20)
    const wrong = await unlawfulRows(club.db)
    await runChecks(club.ctx, (_, check) => void wrong.push(...check.wrong))
    expect(wrong).toEqual([])

    function send({ method, path, body, who, seed }: BadRequest) {
      return club.app.inject({
        method: method as 'POST',
        url: path,
        headers: {
          cookie: cookieOf(who),
          'idempotency-key': `bad-input-${seed}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { payload: body }),
      })
    }

    function cookieOf(who: Person) {
      return who === 'visitor' ? '' : crew[who].cookie
    }
  })
})
