import { describe, expect, test } from 'vitest'
import { defaultPicture } from './photos.ts'
import {
  addPronoun,
  bowTypeLabels,
  bowTypes,
  checkChange,
  checkProfile,
  checkStep,
  equipmentAnswers,
  isAdult,
  isCalendarDay,
  type ProfileDraft,
  type ProfileStep,
  pronounChoices,
} from './profile.ts'
import { isCarCapacity } from './profile-limits.ts'
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

const askFirst = 'Enter your first name.'
const askLast = 'Enter your last name.'
const askBirthday = 'Enter a date between January 1, 1900, and today.'
const askBow = 'Choose a bow type.'
const askEquipment = 'Choose Yes or No.'
const askCapacity = 'Enter a whole number from 1 to 8, including the driver.'

// Shows: 3.11, 9.22, 9.24, 9.25
test('the choices are those of the specification', () => {
  expect(bowTypes).toEqual(['Compound', 'Recurve', 'Barebow', 'undecided'])
  expect(bowTypes.map((type) => bowTypeLabels[type])).toEqual(['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"])
  expect(equipmentAnswers).toEqual(['Yes', 'No'])
  expect(pronounChoices).toEqual(['He/Him', 'She/Her', 'They/Them'])
  expect(defaultPicture).toBe('/default-pfp.png')
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
    ...['A', letters(50), ` ${letters(50)} `, 'Ana María', "O'Neil-Þórsdóttir", '王小明', 'Ana 🏹'],
    // These are cleaned.
    ...['A\u0000na', 'A\nna', '\u001B[31mAna', 'Ana\uD83C'],
  ])('takes %j for a name', (name) => expect(fieldsOf({ nameFirst: name, nameLast: name })).toBeNull())

  test('names the limit only for a name that is over it', () => {
    const tooLong = 'At most 50 characters.'
    expect(fieldsOf({ nameFirst: letters(51), nameLast: '' })).toEqual({ nameFirst: tooLong, nameLast: askLast })
    expect(fieldsOf({ nameLast: letters(51) })).toEqual({ nameLast: tooLong })
  })

  test.each(['', ' \t\n\u00A0', '\u3164', '\u202E\u200B'])('takes %j for no name', (name) => {
    expect(fieldsOf({ nameFirst: name })).toEqual({ nameFirst: askFirst })
    expect(fieldsOf({ nameLast: name })).toEqual({ nameLast: askLast })
  })

  test.each(['1900-01-01', '2024-02-29', today])('takes %j for a birthday', (birthday) => {
    expect(fieldsOf({ birthday })).toBeNull()
  })

  test.each([
    ...['1899-12-31', '2026-11-25', '2023-02-29', '', '02/28/2005', '2005-2-8', '2005-02-28T00:00:00.000Z'],
    ...['+002005-02-28', '-2005-02-28', ' 2005-02-28', '2005-02-28\n', '２００５-02-28', 'NaN-aN-aN'],
  ])('takes %j for no birthday', (birthday) => expect(fieldsOf({ birthday })).toEqual({ birthday: askBirthday }))
})

describe('step 3', () => {
  const choices = { bowType: askBow, personalEquipment: askEquipment }
  const nothingChosen = { step: 3, message: 'Please select your bow type and equipment status', fields: choices }
  test.each([{}, { bowType: null, personalEquipment: null }])('with %j names its two fields', (draft) => {
    expect(askedIn(3, draft)).toEqual(nothingChosen)
  })

  test.each(['', 'Longbow', 'recurve', '__proto__', 'constructor', 'toString', '0'])('takes no %j', (word) => {
    expect(askedIn(3, odd({ ...complete, bowType: word }))?.fields).toEqual({ bowType: askBow })
    const problem = askedIn(3, odd({ ...complete, personalEquipment: word }))
    expect(problem?.fields).toEqual({ personalEquipment: askEquipment })
  })
})

describe('step 4', () => {
  test('asks nothing of someone without a car, with any capacity', () => {
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
      const problem = { step: 4, message: askCapacity, fields: { carCapacity: askCapacity } }
      expect(askedIn(4, odd({ hasCar: true, carCapacity }))).toEqual(problem)
      expect(isCarCapacity(carCapacity)).toBe(false)
    },
  )
})

describe('step 5', () => {
  const askPronoun = 'Please select or add at least one pronoun'

  test.each([[undefined], [[]], [['']], [[' ', '\t\n']], [[letters(31)]], [['\u0000']]])(
    'wants a pronoun: %j is none',
    (pronouns) => {
      expect(askedIn(5, { pronouns })).toEqual({ step: 5, message: askPronoun, fields: { pronouns: askPronoun } })
    },
  )

  test('takes one to eight', () => {
    const words = Array.from({ length: 9 }, (_, index) => `p${index}`)
    for (const count of [1, 2, 8]) expect(askedIn(5, { pronouns: words.slice(0, count) })).toBeNull()
    expect(askedIn(5, { pronouns: words })?.fields).toEqual({ pronouns: 'At most 8 pronouns.' })
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
    ['x\u0000e', ['xe']],
    ['__proto__', ['__proto__']],
  ])('%j leads to %j', (typed, expected) => expect(added(typed)).toEqual(expected))

  test('a second time, in any case, changes nothing', () => {
    const pronouns = ['She/Her', '__proto__']
    for (const typed of ['She/Her', 'she/her', ' SHE/HER ', '__PROTO__']) expect(added(typed, pronouns)).toBe(pronouns)
  })

  test('makes a new list, in the order of adding, up to the eighth', () => {
    const seven = [...'1234567']
    const eight = added('8', seven)
    expect([seven, eight]).toEqual([[...'1234567'], [...'12345678']])
    expect(added('9', eight)).toBe(eight)
  })
})

