import type { AuditAct } from './audit-acts.ts'
import { many, plain } from './audit-sentences.ts'
import { describeSetting } from './setting-messages.ts'

type Values = Record<string, unknown>

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
  replyDeadlineHours: 'Reply deadline in hours before the start',
  title: 'Name',
  location: 'Location',
  description: 'Description',
  startsAt: 'Starts',
  endsAt: 'Ends',
  startsOn: 'First day',
  weeks: 'Weeks',
  startedAt: 'Started',
  checkInMode: 'Check-in',
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
  waiverSigned: 'Waiver signed',
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
  'pre-registration.claim': ['practices', 'paidPractices', 'dayPasses', 'guestVisits'],
  'sale.add': ['paidPractices', 'dayPasses', 'cents', 'paidBy', 'sale'],
  'sale.undo': ['paidPractices', 'dayPasses', 'cents', 'paidBy', 'sale'],
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

const namesOfNone: Record<string, string> = {
  attendanceLimit: 'no limit',
  replyDeadlineHours: 'the club’s',
  checkedInBy: 'a list',
}

function inWords(key: string, value: unknown, nameOf: (id: string) => string) {
  if (value === null) return namesOfNone[key] ?? 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return many(value.length, 'member')
  if (key === 'checkedInBy') return nameOf(String(value))
  return plain(value)
}
