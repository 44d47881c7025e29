import { mostOf } from '#domain/ledger.ts'
import { type PassName, passNames } from '#domain/passes.ts'
import { addPronoun, type BowType, bowTypes, type EquipmentAnswer, isCalendarDay } from '#domain/profile.ts'
import { earliestBirthday, largestCar, mostPronouns, smallestCar } from '#domain/profile-limits.ts'
import { type Role, roles } from '#domain/roles.ts'
import { asSaid, type Fields, readInstant, type Value } from './values.ts'

/** Reports a field whose value can't be imported as it is: why, and what the import does instead. */
export type ReportDefect = (field: string, why: string, done: string) => void

/** A member as the old app stored them. */
export type UserFacts = {
  email: string
  role: Role
  hasLoggedIn: boolean
  nameFirst: string
  nameLast: string
  birthday: string | null
  bowType: BowType | null
  personalEquipment: EquipmentAnswer | null
  hasCar: boolean
  carCapacity: number
  rm01Completed: boolean
  pronouns: string[]
  dayPasses: number
  pass: PassName
  passUsedAt: string | null
  /** Ids of attended practices, without duplicates. */
  practices: string[]
  /** What the old app counted: the length of the list, including duplicates and invalid entries. */
  counted: number
  paidPractices: number
}

export const userFields = new Set([
  ...['email', 'role', 'hasLoggedIn', 'nameFirst', 'nameLast', 'firstName', 'lastName', 'birthday', 'bowType'],
  ...['personalEquipment', 'hasCar', 'carCapacity', 'rm01Completed', 'pfpURL', 'pronouns', 'dayPasses', 'pass'],
  ...['passUsedAt', 'practices', 'paidPractices'],
])

const longestName = 50

type Clock = { now: Date; today: string; dayOf: (at: Date) => string; timeZone: string }

/** Reads a document of `users`. Missing or invalid fields get defaults; each invalid one is reported. */
export function readUser(fields: Fields, clock: Clock, report: ReportDefect): UserFacts {
  const hasCar = isYes(fields.hasCar)
  const attended = readIds(fields.practices, 'practices', report)
  return {
    email: typeof fields.email === 'string' ? fields.email : '',
    role: readRole(fields.role, report),
    hasLoggedIn: isYes(fields.hasLoggedIn),
    // The old app wrote names in both spellings.
    nameFirst: readEither(fields, 'nameFirst', 'firstName', report),
    nameLast: readEither(fields, 'nameLast', 'lastName', report),
    birthday: readBirthday(fields.birthday, clock, report),
    bowType: readBowType(fields.bowType, report),
    personalEquipment: readEquipment(fields.personalEquipment, report),
    hasCar,
    carCapacity: readCapacity(fields.carCapacity, hasCar, report),
    rm01Completed: hasCar && isYes(fields.rm01Completed),
    pronouns: readPronouns(fields.pronouns, report),
    dayPasses: readCount(fields.dayPasses, 'dayPasses', { least: 0, most: mostOf['day-passes'] }, report),
    ...readPass(fields, clock, report),
    practices: attended.ids,
    counted: attended.length,
    paidPractices: readCount(
      fields.paidPractices,
      'paidPractices',
      { least: -mostOf['paid-practices'], most: mostOf['paid-practices'] },
      report,
    ),
  }
}

export function isYes(value: Value | undefined) {
  return value === true || (typeof value === 'string' && /^(yes|true)$/i.test(value.trim()))
}

/** A list of ids without duplicates; `length` is that of the original list. */
export function readIds(value: Value | undefined, field: string, report: ReportDefect) {
  if (value === undefined || value === null) return { ids: [], length: 0 }
  if (!Array.isArray(value)) {
    report(field, `${asSaid(value)} isn’t a list`, 'Imported as an empty list.')
    return { ids: [], length: 0 }
  }
  const ids = new Set<string>()
  for (const each of value) {
    if (typeof each !== 'string' || each === '') report(field, `${asSaid(each)} isn’t an id`, 'Left out.')
    else if (ids.has(each)) report(field, `${asSaid(each)} is listed more than once`, 'Imported once.')
    else ids.add(each)
  }
  return { ids: [...ids], length: value.length }
}

/** A whole number, clamped to the bounds; 0 if the field is missing. */
export function readCount(
  value: Value | undefined,
  field: string,
  { least, most }: { least: number; most: number },
  report: ReportDefect,
) {
  if (value === undefined || value === null || value === '') return 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    report(field, `${asSaid(value)} isn’t a number`, 'Imported as 0.')
    return 0
  }
  const taken = Math.min(most, Math.max(least, Math.floor(number))) + 0
  if (taken !== number)
    report(field, `${number} isn’t a whole number from ${least} to ${most}`, `Imported as ${taken}.`)
  return taken
}

function readRole(value: Value | undefined, report: ReportDefect): Role {
  if (value === undefined || value === null || value === '') return 'Member'
  const role = roles.find((each) => typeof value === 'string' && each.toLowerCase() === value.trim().toLowerCase())
  if (!role) report('role', `${asSaid(value)} isn’t a role`, 'Imported as Member.')
  return role ?? 'Member'
}

function readEither(fields: Fields, field: string, other: string, report: ReportDefect) {
  const at = !fields[field] && fields[other] ? other : field
  return readName(fields[at] ?? '', at, report)
}