describe('Finish', () => {
  const finished = (change: ProfileDraft) => {
    const check = checkProfile({ ...complete, ...change }, today)
    return check.outcome === 'complete' ? check.profile : null
  }

  test('trims names, and leaves pronouns that are there already and empty ones out', () => {
    const pronouns = [' She/Her', '', 'she/her', letters(31), 'they']
    const names = { nameFirst: 'Ana', nameLast: 'Lopez' }
    const profile = finished({ nameFirst: ' Ana ', nameLast: '\tLopez\n', pronouns })
    expect(profile).toEqual({ ...complete, ...names, pronouns: ['She/Her', 'they'] })
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
  test.each<[draft: ProfileDraft, steps: ProfileStep[]]>([
    [{}, [1, 3, 5]],
    [{ hasCar: true }, [1, 3, 4, 5]],
    [{ ...complete, pronouns: [] }, [5]],
    [{ ...complete, carCapacity: 9 }, [4]],
    [{ ...complete, bowType: null }, [3]],
    [{ ...complete, personalEquipment: undefined }, [3]],
    [{ ...complete, nameFirst: undefined }, [1]],
    [{ ...complete, nameLast: undefined }, [1]],
    [{ ...complete, birthday: undefined }, [1]],
  ])('names every step that is missing something, in order: %j, %j', (draft, steps) => {
    const check = checkProfile(draft, today)
    expect(check.outcome === 'incomplete' && check.problems.map(({ step }) => step)).toEqual(steps)
  })
})

test.each<[stored: ProfileDraft, change: ProfileDraft, result: object | ProfileStep[]]>([
  [complete, { nameLast: ' Cruz ' }, { nameFirst: 'Ana', nameLast: 'Cruz', birthday: '2005-02-28' }],
  // Gaps in other steps stay, and one in the same step has to be filled.
  [{ nameFirst: 'Ana' }, { pronouns: ['they', 'They'] }, { pronouns: ['they'] }],
  [{}, { bowType: 'Barebow', personalEquipment: 'No' }, { bowType: 'Barebow', personalEquipment: 'No' }],
  [complete, { hasCar: false }, { hasCar: false, carCapacity: 0, rm01Completed: false }],
  [{ ...complete, birthday: undefined }, { nameLast: 'Cruz' }, [1]],
  [complete, { pronouns: [], carCapacity: 9, nameFirst: '' }, [1, 4, 5]],
])('%o changed by %o: %o', (stored, change, result) => {
  const check = checkChange(stored, change, today)
  expect(check.outcome === 'complete' ? check.fields : check.problems.map(({ step }) => step)).toEqual(result)
})

test('a member is of age on the 18th birthday, and one born on a leap day on March 1', () => {
  expect(isAdult(null, today)).toBeNull()
  expect(['2008-11-24', '2008-11-25', '2007-12-31'].map((day) => isAdult(day, today))).toEqual([true, false, true])
  expect(['2026-02-28', '2026-03-01'].map((day) => isAdult('2008-02-29', day))).toEqual([false, true])
})

// Shows: T49
test('days are exactly those of the calendar, 1900 to 2100', () => {
  const real = new Set<string>()
  for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2101, 0, 1); ms += 86_400_000)
    real.add(new Date(ms).toISOString().slice(0, 10))
  expect(real.size).toBe(73_414)
  const two = (count: number) => String(count).padStart(2, '0')
  const wrong: string[] = []
  for (let year = 1900; year <= 2100; year++)
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`
        if (isCalendarDay(text) !== real.has(text)) wrong.push(text)
      }
  expect(wrong).toEqual([])
})

// Shows: T49
test('a birthday is the same day on a machine in any zone', () => {
  const own = process.env.TZ
  const inGaps = ['2005-03-13', '2015-10-18', '2026-03-08', '2026-11-01']
  try {
    for (const zone of ['UTC', 'America/Indiana/Indianapolis', 'Pacific/Auckland', 'America/Sao_Paulo']) {
      process.env.TZ = zone
      for (const birthday of ['1900-01-01', '1970-01-01', '2000-02-29', ...inGaps, today]) {
        const check = checkProfile({ ...complete, birthday }, today)
        expect([zone, check.outcome === 'complete' && check.profile.birthday]).toEqual([zone, birthday])
      }
      expect(askedIn(1, { ...complete, birthday: '2026-11-25' })?.fields).toEqual({ birthday: askBirthday })
    }
  } finally {
    process.env.TZ = own
  }
})
