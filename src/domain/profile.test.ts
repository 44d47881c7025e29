import { isMainThread } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultPicture } from './photos.ts'
import {
  addPronoun,
  bowTypeLabels,
  bowTypes,
  carOf,
  checkProfile,
  checkStep,
  equipmentAnswers,
  isCalendarDay,
  isCarCapacity,
  type ProfileDraft,
  type ProfileStep,
  pronounChoices,
} from './profile.ts'
import { fieldSentences, stepSentences } from './text/member-messages.ts'

const today = '2026-11-24'
const complete: ProfileDraft = {
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
/** A draft with values that our forms never send. */
const odd = (values: object) => values as ProfileDraft
/** The problems that checkStep finds, as text. */
function askedIn(step: ProfileStep, draft: ProfileDraft) {
  const problem = checkStep(step, draft, today)
  return problem && { step: problem.step, message: stepSentences[problem.step], fields: fieldSentences(problem.fields) }
}
const letters = (count: number) => 'x'.repeat(count)

const askFirst = 'Enter your first name (50 characters max).'
const askLast = 'Enter your last name (50 characters max).'
const askBirthday = 'Enter a date between January 1, 1900, and today.'
const askCapacity = 'Enter a whole number from 1 to 8, including the driver.'

describe('the choices', () => {
  // Shows: 3.11, 9.22, 9.24, 9.25
  test('are those of the specification', () => {
    expect(bowTypes).toEqual(['Compound', 'Recurve', 'Barebow', 'undecided'])
    expect(bowTypes.map((type) => bowTypeLabels[type])).toEqual(['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"])
    expect(equipmentAnswers).toEqual(['Yes', 'No'])
    expect(pronounChoices).toEqual(['He/Him', 'She/Her', 'They/Them'])
    expect(defaultPicture).toBe('/default-pfp.png')
  })
})

describe('step 1', () => {
  const fieldsOf = (change: ProfileDraft) => askedIn(1, { ...complete, ...change })?.fields ?? null

  test('with nothing filled in names its three fields', () => {
    expect(askedIn(1, {})).toEqual({
      step: 1,
      message: 'Please fill out your name and birthday',
      fields: { nameFirst: askFirst, nameLast: askLast, birthday: askBirthday },
    })
  })

  test.each([
    ['', false],
    [' \t\n\u00A0', false],
    ['A', true],
    [letters(50), true],
    [` ${letters(50)} `, true],
    [letters(51), false],
    ['Ana María', true],
    ["O'Neil-Þórsdóttir", true],
    ['王小明', true],
    ['A\u0000na', true],
    ['A\nna', true],
    ['\u001B[31mAna', true],
    ['Ana\uD83C', true],
    ['\u3164', false],
    ['\u202E\u200B', false],
    ['Ana 🏹', true],
  ])('takes %j for a name: %s', (name, fits) => {
    expect(fieldsOf({ nameFirst: name })).toEqual(fits ? null : { nameFirst: askFirst })
    expect(fieldsOf({ nameLast: name })).toEqual(fits ? null : { nameLast: askLast })
  })

  test.each([
    ['1900-01-01', true],
    ['1899-12-31', false],
    ['2026-11-24', true],
    ['2026-11-25', false],
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2005-04-31', false],
    ['2005-00-10', false],
    ['2005-13-01', false],
    ['2005-2-8', false],
    ['', false],
    ['02/28/2005', false],
    ['2005-02-28T00:00:00.000Z', false],
    ['+002005-02-28', false],
    ['-2005-02-28', false],
    [' 2005-02-28', false],
    ['2005-02-28\n', false],
    ['２００５-02-28', false],
    ['NaN-aN-aN', false],
  ])('takes %j for a birthday: %s', (birthday, fits) => {
    expect(fieldsOf({ birthday })).toEqual(fits ? null : { birthday: askBirthday })
  })
})

describe('step 3', () => {
  test('with nothing chosen names its two fields', () => {
    const problem = {
      step: 3,
      message: 'Please select your bow type and equipment status',
      fields: { bowType: 'Choose a bow type.', personalEquipment: 'Choose Yes or No.' },
    }
    expect(askedIn(3, {})).toEqual(problem)
    expect(askedIn(3, { bowType: null, personalEquipment: null })).toEqual(problem)
  })

  test('takes every bow type with either answer', () => {
    for (const bowType of bowTypes)
      for (const personalEquipment of equipmentAnswers) expect(askedIn(3, { bowType, personalEquipment })).toBeNull()
  })

  test.each(['', 'Longbow', 'recurve', '__proto__', 'constructor', 'toString', '0'])('takes no %j', (word) => {
    expect(askedIn(3, odd({ ...complete, bowType: word }))?.fields).toEqual({ bowType: 'Choose a bow type.' })
    expect(askedIn(3, odd({ ...complete, personalEquipment: word }))?.fields).toEqual({
      personalEquipment: 'Choose Yes or No.',
    })
  })
})

describe('step 4', () => {
  test('asks nothing of someone without a car, whatever the capacity', () => {
    for (const hasCar of [false, undefined])
      for (const carCapacity of [undefined, null, 0, 9, 1.5, Number.NaN])
        expect(askedIn(4, { hasCar, carCapacity })).toBeNull()
  })

  // Shows: 5.15, 5.16, 9.14
  test.each([1, 2, 7, 8])('takes a car for %d', (carCapacity) => {
    expect(askedIn(4, { hasCar: true, carCapacity })).toBeNull()
    expect(isCarCapacity(carCapacity)).toBe(true)
  })

  test.each([0, 9, -1, 1.5, 8.000001, Number.NaN, Infinity, -Infinity, 1e308, null, undefined, '5', [5], true])(
    'takes no car for %s',
    (carCapacity) => {
      const fields = { carCapacity: askCapacity }
      const problem = { step: 4, message: askCapacity, fields }
      expect(askedIn(4, odd({ hasCar: true, carCapacity }))).toEqual(problem)
      expect(isCarCapacity(carCapacity)).toBe(false)
    },
  )
})

describe('step 5', () => {
  const none = {
    step: 5,
    message: 'Please select or add at least one pronoun',
    fields: { pronouns: 'Please select or add at least one pronoun' },
  }

  test.each([[undefined], [[]], [['']], [[' ', '\t\n']], [[letters(31)]], [['\u0000']]])(
    'wants a pronoun: %j is none',
    (pronouns) => {
      expect(askedIn(5, { pronouns })).toEqual(none)
    },
  )

  test('takes one to eight', () => {
    const words = Array.from({ length: 9 }, (_, index) => `p${index}`)
    for (const count of [1, 2, 8]) expect(askedIn(5, { pronouns: words.slice(0, count) })).toBeNull()
    expect(askedIn(5, { pronouns: words })).toEqual({ ...none, fields: { pronouns: 'At most 8 pronouns.' } })
  })

  test('takes no thousand, different or all the same', () => {
    const thousand = Array.from({ length: 1_000 }, (_, index) => `p${index}`)
    for (const pronouns of [thousand, thousand.map(() => 'She/Her')])
      expect(askedIn(5, { pronouns })?.fields).toEqual({ pronouns: 'At most 8 pronouns.' })
  })
})

describe('adding a pronoun', () => {
  const added = (typed: string, pronouns: string[] = []) => addPronoun(pronouns, typed)

  test.each([
    ['She/Her', ['She/Her']],
    ['  xe/xem ', ['xe/xem']],
    ['any \t\n pronouns', ['any pronouns']],
    [letters(30), [letters(30)]],
    [` ${letters(30)} `, [letters(30)]],
    [letters(31), []],
    ['', []],
    ['   ', []],
    ['x\u0000e', ['xe']],
    ['__proto__', ['__proto__']],
    ['constructor', ['constructor']],
  ])('%j leads to %j', (typed, expected) => {
    expect(added(typed)).toEqual(expected)
  })

  test('a second time, in whatever case, changes nothing', () => {
    const pronouns = ['She/Her', '__proto__']
    for (const typed of ['She/Her', 'she/her', ' SHE/HER ', '__PROTO__']) expect(added(typed, pronouns)).toBe(pronouns)
  })

  test('makes a new list, in the order of adding, up to the eighth', () => {
    const seven = ['1', '2', '3', '4', '5', '6', '7']
    const eight = added('8', seven)
    expect(eight).toEqual([...seven, '8'])
    expect(seven).toHaveLength(7)
    expect(added('9', eight)).toBe(eight)
  })
})

describe('Finish', () => {
  const finished = (change: ProfileDraft) => {
    const check = checkProfile({ ...complete, ...change }, today)
    return check.outcome === 'complete' ? check.profile : null
  }

  test('takes a complete draft as it is', () => {
    expect(checkProfile(complete, today)).toEqual({ outcome: 'complete', profile: complete })
  })

  test('trims names, and leaves pronouns that are there already and empty ones out', () => {
    expect(
      finished({
        nameFirst: ' Ana ',
        nameLast: '\tLopez\n',
        pronouns: [' She/Her', '', 'she/her', letters(31), 'they'],
      }),
    ).toMatchObject({ nameFirst: 'Ana', nameLast: 'Lopez', pronouns: ['She/Her', 'they'] })
  })

  test('without a car has no capacity and no RM01', () => {
    const noCar = { hasCar: false, carCapacity: 0, rm01Completed: false }
    for (const hasCar of [false, undefined]) {
      expect(finished({ hasCar })).toMatchObject(noCar)
      expect(finished({ hasCar, carCapacity: 9 })).toMatchObject(noCar)
      expect(finished({ hasCar, carCapacity: null, rm01Completed: undefined })).toMatchObject(noCar)
    }
  })

  test('with a car has RM01 only where it was ticked', () => {
    expect(finished({ rm01Completed: false })).toMatchObject({ hasCar: true, carCapacity: 5, rm01Completed: false })
    expect(finished({ rm01Completed: undefined })).toMatchObject({ rm01Completed: false })
  })

  // Shows: 5.5, 5.6, 5.7, 5.8, 5.9, 5.10
  test('names every step that stands in its way, in order', () => {
    const stepsOf = (draft: ProfileDraft) => {
      const check = checkProfile(draft, today)
      return check.outcome === 'incomplete' ? check.problems.map(({ step }) => step) : []
    }
    expect(stepsOf({})).toEqual([1, 3, 5])
    expect(stepsOf({ hasCar: true })).toEqual([1, 3, 4, 5])
    expect(stepsOf({ ...complete, pronouns: [] })).toEqual([5])
    expect(stepsOf({ ...complete, carCapacity: 9 })).toEqual([4])
    expect(stepsOf({ ...complete, bowType: null })).toEqual([3])
    expect(stepsOf({ ...complete, personalEquipment: undefined })).toEqual([3])
    for (const missing of ['nameFirst', 'nameLast', 'birthday'] as const)
      expect(stepsOf({ ...complete, [missing]: undefined })).toEqual([1])
  })

  test('leaves what was typed as it was', () => {
    const draft = structuredClone({ ...complete, pronouns: [' a ', 'A', 'b'] })
    const before = structuredClone(draft)
    checkProfile(draft, today)
    expect(draft).toEqual(before)
  })
})

describe('days', () => {
  // Shows: T49
  test('are exactly those of the calendar, 1900 to 2100', () => {
    const real = new Set<string>()
    for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2101, 0, 1); ms += 86_400_000)
      real.add(new Date(ms).toISOString().slice(0, 10))
    const two = (count: number) => String(count).padStart(2, '0')
    const wrong: string[] = []
    for (let year = 1900; year <= 2100; year++)
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${two(month)}-${two(day)}`
          if (isCalendarDay(text) !== real.has(text)) wrong.push(text)
        }
    expect(wrong).toEqual([])
    expect(real.size).toBe(73_414)
  })
})

describe('a birthday', () => {
  const own = process.env.TZ
  afterEach(() => {
    process.env.TZ = own
  })

  // Shows: T49
  test.each([
    ['UTC', 0],
    ['America/Indiana/Indianapolis', 300],
    ['Asia/Kathmandu', -345],
    ['Asia/Tokyo', -540],
    ['Pacific/Auckland', -780],
    ['America/Sao_Paulo', 180],
  ])('is the same day on a machine in %s', (zone, offset) => {
    process.env.TZ = zone
    // Worker threads can't change the time zone of their process (tools/mutation).
    if (isMainThread) expect(new Date('2026-11-24T12:00:00.000Z').getTimezoneOffset()).toBe(offset)
    const inGaps = ['2005-03-13', '2015-10-18', '2026-03-08', '2026-11-01']
    for (const birthday of ['1900-01-01', '1970-01-01', '2000-02-29', ...inGaps, today]) {
      const check = checkProfile({ ...complete, birthday }, today)
      expect(check.outcome === 'complete' ? check.profile.birthday : check).toBe(birthday)
    }
    expect(askedIn(1, { ...complete, birthday: '2026-11-25' })?.fields).toEqual({ birthday: askBirthday })
  })
})

test('of no car neither a capacity nor RM01 is kept', () => {
  const car = { hasCar: true, carCapacity: 5, rm01Completed: true }
  expect(carOf(car)).toEqual(car)
  expect(carOf({ ...car, hasCar: false })).toEqual({ hasCar: false, carCapacity: 0, rm01Completed: false })
})
