import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bowTypes, checkProfile, equipmentAnswers, type Profile, type ProfileDraft } from './profile.ts'
import { fieldSentences, stepSentences } from './text/member-messages.ts'

/** Fuzzes drafts (T40): each must lead to error messages, never to an exception or an invalid profile. */
const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const runs = { seed: 20_261_121, numRuns: many ? 100_000 : 20_000 }
const today = '2026-11-24'

const word = fc.oneof(
  { arbitrary: fc.constantFrom('Ana', 'She/Her', 'she/her', ' They/Them ', 'ΣΑΣ', 'σας', 'İ', 'ß'), weight: 4 },
  fc.constantFrom('', ' ', '\u00A0', '\u0000', 'a\u0000b', '\uD800', '\u202Etxt'),
  fc.constantFrom('__proto__', 'constructor', 'toString'),
  fc.constantFrom('x'.repeat(30), 'x'.repeat(31), 'x'.repeat(50), 'x'.repeat(51), '🏹'.repeat(15), '🏹'.repeat(26)),
  fc.string({ maxLength: 60, unit: 'binary' }),
)
const day = fc.oneof(
  { arbitrary: fc.constantFrom('2005-02-28', '1900-01-01', today), weight: 3 },
  fc.constantFrom('2026-11-25', '1899-12-31', '2005-02-30', '', '0000-00-00', '9999-99-99', '+010000-01-01'),
  fc
    .tuple(fc.integer({ min: 1890, max: 2030 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-')),
  word,
)
const capacity = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 9 }), weight: 2 },
  fc.constantFrom(0, 9, Number.NaN, 1.5, -0, -1, Infinity, 1e308, null),
  fc.double(),
)
const pronouns = fc.oneof(
  { arbitrary: fc.array(word, { maxLength: 10 }), weight: 8 },
  fc.constantFrom([], [...Array(1_000).keys()].map(String), Array(1_000).fill('She/Her')),
)
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 20 })
const oneOf = (words: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 9 }, fc.constantFrom(null, '', '__proto__'), word)

const junk = fc.record({
  nameFirst: mostly(word),
  nameLast: mostly(word),
  birthday: mostly(day),
  bowType: mostly(oneOf(bowTypes)),
  personalEquipment: mostly(oneOf(equipmentAnswers)),
  hasCar: mostly(fc.boolean()),
  carCapacity: mostly(capacity),
  rm01Completed: mostly(fc.boolean()),
  pronouns: mostly(pronouns),
}) as fc.Arbitrary<ProfileDraft>

/** An independent implementation of what makes a profile valid. */
function faultsOf(profile: Profile) {
  const faults: string[] = []
  const check = (field: string, right: boolean) => right || faults.push(field)
  const isText = (text: string, longest: number) =>
    text.trim() === text && text.length >= 1 && text.length <= longest && text.isWellFormed() && !/\0/.test(text)
  check('nameFirst', isText(profile.nameFirst, 50))
  check('nameLast', isText(profile.nameLast, 50))
  const birthdayMs = Date.parse(`${profile.birthday}T00:00:00.000Z`)
  check('birthday', !Number.isNaN(birthdayMs) && new Date(birthdayMs).toISOString().slice(0, 10) === profile.birthday)
  check('birthday', profile.birthday >= '1900-01-01' && profile.birthday <= today)
  check('bowType', ['Compound', 'Recurve', 'Barebow', 'undecided'].includes(profile.bowType))
  check('personalEquipment', ['Yes', 'No'].includes(profile.personalEquipment))
  const capacities = profile.hasCar ? [1, 2, 3, 4, 5, 6, 7, 8] : [0]
  check('carCapacity', capacities.includes(profile.carCapacity))
  check('rm01Completed', profile.rm01Completed === false || (profile.rm01Completed === true && profile.hasCar === true))
  check('pronouns', profile.pronouns.length >= 1 && profile.pronouns.length <= 8)
  for (const pronoun of profile.pronouns) check('pronouns', isText(pronoun, 30))
  check('pronouns', new Set(profile.pronouns.map((pronoun) => pronoun.toLowerCase())).size === profile.pronouns.length)
  check('the fields', Object.keys(profile).length === 9)
  return faults
}

describe('a draft of junk', { timeout }, () => {
  // Shows: T40, ASVS 2.2.3
  test('is complete with a lawful profile, or incomplete with a sentence for every field in the way', () => {
    const property = fc.property(junk, (draft) => {
      const checked = checkProfile(draft, today)
      if (checked.outcome === 'complete') {
        expect(faultsOf(checked.profile)).toEqual([])
        return
      }
      expect(checked.problems.length).toBeGreaterThan(0)
      for (const { step, fields } of checked.problems) {
        const texts = [stepSentences[step], ...Object.values(fieldSentences(fields))]
        expect(texts.length > 1 && texts.every((text) => text.length > 10)).toBe(true)
      }
    })
    fc.assert(property, runs)
    // The property is only meaningful if the random drafts reach both outcomes.
    const outcomes = fc.sample(junk, { ...runs, numRuns: 2_000 }).map((draft) => checkProfile(draft, today).outcome)
    expect(outcomes.filter((outcome) => outcome === 'complete').length).toBeGreaterThan(100)
    expect(outcomes.filter((outcome) => outcome === 'incomplete').length).toBeGreaterThan(100)
  })

  test('that is complete stays as it is when it is judged again', () => {
    const property = fc.property(junk, (draft) => {
      const checked = checkProfile(draft, today)
      if (checked.outcome === 'complete') expect(checkProfile(checked.profile, today)).toEqual(checked)
    })
    fc.assert(property, { ...runs, numRuns: runs.numRuns / 5 })
  })

  // Shows: ASVS 15.3.6
  test('changes no prototype, and reads nothing from one that came with it', () => {
    const draft = JSON.parse('{"__proto__":{"nameFirst":"Eve","bowType":"Recurve"},"pronouns":["__proto__"]}')
    const checked = checkProfile(draft, today)
    expect(checked.outcome === 'incomplete' && checked.problems.map(({ fields }) => Object.keys(fields))).toEqual([
      ['nameFirst', 'nameLast', 'birthday'],
      ['bowType', 'personalEquipment'],
    ])
    expect('nameFirst' in {}).toBe(false)
  })
})
