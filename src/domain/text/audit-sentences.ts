import { isBulkEdit } from '#domain/bulk-edit.ts'
import { isDay } from '#domain/iso-day.ts'
import { isSettingName } from '#domain/settings/setting-list.ts'
import { bulkSentence } from './bulk-edit-messages.ts'
import { describeSetting, settingTexts } from './setting-messages.ts'

/**
 * The audit log as text. A row stores who did what to what, as ids and counts; each action has its sentence here. The
 * caller passes in current names, so a member who was erased appears as a pseudonym.
 */
export const auditActs = {
  'practice.start': 'Practice started',
  'practice.end-early': 'Practice ended early',
  'practice.take-back-end': 'Practice reopened',
  'schedule.create': 'Practice planned',
  'schedule.change': 'Practice changed',
  'schedule.cancel': 'Practice canceled',
  'calendar.decide': 'Calendar event matched',
  'calendar.cancel-held': 'Missing practices canceled',
  'practice.limit': 'Attendance limit changed',
  'practice.order-waiting': 'Waitlist reordered',
  'practice.rain-out': 'Rain-out refunded',
  'practice.rain-out-undo': 'Rain-out refund undone',
  'practice.delete': 'Practice deleted',
  'practice.restore': 'Practice restored',
  'practice.remove-samples': 'Samples removed',
  'practice.import': 'Practice imported',
  'attendance.enter': 'Attendance added',
  'attendance.remove': 'Attendance removed',
  'attendance.rain-out': 'Rain-out refund to a member',
  'attendance.rain-out-undo': 'Rain-out refund to a member undone',
  'carpool.credit': 'Carpool credit',
  'email.list': 'Email added to a practice',
  'email.unlist': 'Email removed from a practice',
  'pre-registration.claim': 'Email claimed at sign-up',
  'member.role': 'Role changed',
  'member.day-passes': 'Day passes changed',
  'member.paid-practices': 'Paid practices changed',
  'member.pass': 'Pass changed',
  'member.use-pass': 'Day pass used',
  'member.welcome': 'Welcome passes added',
  'member.rm01': 'RM01 approval changed',
  'members.bulk-edit': 'Bulk edit',
  'members.bulk-undo': 'Bulk edit undone',
  'member.remove': 'Member removed',
  'member.restore': 'Member restored',
  'member.erase': 'Member erased',
  'member.import': 'Member imported',
  'member.store': 'Store purchase added',
  'club.import': 'Old app imported',
  'store.import': 'Store orders imported',
  'store.assign': 'Store order assigned',
  'store.unassign': 'Store order unassigned',
  'store.worth': 'Store product value set',
  'store.dismiss': 'Store order ignored',
  'store.reopen': 'Store order reopened',
  'store.forget': 'Remembered email removed',
  'paid-count.set': 'Paid count for an email changed',
  'paid-count.remove': 'Paid count for an email removed',
  'setting.change': 'Setting changed',
  'setting.undo': 'Setting change undone',
  export: 'List exported',
  refused: 'Officer action denied',
} as const
export type AuditAct = keyof typeof auditActs
export const auditActNames = Object.keys(auditActs) as AuditAct[]

const groups = ['Practices', 'Members', 'Store', 'Club'] as const
const groupOfSubject: Record<string, (typeof groups)[number]> = {
  practice: 'Practices',
  schedule: 'Practices',
  calendar: 'Practices',
  attendance: 'Practices',
  carpool: 'Practices',
  email: 'Practices',
  'pre-registration': 'Practices',
  member: 'Members',
  members: 'Members',
  store: 'Store',
  'paid-count': 'Store',
}

/** The actions by what they are about, in display order. */
export const auditActGroups = groups.map((group) => ({
  group,
  acts: auditActNames.filter((name) => (groupOfSubject[name.split('.')[0] ?? ''] ?? 'Club') === group),
}))

/** Null for an unknown action, which another release may have written. */
export function asAct(action: string): AuditAct | null {
  return auditActNames.find((name) => name === action) ?? null
}

