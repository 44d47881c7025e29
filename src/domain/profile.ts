import { cleanLine } from './clean-text.ts'
import { earliestBirthday, isCarCapacity, longestName, longestPronoun, mostPronouns } from './profile-limits.ts'
/** A member's profile, from the welcome wizard and later edits. */

export const bowTypes = ['Compound', 'Recurve', 'Barebow', 'undecided'] as const
export type BowType = (typeof bowTypes)[number]
/** Labels on the screen. */
export const bowTypeLabels: Record<BowType, string> = {
  Compound: 'Compound',
  Recurve: 'Recurve',
  Barebow: 'Barebow',
  undecided: "I'm not sure yet!",
}
export const equipmentAnswers = ['Yes', 'No'] as const
export type EquipmentAnswer = (typeof equipmentAnswers)[number]
export const pronounChoices = ['He/Him', 'She/Her', 'They/Them'] as const

/** The wizard's draft; any field may be missing. */
export type ProfileDraft = {
  nameFirst?: string
  nameLast?: string
  birthday?: string
  bowType?: BowType | null
  personalEquipment?: EquipmentAnswer | null
  hasCar?: boolean
  carCapacity?: number | null
  rm01Completed?: boolean
  pronouns?: string[]
}

export type Profile = {
  nameFirst: string
  nameLast: string
  birthday: string
  bowType: BowType
  personalEquipment: EquipmentAnswer
  hasCar: boolean
  /** A whole number from 1 to 8, including the driver; 0 without a car. */
  carCapacity: number
  rm01Completed: boolean
  pronouns: string[]
}
type Car = Pick<Profile, 'hasCar' | 'carCapacity' | 'rm01Completed'>

/**
 * At least 18 years old. Both days are YYYY-MM-DD; birthdays on February 29 count as March 1 in other years. Null
 * without a birthday.
 */
export function isAdult(birthday: string | null, today: string) {
  if (birthday === null) return null
  return `${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}` <= today
}

/** The wizard's steps with input: 1 name and birthday, 3 archery, 4 carpool, 5 pronouns. */
const profileSteps = [1, 3, 4, 5] as const
export type ProfileStep = (typeof profileSteps)[number]

export type ProfileField = keyof Profile
/** Fields that can be invalid; a checkbox can't. */
export type AskedField = Exclude<ProfileField, 'hasCar' | 'rm01Completed'>
/** "missing" includes invalid values, such as a birthday in the future. */
export type FieldProblem = 'missing' | 'too-long' | 'too-many'
export type FieldProblems = Partial<Record<AskedField, FieldProblem>>
/** A step with its invalid fields. */
export type ProfileProblem = { step: ProfileStep; fields: FieldProblems }

/** Adds one pronoun, cleaned; an empty one or a duplicate (ignoring case) changes nothing. */
export function addPronoun(pronouns: string[], typed: string) {
  const pronoun = cleanLine(typed)
  if (pronoun === '' || pronoun.length > longestPronoun) return pronouns
  if (pronouns.length >= mostPronouns) return pronouns
  const known = pronouns.some((each) => each.toLowerCase() === pronoun.toLowerCase())
  return known ? pronouns : [...pronouns, pronoun]
}

/** Whether it is a `YYYY-MM-DD` day that exists. */
export function isCalendarDay(text: string) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * The problem that blocks one wizard step, or null.
 * @param today the club's current day, `YYYY-MM-DD`
 */
export function checkStep(step: ProfileStep, draft: ProfileDraft, today: string): ProfileProblem | null {
  const fields: FieldProblems = {}
  if (step === 1) {
    for (const field of ['nameFirst', 'nameLast'] as const) {
      const problem = nameProblem(draft[field])
      if (problem !== null) fields[field] = problem
    }
    const birthday = draft.birthday ?? ''
    if (!isCalendarDay(birthday) || birthday < earliestBirthday || birthday > today) fields.birthday = 'missing'
  } else if (step === 3) {
    if (!draft.bowType || !bowTypes.includes(draft.bowType)) fields.bowType = 'missing'
    if (!draft.personalEquipment || !equipmentAnswers.includes(draft.personalEquipment))
      fields.personalEquipment = 'missing'
  } else if (step === 4) {
    if (draft.hasCar && !isCarCapacity(draft.carCapacity)) fields.carCapacity = 'missing'
  } else {
    const pronouns = draft.pronouns ?? []
    if (pronouns.reduce(addPronoun, [] as string[]).length === 0) fields.pronouns = 'missing'
    else if (pronouns.length > mostPronouns) fields.pronouns = 'too-many'
  }
  return Object.keys(fields).length === 0 ? null : { step, fields }
}

