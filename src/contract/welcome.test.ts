import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bowTypes, checkProfile, equipmentAnswers } from '#domain/profile.ts'
import { ProfileDraft } from './profile.ts'

/** Fuzzes the request body of Finish (T40): any JSON, whether or not the schema accepts it. */
const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const runs = { seed: 20_261_121, numRuns: many ? 100_000 : 5_000 }
const today = '2026-11-24'
const complete = {
  nameFirst: 'Ana',
  nameLast: 'Lopez',
  birthday: '2005-02-28',
  bowType: 'Recurve',
  personalEquipment: 'No',
  hasCar: true,
  carCapacity: 5,
  rm01Completed: true,
  pronouns: ['She/Her'],
}
const fits = (draft: unknown) => z.safeParse(ProfileDraft, draft).success

describe('a draft', () => {
  test.each([
    ['a field of its own', { ...complete, role: 'Officer' }],
    ['a name without end', { nameFirst: 'x'.repeat(201) }],
    ['a birthday without end', { birthday: '2'.repeat(21) }],
    ['an unknown bow', { bowType: 'Longbow' }],
    ['a pronoun without end', { pronouns: ['x'.repeat(201)] }],
    ['a thousand pronouns', { pronouns: Array.from({ length: 1_000 }, (_, index) => `p${index}`) }],
  ])('is refused with %s', (_, draft) => expect(fits(draft)).toBe(false))

  // Shows: T40, ASVS 2.2.2
  test('from any request that the schema lets through is judged without an exception, by its own fields alone', {
    timeout,
  }, () => {
    const rubbish = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(null, '', 0, 9, 1.5, -1, 1e308, true, [], {}),
      fc.constantFrom('\u0000', '\uD800', '__proto__', 'x'.repeat(201)),
      fc.array(fc.constantFrom('She/Her', 'she/her', ' ', '__proto__', 'x'.repeat(31), '\u0000'), { maxLength: 12 }),
      fc.constantFrom<unknown>(...bowTypes, ...equipmentAnswers, today, '2026-11-25', '1899-12-31'),
    )
    const names = [...Object.keys(complete), '__proto__', 'constructor', 'role', 'carpool']
    const change = fc.tuple(fc.constantFrom(...names), rubbish, fc.constantFrom('put', 'put', 'drop'))
    const body = fc.array(change, { maxLength: 4 }).map((changes) => {
      const draft: Record<string, unknown> = JSON.parse(JSON.stringify(complete))
      for (const [name, value, how] of changes) {
        if (how === 'drop') delete draft[name]
        else Object.defineProperty(draft, name, { value, enumerable: true, configurable: true, writable: true })
      }
      return JSON.stringify(draft)
    })
    const seen = { refused: 0, complete: 0, incomplete: 0 }
    const property = fc.property(body, (text) => {
      const parsed = z.safeParse(ProfileDraft, JSON.parse(text))
      if (!parsed.success) {
        seen.refused += 1
        return
      }
      expect(Object.keys(parsed.data).filter((name) => !(name in complete))).toEqual([])
      expect(Object.getPrototypeOf(parsed.data)).toBe(Object.prototype)
      const checked = checkProfile(parsed.data, today)
      seen[checked.outcome] += 1
      if (checked.outcome === 'complete') expect(Object.keys(checked.profile)).toEqual(Object.keys(complete))
    })
    fc.assert(property, runs)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs.numRuns / 50)
  })
})