/** The ids that a row is about: a member, a practice, both ("practice member"), or neither. */
export function targetOf(action: string, target: string): { memberId: string | null; practiceId: string | null } {
  const [subject] = action.split('.')
  if (subject === 'member' || action === 'pre-registration.claim') return { memberId: target, practiceId: null }
  if (subject === 'store') {
    // The line's id, then its owner at that time.
    const [, memberId = null] = target.split(' ')
    return { memberId, practiceId: null }
  }
  if (subject === 'attendance' || subject === 'carpool') {
    // Calendar ids may contain spaces, member ids never do.
    const gap = target.lastIndexOf(' ')
    return { memberId: target.slice(gap + 1), practiceId: target.slice(0, gap) }
  }
  // The last part is the id of an address, not of a member.
  if (subject === 'email') return { memberId: null, practiceId: target.slice(0, target.lastIndexOf(' ')) }
  if (action === 'practice.remove-samples') return { memberId: null, practiceId: null }
  // A weekly series has no single practice.
  if (action === 'schedule.create') return { memberId: null, practiceId: target.includes(' ') ? null : target }
  if (subject === 'schedule') return { memberId: null, practiceId: target }
  if (subject === 'practice') return { memberId: null, practiceId: target }
  return { memberId: null, practiceId: null }
}

/** A person in a sentence; a null id means the club itself or a command. */
export type Party = { id: string | null; name: string }
/** A piece of a sentence: text, or a name. */
export type Piece = string | Party
type Values = Record<string, unknown>

export type AuditFacts = {
  act: AuditAct | null
  /** As stored in the row. */
  action: string
  target: string
  actor: Party
  member: Party | null
  /** A practice's title and day. */
  practice: string | null
  /** What the operation of a denied action does, such as `Start a practice`; null if it isn't known. */
  operation?: string | null
  before: Values
  after: Values
}

type Sentence = (facts: AuditFacts & { who: Party; whom: Piece[]; whose: Piece[]; what: string }) => Piece[]

const exported: Record<string, string> = {
  members: 'the list of members',
  audit: 'the audit log',
  firebase: 'the whole club in Firebase format',
}