/** One line of at most 50 characters. */
export function readName(value: Value, at: string, report: ReportDefect) {
  if (typeof value !== 'string') {
    report(at, `${asSaid(value)} isn’t a name`, 'Left blank.')
    return ''
  }
  const name = value
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (name.length <= longestName) return name
  const cut = name
    .slice(0, longestName)
    .replace(/\p{Cs}/gu, '')
    .trim()
  report(at, `${asSaid(name)} has more than ${longestName} characters`, `Cut to ${asSaid(cut)}.`)
  return cut
}

function readBirthday(value: Value | undefined, clock: Clock, report: ReportDefect) {
  if (value === undefined || value === null || value === '') return null
  const day = birthdayOf(value, clock)
  if (day !== null && isCalendarDay(day) && day >= earliestBirthday && day <= clock.today) return day
  report(
    'birthday',
    `${asSaid(value)} isn’t a day from ${earliestBirthday} to today`,
    'Left blank; the member can fill it in.',
  )
  return null
}

function birthdayOf(value: Value, { dayOf, timeZone }: Clock) {
  if (typeof value === 'string') {
    const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value.trim())
    if (american) return `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    if (/^\d{4}-\d\d-\d\d$/.test(value.trim())) return value.trim()
  }
  const at = readInstant(value, timeZone)
  if (at === null) return null
  // Midnight UTC means that day; any other instant, such as midnight in the club's zone, means the day it falls on
  // there.
  return at.getTime() % 86_400_000 === 0 ? at.toISOString().slice(0, 10) : dayOf(at)
}

function readBowType(value: Value | undefined, report: ReportDefect) {
  if (value === undefined || value === null || value === '') return null
  const plain = String(value).trim().toLowerCase()
  const bow = bowTypes.find((each) => each.toLowerCase() === plain) ?? (/not sure/.test(plain) ? 'undecided' : null)
  if (bow === null) report('bowType', `${asSaid(value)} isn’t a bow type`, 'Left blank; the member can fill it in.')
  return bow
}

function readEquipment(value: Value | undefined, report: ReportDefect) {
  if (value === undefined || value === null || value === '') return null
  if (isYes(value)) return 'Yes' as const
  if (value === false || /^(no|false)$/i.test(String(value).trim())) return 'No' as const
  report('personalEquipment', `${asSaid(value)} is neither Yes nor No`, 'Left blank; the member can fill it in.')
  return null
}

function readCapacity(value: Value | undefined, hasCar: boolean, report: ReportDefect) {
  const none = value === undefined || value === null || value === 0 || value === ''
  if (!hasCar) {
    if (!none) report('carCapacity', `${asSaid(value)} seats but no car`, 'Imported as 0.')
    return 0
  }
  const seats = Number(value)
  if (!none && Number.isInteger(seats) && seats >= smallestCar && seats <= largestCar) return seats
  const taken = seats > largestCar ? largestCar : smallestCar
  report(
    'carCapacity',
    `${none ? 'no seat' : asSaid(value)}, where a car has ${smallestCar} to ${largestCar}, including the driver`,
    `Imported as ${taken}.`,
  )
  return taken
}

function readPronouns(value: Value | undefined, report: ReportDefect) {
  if (value === undefined || value === null || value === '') return []
  const typed = Array.isArray(value) ? value : [value]
  let pronouns: string[] = []
  for (const each of typed) {
    const next = typeof each === 'string' ? addPronoun(pronouns, each) : pronouns
    const why =
      pronouns.length >= mostPronouns
        ? `there are already ${mostPronouns} before it, the maximum`
        : 'too long, empty, or already listed'
    if (next === pronouns) report('pronouns', `${asSaid(each)}: ${why}`, 'Left out.')
    pronouns = next
  }
  return pronouns
}

function readPass(
  fields: Fields,
  { now, timeZone }: Clock,
  report: ReportDefect,
): Pick<UserFacts, 'pass' | 'passUsedAt'> {
  const value = fields.pass ?? 'none'
  const pass = passNames.find((each) => each.toLowerCase() === String(value).trim().toLowerCase())
  if (!pass) report('pass', `${asSaid(value)} isn’t a pass`, 'Imported as none.')
  if (pass !== 'Day Pass') return { pass: pass ?? 'none', passUsedAt: null }
  const usedAt = readInstant(fields.passUsedAt, timeZone)
  if (usedAt !== null && usedAt <= now) return { pass, passUsedAt: usedAt.toISOString() }
  const why = usedAt === null ? 'it doesn’t say when the Day Pass was used' : `${asSaid(usedAt)} is in the future`
  report('passUsedAt', why, 'The pass is imported as none.')
  return { pass: 'none', passUsedAt: null }
}

/** A member whose document has no fields: someone who has only created an account. */
export const newcomer: UserFacts = {
  email: '',
  role: 'Member',
  hasLoggedIn: false,
  nameFirst: '',
  nameLast: '',
  birthday: null,
  bowType: null,
  personalEquipment: null,
  hasCar: false,
  carCapacity: 0,
  rm01Completed: false,
  pronouns: [],
  dayPasses: 0,
  pass: 'none',
  passUsedAt: null,
  practices: [],
  counted: 0,
  paidPractices: 0,
}
