import { isBulkEdit } from '#domain/bulk-edit.ts'
import { isDay } from '#domain/iso-day.ts'
import { inDollars } from '#domain/money.ts'
import { isSettingName } from '#domain/settings/setting-list.ts'
import type { AuditAct } from './audit-acts.ts'
import { bulkSentence } from './bulk-edit-messages.ts'
import { settingTexts } from './setting-messages.ts'

/**
 * The audit log as text. A row stores who did what to what, as ids and counts; each action has its sentence here. The
 * caller passes in current names, so a member who was erased appears as a pseudonym.
 */

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
  sales: 'the sales at the door',
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
  'practice.reply-deadline': ({ who, what, before, after }) => [
    who,
    ` set the reply deadline of ${what} from ${deadline(before)} to ${deadline(after)}`,
  ],
  'practice.order-waiting': ({ who, what }) => [who, ` reordered the waitlist for ${what}`],
  'practice.remind': ({ who, what, after }) => [who, ` reminded ${many(after.people, 'member')} of ${what}`],
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
  'kiosk.start': ({ who, what }) => [who, ` started a kiosk at ${what}`],
  'kiosk.end': ({ who, what, after }) =>
    after.by === 'pin' ? [`The kiosk at ${what} was left with its PIN`] : [who, ` ended a kiosk at ${what}`],
  'kiosk.wrong-pin': ({ what }) => [`Someone typed a wrong PIN at the kiosk at ${what}`],
  'attendance.enter': ({ who, whom, what }) => [who, ' marked ', ...whom, ` as present at ${what}`],
  'attendance.remove': ({ who, whom, what }) => [who, ' removed ', ...whom, ` from ${what}`],
  'attendance.excuse': ({ who, whom, what }) => [who, ' excused ', ...whom, ` for missing ${what}`],
  'attendance.unexcuse': ({ who, whose, what }) => [who, ' undid ', ...whose, ` excuse for missing ${what}`],
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
  'guest.enter': ({ who, what }) => [who, ` added a guest to ${what}`],
  'guest.remove': ({ who, what }) => [who, ` removed a guest from ${what}`],
  'guest.erase': ({ who }) => [who, ' permanently erased a guest'],
  'sale.add': ({ who, whom, what, after }) => [who, ' sold ', ...whom, ` ${gift(after)} at ${what}${paid(after)}`],
  'sale.undo': ({ who, whom, what, before, after }) => [
    who,
    ` undid the sale of ${gift(before)} to `,
    ...whom,
    ` at ${what}${paid(before)}${isNone(after) ? '' : `; ${gift(after)} used before stayed`}`,
  ],
  'pre-registration.claim': ({ whose, after }) => [
    'At sign-up, ',
    ...whose,
    ` email added ${list([some(after.practices, 'attended practice'), some(after.paidPractices, 'paid practice'), some(after.dayPasses, 'day pass'), some(after.guestVisits, 'visit')])}`,
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
  'setting.turn-on': ({ who, target }) => [
    who,
    target === 'week' ? ' turned on the weekly email' : ' turned on reminders to reply',
  ],
  'club-file.upload': ({ who, target }) => [who, target === 'logo' ? ' uploaded a logo' : ' uploaded a document'],
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

/** `1 paid practice and 1 day pass` */
function gift({ paidPractices, dayPasses }: Values) {
  return list([some(paidPractices, 'paid practice'), some(dayPasses, 'day pass')])
}

function isNone({ paidPractices, dayPasses }: Values) {
  return !paidPractices && !dayPasses
}

/** ` for $12, in cash` */
function paid({ cents, paidBy }: Values) {
  const how = { cash: 'in cash', card: 'by card', store: 'in the store' }[String(paidBy)] ?? plain(paidBy)
  return ` for ${inDollars(Number(cents))}, ${how}`
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

function deadline({ replyDeadlineHours: hours }: Values) {
  if (hours === null) return 'the club’s'
  return hours === 0 ? 'none' : `${many(hours, 'hour')} before the start`
}

export function plain(value: unknown) {
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

export function many(number: unknown, one: string) {
  return `${plain(number)} ${number === 1 ? one : one.endsWith('s') ? `${one}es` : `${one}s`}`
}