const sentences: Record<AuditAct, Sentence> = {
  'practice.start': ({ who, what }) => [who, ` started ${what}`],
  'practice.end-early': ({ who, what }) => [who, ` ended ${what} early`],
  'practice.take-back-end': ({ who, what }) => [who, ` reopened ${what}`],
  'schedule.create': ({ who, what, after }) =>
    after.weeks === 1 ? [who, ` planned ${what}`] : [who, ` planned ${many(after.weeks, 'weekly practice')}`],
  'schedule.change': ({ who, what }) => [who, ` changed ${what} in the calendar`],
  'schedule.cancel': ({ who, what, after }) => [
    who,
    after.cancelled === true ? ` canceled ${what}` : ` put ${what} back on`,
  ],
  'calendar.decide': ({ who, what, after }) => [
    who,
    after.cancelled === true
      ? ` canceled ${what}, which is no longer in the calendar`
      : ` chose the calendar event of ${what}`,
  ],
  'calendar.cancel-held': ({ who, after }) => [
    who,
    ` canceled ${many(after.practices, 'practice')} missing from the calendar`,
  ],
  'practice.limit': ({ who, what, before, after }) => [
    who,
    ` set the attendance limit of ${what} from ${limit(before)} to ${limit(after)}`,
  ],
  'practice.order-waiting': ({ who, what }) => [who, ` reordered the waitlist for ${what}`],
  'practice.rain-out': ({ who, what, after }) => [
    who,
    ` refunded ${list([many(after.people, 'practice'), some(after.dayPasses, 'day pass')])} for the rain-out of ${what}`,
  ],
  'practice.rain-out-undo': ({ who, what, before }) => [
    who,
    ` undid the rain-out refunds of ${many(before.people, 'member')} for ${what}`,
  ],
  'practice.delete': ({ who, what }) => [who, ` deleted ${what}`],
  'practice.restore': ({ who, what }) => [who, ` restored ${what}`],
  'practice.remove-samples': ({ who, after: { removed, settings } }) => {
    const practices = many(removed, 'sample practice')
    if (settings !== true) return [who, ` removed ${practices}`]
    return [
      who,
      removed === 0 ? ' removed the sample maps and links' : ` removed ${practices} and the sample maps and links`,
    ]
  },
  'practice.import': ({ who, what }) => [who, ` imported ${what} from the old app`],
  'attendance.enter': ({ who, whom, what }) => [who, ' marked ', ...whom, ` as present at ${what}`],
  'attendance.remove': ({ who, whom, what }) => [who, ' removed ', ...whom, ` from ${what}`],
  'attendance.rain-out': ({ who, whom, what, after }) => [
    who,
    ' refunded ',
    ...whom,
    ` ${gift(after)} for the rain-out of ${what}`,
  ],
  'attendance.rain-out-undo': ({ who, whose, what, before }) => [
    who,
    ' undid ',
    ...whose,
    ` rain-out refund of ${gift(before)} for ${what}`,
  ],
  'carpool.credit': ({ who, whom, whose, what, after }) =>
    after.credited === true
      ? [who, ' credited ', ...whom, ` for driving to ${what}`]
      : [who, ' removed ', ...whose, ` carpool credit for ${what}`],
  'email.list': ({ who, what, after }) => [
    who,
    ` added an email without an account to the ${after.kind === 'carpool' ? 'carpool list' : 'attendees'} of ${what}`,
  ],
  'email.unlist': ({ who, what }) => [who, ` removed an email without an account from ${what}`],
  'pre-registration.claim': ({ whose, after }) => [
    'At sign-up, ',
    ...whose,
    ` email added ${list([some(after.practices, 'attended practice'), some(after.paidPractices, 'paid practice'), some(after.dayPasses, 'day pass')])}`,
  ],
  'member.role': ({ who, whom, after }) =>
    after.role === 'Officer' ? [who, ' made ', ...whom, ' an officer'] : [who, ' made ', ...whom, ' a member again'],
  'member.day-passes': ({ who, whose, before, after }) => [
    who,
    ' set ',
    ...whose,
    ` day passes from ${plain(before.dayPasses)} to ${plain(after.dayPasses)}`,
  ],
  'member.paid-practices': ({ who, whose, before, after }) => [
    who,
    ' set ',
    ...whose,
    ` paid practices from ${plain(before.paidPractices)} to ${plain(after.paidPractices)}`,
  ],
  'member.pass': ({ who, whose, before, after }) => [
    who,
    ' set ',
    ...whose,
    ` pass from ${plain(before.pass)} to ${plain(after.pass)}`,
  ],
  'member.use-pass': ({ who }) => [who, ' used a day pass'],
  'member.welcome': ({ who, after }) => [who, ` got ${gift(after)} as a welcome gift`],
  'member.rm01': ({ who, whose, after }) =>
    after.rm01Until === null
      ? [who, ' removed the approval of ', ...whose, ' RM01']
      : [who, ' approved ', ...whose, ` RM01 until ${dayInWords(after.rm01Until)}`],
  'members.bulk-edit': ({ who, after }) => [who, ` ${bulk(after)}`],
  'members.bulk-undo': ({ who, before, after }) => [
    who,
    ` undid a bulk edit for ${many(after.people, 'member')} that ${bulk(before)}`,
  ],
  'member.remove': ({ who, whom }) => [who, ' removed ', ...whom, ' from the club'],
  'member.restore': ({ who, whom }) => [who, ' restored ', ...whom],
  'member.erase': ({ who, whom, actor, member }) =>
    actor.id !== null && actor.id === member?.id
      ? [who, ' deleted their own account']
      : [who, ' permanently erased ', ...whom],
  'member.import': ({ who, whom, after }) => [
    who,
    ' imported ',
    ...whom,
    ` from the old app, with ${many(after.practices, 'attended practice')}, ${many(after.paidPractices, 'paid practice')}, and ${many(after.dayPasses, 'day pass')}`,
  ],
  'club.import': ({ who, after }) => [
    who,
    ` imported the old app: ${many(after.people, 'member')} and ${many(after.practicesTaken, 'practice')}`,
  ],
  'member.store': ({ who, whose, before, after }) => [
    who,
    ' added ',
    ...whose,
    ` store purchases: ${list([some(gain(before, after, 'paidPractices'), 'paid practice'), some(gain(before, after, 'dayPasses'), 'day pass')])}`,
  ],
  'store.import': ({ who, after }) => [
    who,
    ` imported ${many(after.booked, 'store order')}${after.waiting === 0 ? '' : `, with ${plain(after.waiting)} more waiting`}`,
  ],
  'store.assign': ({ who, whom, member, after }) =>
    member === null
      ? [who, ` assigned ${many(after.lines, 'store order')} to an email without an account`]
      : [who, ` assigned ${many(after.lines, 'store order')} to `, ...whom],
  'store.unassign': ({ who, whom, member }) =>
    member === null ? [who, ' unassigned a store order'] : [who, ' unassigned a store order from ', ...whom],
  'store.worth': ({ who, after }) => [
    who,
    ` set a store product’s value to ${many(after.paidPractices, 'paid practice')} and ${many(after.dayPasses, 'day pass')}, for ${many(after.lines, 'order')}`,
  ],
  'store.dismiss': ({ who }) => [who, ' ignored a store order'],
  'store.reopen': ({ who }) => [who, ' reopened an ignored store order'],
  'store.forget': ({ who }) => [who, ' removed a remembered email'],
  'paid-count.set': ({ who, before, after }) => [
    who,
    ` changed the paid count for an email without an account from ${counts(before)} to ${counts(after)}`,
  ],
  'paid-count.remove': ({ who, before }) => [
    who,
    ` removed the paid count for an email without an account: ${counts(before)}`,
  ],
  'setting.change': ({ who, target }) => [who, ` changed the setting “${settingLabel(target)}”`],
  'setting.undo': ({ who, target }) => [who, ` undid a change of the setting “${settingLabel(target)}”`],
  export: ({ who, target }) => [who, ` exported ${exported[target] ?? `the ${target}`}`],
  refused: ({ who, target, operation, after }) => [
    who,
    ` tried an officer-only action ${after.times === undefined ? '' : `${many(after.times, 'more time')} within the hour `}and was denied (${operation ?? target})`,
  ],
}