/** Clears the capacity and RM01 if there is no car. */
export function carOf(car: Car): Car {
  return car.hasCar ? car : { hasCar: false, carCapacity: 0, rm01Completed: false }
}

type ProfileCheck = { outcome: 'complete'; profile: Profile } | { outcome: 'incomplete'; problems: ProfileProblem[] }

/** Validates the whole draft at Finish, and clears capacity and RM01 without a car. */
export function checkProfile(draft: ProfileDraft, today: string): ProfileCheck {
  const problems = profileSteps.map((step) => checkStep(step, draft, today)).filter((each) => each !== null)
  const { bowType, personalEquipment } = draft
  if (problems.length > 0 || !bowType || !personalEquipment) return { outcome: 'incomplete', problems }
  const { nameFirst, nameLast, birthday, ...rest } = normalized(draft)
  return { outcome: 'complete', profile: { nameFirst, nameLast, birthday, bowType, personalEquipment, ...rest } }
}

/** Normalizes a draft for storage: cleaned names, no car details without a car, each pronoun once. */
function normalized(draft: ProfileDraft) {
  return {
    nameFirst: cleanLine(draft.nameFirst ?? ''),
    nameLast: cleanLine(draft.nameLast ?? ''),
    birthday: draft.birthday ?? '',
    ...carOf({
      hasCar: draft.hasCar === true,
      carCapacity: draft.carCapacity ?? 0,
      rm01Completed: draft.rm01Completed === true,
    }),
    pronouns: (draft.pronouns ?? []).reduce(addPronoun, [] as string[]),
  }
}

/** Which step contains a field. */
export const stepOf: Record<ProfileField, ProfileStep> = {
  nameFirst: 1,
  nameLast: 1,
  birthday: 1,
  bowType: 3,
  personalEquipment: 3,
  hasCar: 4,
  carCapacity: 4,
  rm01Completed: 4,
  pronouns: 5,
}

type ProfileChange =
  | { outcome: 'complete'; fields: Partial<Profile> }
  | { outcome: 'incomplete'; problems: ProfileProblem[] }

/**
 * Validates a later edit: each step with a changed field is checked as a whole, using stored values for its other
 * fields. Gaps in other steps are ignored.
 */
export function checkChange(stored: ProfileDraft, change: ProfileDraft, today: string): ProfileChange {
  const touched = new Set((Object.keys(change) as ProfileField[]).map((field) => stepOf[field]))
  const whole = { ...stored, ...change }
  const problems = profileSteps.filter((step) => touched.has(step)).map((step) => checkStep(step, whole, today))
  const wrong = problems.filter((each) => each !== null)
  if (wrong.length > 0) return { outcome: 'incomplete', problems: wrong }
  const { bowType, personalEquipment } = whole
  const stepFields = {
    ...normalized(whole),
    ...(bowType && { bowType }),
    ...(personalEquipment && { personalEquipment }),
  }
  const fields = Object.entries(stepFields).filter(([field]) => touched.has(stepOf[field as ProfileField]))
  return { outcome: 'complete', fields: Object.fromEntries(fields) }
}

export type WelcomeRefusal = 'already-finished'
type WelcomeDecision = { outcome: 'open' } | { outcome: 'refused'; reason: WelcomeRefusal }

/** The wizard can be finished only once: the draft can be saved until then, and never afterwards. */
export function decideWelcome(person: { hasLoggedIn: boolean }): WelcomeDecision {
  return person.hasLoggedIn ? { outcome: 'refused', reason: 'already-finished' } : { outcome: 'open' }
}

function nameProblem(typed: string | undefined) {
  const name = cleanLine(typed ?? '')
  if (name === '') return 'missing'
  return name.length > longestName ? 'too-long' : null
}
