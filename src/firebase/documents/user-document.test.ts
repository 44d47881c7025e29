import { describe, expect, test } from 'vitest'
import { readUser } from './user-document.ts'
import type { Fields } from './values.ts'

const clock = {
  now: new Date('2026-11-24T22:50:00Z'),
  today: '2026-11-24',
  // UTC-4 all year, without daylight saving time.
  timeZone: 'America/Puerto_Rico',
  dayOf: (at: Date) => new Date(at.getTime() - 4 * 3_600_000).toISOString().slice(0, 10),
}

function read(fields: Fields) {
  const told: string[] = []
  const user = readUser(fields, clock, (field, _why, done) => void told.push(`${field}: ${done}`))
  return { user, told }
}

describe('a member of the former app', () => {
  // Shows: 3.4
  test('without a role is a Member, and has nothing of what is missing', () => {
    const { user, told } = read({})
    expect(told).toEqual([])
    expect(user).toEqual({
      ...{ email: '', role: 'Member', hasLoggedIn: false, nameFirst: '', nameLast: '', pronouns: [] },
      ...{ birthday: null, bowType: null, personalEquipment: null },
      ...{ hasCar: false, carCapacity: 0, rm01Completed: false },
      ...{ dayPasses: 0, pass: 'none', passUsedAt: null, practices: [], counted: 0, paidPractices: 0 },
    })
  })

  // Shows: 3.24
  test.each([
    [{ nameFirst: ' Ana ', nameLast: 'Lopez' }],
    [{ firstName: 'Ana', lastName: 'Lopez' }],
    [{ nameFirst: '', firstName: 'Ana', nameLast: null, lastName: 'Lopez' }],
  ])('is called by either spelling of the name: %j', (fields) => {
    expect(read(fields).user).toMatchObject({ nameFirst: 'Ana', nameLast: 'Lopez' })
  })

  test.each([
    ['2004-05-06', '2004-05-06'],
    ['5/6/2004', '2004-05-06'],
    [new Date('2004-05-06T04:00:00Z'), '2004-05-06'],
    ['2004-05-07T03:59:00.000Z', '2004-05-06'],
    ['2026-11-24', '2026-11-24'],
  ])('was born on %s: %s', (birthday, day) => {
    expect(read({ birthday })).toMatchObject({ user: { birthday: day }, told: [] })
  })

  test.each([
    ['3', 3, []],
    [undefined, 0, []],
    [2.9, 2, ['dayPasses: Imported as 2.']],
    [5000, 999, ['dayPasses: Imported as 999.']],
    [true, 0, ['dayPasses: Imported as 0.']],
  ] as const)('of whom %j day passes are counted has %i', (dayPasses, has, told) => {
    expect(read(dayPasses === undefined ? {} : { dayPasses })).toMatchObject({ user: { dayPasses: has }, told })
  })
  test.each([
    [{ hasCar: true, carCapacity: '8' }, true, 8, 0],
    [{ hasCar: 'Yes', carCapacity: 9 }, true, 8, 1],
    [{ hasCar: true, carCapacity: 0 }, true, 1, 1],
    [{ hasCar: false, carCapacity: 0, rm01Completed: true }, false, 0, 0],
  ])('with %j has a car: %s, for %i', (fields, hasCar, carCapacity, wrong) => {
    const { user, told } = read(fields)
    expect(user).toMatchObject({ hasCar, carCapacity, rm01Completed: false })
    expect(told).toHaveLength(wrong)
  })

  test.each([
    [{ pass: 'Day Pass', passUsedAt: '2026-11-24T22:50:00.000Z' }, 'Day Pass', '2026-11-24T22:50:00.000Z'],
    [{ pass: 'day pass', passUsedAt: new Date('2026-01-01T12:00:00Z') }, 'Day Pass', '2026-01-01T12:00:00.000Z'],
    [{ pass: 'Day Pass', passUsedAt: '2026-11-24T22:50:00.001Z' }, 'none', null],
    [{ pass: 'Carpool Range Pass', passUsedAt: '2026-11-24T22:50:00.000Z' }, 'Carpool Range Pass', null],
  ])('with %j holds %s', (fields, pass, passUsedAt) => {
    expect(read(fields as Fields).user).toMatchObject({ pass, passUsedAt })
  })

  const x = 'x'.repeat(49)
  const blank = 'Left blank; the member can fill it in.'
  test.each([
    ['role', 'Coach', 'Member', 'role: “Coach” isn’t a role. Imported as Member.'],
    ['nameFirst', 7, '', 'nameFirst: “7” isn’t a name. Left blank.'],
    // Not half an emoji.
    ['nameLast', `${x}🏹`, x, `nameLast: “${x}🏹” has more than 50 characters. Cut to “${x}”.`],
    ['birthday', new Date('2004-05-06T00:00:00Z'), '2004-05-06', ''],
    ['personalEquipment', ' NO ', 'No', ''],
    ['personalEquipment', false, 'No', ''],
    ['personalEquipment', 'Uno', null, `personalEquipment: “Uno” is neither Yes nor No. ${blank}`],
    ['carCapacity', 3, 0, 'carCapacity: “3” seats but no car. Imported as 0.'],
    ['pass', 'Year Pass', 'none', 'pass: “Year Pass” isn’t a pass. Imported as none.'],
  ])('whose %s is %j has %j, and a note: %s', (field, value, expected, note) => {
    const notes: string[] = []
    const user = readUser({ [field]: value }, clock, (at, why, done) => void notes.push(`${at}: ${why}. ${done}`))
    expect([user, notes.join()]).toEqual([expect.objectContaining({ [field]: expected }), note])
  })

  test('keeps profile answers that are among the choices', () => {
    const many = Array.from({ length: 9 }, (_, n) => `x${n}`)
    const said = { bowType: 'recurve', personalEquipment: true, pronouns: many, role: 'officer', hasLoggedIn: 'true' }
    expect(read(said)).toMatchObject({
      user: {
        bowType: 'Recurve',
        personalEquipment: 'Yes',
        pronouns: many.slice(0, 8),
        role: 'Officer',
        hasLoggedIn: true,
      },
      told: ['pronouns: Left out.'],
    })
    expect(read({ bowType: "I'm not sure yet!", pronouns: 'She/Her' }).user).toMatchObject({
      bowType: 'undecided',
      pronouns: ['She/Her'],
    })
  })
})