/** One of another release has its name in `club.config.ts`. */
function settingLabel(name: string) {
  return isSettingName(name) ? settingTexts[name].label : name
}

/** `Blair Officer set Avery Bowman's day passes from 2 to 3`, in pieces. */
export function auditSentence(facts: AuditFacts): Piece[] {
  const { act, actor, member, practice } = facts
  const isOwn = actor.id !== null && actor.id === member?.id
  const whom: Piece[] = [isOwn ? 'themselves' : (member ?? 'someone')]
  const whose: Piece[] = isOwn ? ['their own'] : [member ?? 'someone', '’s']
  const what = practice ?? 'a deleted practice'
  if (act === null) return [actor, ` did “${facts.action}”`]
  return sentences[act]({ ...facts, who: actor, whom, whose, what })
}

/** A sentence as plain text. */
export function spoken(pieces: Piece[]) {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('')
}

/** One field before and after; null for a side that the row does not record. Instants are not formatted. */
export type Change = { what: string; before: string | null; after: string | null }

const labels: Record<string, string> = {
  role: 'Role',
  dayPasses: 'Day passes',
  paidPractices: 'Paid practices',
  practices: 'Attended practices',
  pass: 'Pass',
  rm01Until: 'RM01 approved until',
  attendanceLimit: 'Attendance limit',
  title: 'Name',
  location: 'Location',
  description: 'Description',
  startsAt: 'Starts',
  endsAt: 'Ends',
  startsOn: 'First day',
  weeks: 'Weeks',
  startedAt: 'Started',
  endedAt: 'Ended',
  checkedInAt: 'Checked in',
  checkedInBy: 'Checked in by',
  reason: 'Earlier reason',
  credited: 'Carpool credit',
  credits: 'Carpool credits',
  practicesTaken: 'Practices imported',
  lists: 'Emails on lists',
  pictures: 'Photos',
  passwords: 'Old passwords updated',
  booked: 'Orders imported',
  unread: 'Orders skipped',
  there: 'Orders already imported',
}

/** Fields without a meaning for readers, or already in the sentence. */
const hiddenFields = new Set([
  'credited',
  'settings',
  'preRegistration',
  'removed',
  'waiting',
  'kind',
  'cancelled',
  'people',
  'edit',
  'held',
  'lines',
  'times',
])

