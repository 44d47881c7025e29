/** What a member tells the club about themself, in the wizard and later (specification §2, §3, §5, D20). */

export const bowTypes = ['Compound', 'Recurve', 'Barebow', 'undecided'] as const
export type BowType = (typeof bowTypes)[number]
/** How each bow type reads on the screen. */
export const bowTypeLabels: Record<BowType, string> = {
  Compound: 'Compound',
  Recurve: 'Recurve',
  Barebow: 'Barebow',
  undecided: "I'm not sure yet!",
}
export const equipmentAnswers = ['Yes', 'No'] as const
export type EquipmentAnswer = (typeof equipmentAnswers)[number]
export const pronounChoices = ['He/Him', 'She/Her', 'They/Them'] as const

export const longestName = 50
export const mostPronouns = 8
export const longestPronoun = 30
export const earliestBirthday = '1900-01-01'
export const smallestCar = 1
export const largestCar = 8
export const defaultPicture = '/default-pfp.png'

/** The wizard's draft: whatever has been filled in so far. Everything may be missing. */
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
  /** Whole number 1 to 8 with the driver; 0 without a car. */
  carCapacity: number
  rm01Completed: boolean
  pronouns: string[]
}
type Car = Pick<Profile, 'hasCar' | 'carCapacity' | 'rm01Completed'>

/** Eighteen by the day, both as YYYY-MM-DD; who was born on a leap day is so on March 1. Null while no birthday is known. */
export function isAdult(birthday: string | null, today: string) {
  if (birthday === null) return null
  return `${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}` <= today
}

/** The wizard's steps that ask for something: 1 name and birthday, 3 archery, 4 carpool, 5 pronouns. */
const profileSteps = [1, 3, 4, 5] as const
export type ProfileStep = (typeof profileSteps)[number]

export type ProfileField = keyof Profile
/** A box that can be checked or not is never wrong. */
export type AskedField = Exclude<ProfileField, 'hasCar' | 'rm01Completed'>
/** Missing is also what can't be kept, such as a birthday that is yet to come. */
export type FieldProblem = 'missing' | 'too-many'
export type FieldProblems = Partial<Record<AskedField, FieldProblem>>
/** A step, and its fields that need something. */
export type ProfileProblem = { step: ProfileStep; fields: FieldProblems }

/** Control characters and halves of a character: no screen shows them, and PostgreSQL stores no NUL. */
const unprintable = /[\p{Cc}\p{Cs}]/u

/** Adds one pronoun, trimmed; a duplicate (ignoring case) or an empty one changes nothing (D20). */
export function addPronoun(pronouns: string[], typed: string) {
  const pronoun = typed.trim().replace(/\s+/g, ' ')
  if (pronoun === '' || pronoun.length > longestPronoun || unprintable.test(pronoun)) return pronouns
  if (pronouns.length >= mostPronouns) return pronouns
  const known = pronouns.some((each) => each.toLowerCase() === pronoun.toLowerCase())
  return known ? pronouns : [...pronouns, pronoun]
}

/** `YYYY-MM-DD` that exists in the calendar. */
export function isCalendarDay(text: string) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * What stands in the way of one wizard step, or null (specification §5, D20).
 * @param today the club's current day, `YYYY-MM-DD`
 */
export function checkStep(step: ProfileStep, draft: ProfileDraft, today: string): ProfileProblem | null {
  const fields: FieldProblems = {}
  if (step === 1) {
    if (!isName(draft.nameFirst)) fields.nameFirst = 'missing'
    if (!isName(draft.nameLast)) fields.nameLast = 'missing'
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

/** What is kept of a car: where there is none, neither a capacity nor RM01 (specification §3, D20). */
export function carOf(told: Car): Car {
  return told.hasCar ? told : { hasCar: false, carCapacity: 0, rm01Completed: false }
}

type ProfileCheck = { outcome: 'complete'; profile: Profile } | { outcome: 'incomplete'; problems: ProfileProblem[] }

/** The whole draft at Finish (specification §5): complete, with car and RM01 cleared where there is no car (D20). */
export function checkProfile(draft: ProfileDraft, today: string): ProfileCheck {
  const problems = profileSteps.map((step) => checkStep(step, draft, today)).filter((each) => each !== null)
  const { bowType, personalEquipment } = draft
  if (problems.length > 0 || !bowType || !personalEquipment) return { outcome: 'incomplete', problems }
  const { nameFirst, nameLast, birthday, ...rest } = settled(draft)
  return { outcome: 'complete', profile: { nameFirst, nameLast, birthday, bowType, personalEquipment, ...rest } }
}

/** As it is kept: names trimmed, no car without one, each pronoun once. */
function settled(draft: ProfileDraft) {
  return {
    nameFirst: (draft.nameFirst ?? '').trim(),
    nameLast: (draft.nameLast ?? '').trim(),
    birthday: draft.birthday ?? '',
    ...carOf({
      hasCar: draft.hasCar === true,
      carCapacity: draft.carCapacity ?? 0,
      rm01Completed: draft.rm01Completed === true,
    }),
    pronouns: (draft.pronouns ?? []).reduce(addPronoun, [] as string[]),
  }
}

/** Which step asks for a field. */
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
 * A later change of the profile: of the steps that it touches, each is judged as a whole, with what is stored for the rest;
 * what else is stored may have gaps and hinders nobody.
 */
export function checkChange(stored: ProfileDraft, change: ProfileDraft, today: string): ProfileChange {
  const touched = new Set((Object.keys(change) as ProfileField[]).map((field) => stepOf[field]))
  const whole = { ...stored, ...change }
  const problems = profileSteps.filter((step) => touched.has(step)).map((step) => checkStep(step, whole, today))
  const wrong = problems.filter((each) => each !== null)
  if (wrong.length > 0) return { outcome: 'incomplete', problems: wrong }
  const { bowType, personalEquipment } = whole
  const kept = { ...settled(whole), ...(bowType && { bowType }), ...(personalEquipment && { personalEquipment }) }
  const fields = Object.entries(kept).filter(([field]) => touched.has(stepOf[field as ProfileField]))
  return { outcome: 'complete', fields: Object.fromEntries(fields) }
}

export type WelcomeRefusal = 'already-finished'
type WelcomeDecision = { outcome: 'open' } | { outcome: 'refused'; reason: WelcomeRefusal }

/** The wizard is gone through once: until its Finish was accepted its draft can be saved, and never again after (D18). */
export function decideWelcome(person: { hasLoggedIn: boolean }): WelcomeDecision {
  return person.hasLoggedIn ? { outcome: 'refused', reason: 'already-finished' } : { outcome: 'open' }
}

export function isCarCapacity(value: unknown) {
  return Number.isInteger(value) && Number(value) >= smallestCar && Number(value) <= largestCar
}

function isName(typed: string | undefined) {
  const name = (typed ?? '').trim()
  return name !== '' && name.length <= longestName && !unprintable.test(name)
}