/** The same for some actions, in which the sentence has the numbers. */
const hiddenNumbers: Partial<Record<AuditAct, string[]>> = {
  'schedule.create': ['weeks'],
  'calendar.cancel-held': ['practices'],
  'practice.rain-out': ['dayPasses'],
  'practice.rain-out-undo': ['dayPasses'],
  'attendance.rain-out': ['paidPractices', 'dayPasses'],
  'attendance.rain-out-undo': ['paidPractices', 'dayPasses'],
  'pre-registration.claim': ['practices', 'paidPractices', 'dayPasses'],
  'member.welcome': ['paidPractices', 'dayPasses'],
  'store.import': ['booked'],
  'store.worth': ['paidPractices', 'dayPasses'],
}

/** What is different, and what was recorded on one side only. @param nameOf returns the name for a member's id */
export function changesOf(
  act: AuditAct | null,
  before: Values,
  after: Values,
  nameOf: (id: string) => string,
): Change[] {
  if (act === 'setting.change' || act === 'setting.undo')
    return [{ what: 'Value', before: describeSetting(before.value), after: describeSetting(after.value) }]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const hidden = act === null ? [] : (hiddenNumbers[act] ?? [])
  // Earlier releases recorded places and descriptions that had not changed.
  const isUnknown = (key: string) => act === 'schedule.change' && !(key in before)
  return keys
    .filter((key) => !hiddenFields.has(key) && !hidden.includes(key) && !isUnknown(key))
    .filter((key) => !isNothing(before[key], after[key]))
    .map((key) => {
      const say = (values: Values) => (key in values ? inWords(key, values[key], nameOf) : null)
      return { what: labels[key] ?? titleOf(key), before: say(before), after: say(after) }
    })
    .filter((change) => change.before !== change.after)
    .map((change) => (change.what === labels.description ? { ...change, before: null, after: 'changed' } : change))
}

/** `Last login` for a field that another release may have written. */
function titleOf(key: string) {
  const words = key.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether it's only empty text or lists, or none of something on the only side that was recorded. */
function isNothing(...values: unknown[]) {
  const isEmpty = (value: unknown) =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return values.every(isEmpty) || (values.includes(undefined) && values.includes(0))
}

function inWords(key: string, value: unknown, nameOf: (id: string) => string) {
  if (value === null) return key === 'attendanceLimit' ? 'no limit' : key === 'checkedInBy' ? 'a list' : 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return many(value.length, 'member')
  if (key === 'checkedInBy') return nameOf(String(value))
  return plain(value)
}

/** `1 paid practice and 1 day pass` */
function gift({ paidPractices, dayPasses }: Values) {
  return list([some(paidPractices, 'paid practice'), some(dayPasses, 'day pass')])
}

/** The effect of a bulk edit, from its own row. */
function bulk({ edit, people }: Values) {
  return isBulkEdit(edit) ? bulkSentence(edit, Number(people), dayInWords) : `changed ${many(people, 'member')}`
}

function counts({ paidPractices, dayPasses }: Values) {
  return `${many(paidPractices, 'paid practice')} and ${many(dayPasses, 'day pass')}`
}

function gain(before: Values, after: Values, total: 'paidPractices' | 'dayPasses') {
  return Number(after[total] ?? 0) - Number(before[total] ?? 0)
}

function limit({ attendanceLimit }: Values) {
  return attendanceLimit === null ? 'none' : plain(attendanceLimit)
}

function plain(value: unknown) {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '?')
}

/** Null for none. */
function some(number: unknown, one: string) {
  return number ? many(number, one) : null
}

/** `1 practice, 2 paid practices, and 1 day pass` */
function list(parts: (string | null)[]) {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? 'nothing' : listFormat.format(said)
}

const listFormat = new Intl.ListFormat('en-US')
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 24, 2026`. Formatted in UTC, so that no time zone shifts the day. */
export function dayInWords(day: unknown) {
  return typeof day === 'string' && isDay(day) ? dayFormat.format(Date.parse(`${day}T00:00:00.000Z`)) : plain(day)
}

function many(number: unknown, one: string) {
  return `${plain(number)} ${number === 1 ? one : one.endsWith('s') ? `${one}es` : `${one}s`}`
}
