/** What the audit log records, and what each row is about. */
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
  'practice.reply-deadline': 'Reply deadline changed',
  'practice.order-waiting': 'Waitlist reordered',
  'practice.remind': 'Members reminded',
  'practice.rain-out': 'Rain-out refunded',
  'practice.rain-out-undo': 'Rain-out refund undone',
  'practice.delete': 'Practice deleted',
  'practice.restore': 'Practice restored',
  'practice.remove-samples': 'Samples removed',
  'practice.import': 'Practice imported',
  'kiosk.start': 'Kiosk started',
  'kiosk.end': 'Kiosk ended',
  'kiosk.wrong-pin': 'Wrong PIN at a kiosk',
  'attendance.enter': 'Attendance added',
  'attendance.remove': 'Attendance removed',
  'attendance.excuse': 'No-show excused',
  'attendance.unexcuse': 'Excuse undone',
  'attendance.rain-out': 'Rain-out refund to a member',
  'attendance.rain-out-undo': 'Rain-out refund to a member undone',
  'carpool.credit': 'Carpool credit',
  'email.list': 'Email added to a practice',
  'email.unlist': 'Email removed from a practice',
  'guest.enter': 'Guest added',
  'guest.remove': 'Guest removed from a practice',
  'guest.erase': 'Guest erased',
  'sale.add': 'Sold at the door',
  'sale.undo': 'Sale at the door undone',
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
  'setting.turn-on': 'Email turned on',
  'club-file.upload': 'File uploaded',
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
  kiosk: 'Practices',
  attendance: 'Practices',
  carpool: 'Practices',
  email: 'Practices',
  guest: 'Practices',
  sale: 'Practices',
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
  if (subject === 'attendance' || subject === 'carpool' || subject === 'sale') {
    // Calendar ids may contain spaces, member ids never do.
    const gap = target.lastIndexOf(' ')
    return { memberId: target.slice(gap + 1), practiceId: target.slice(0, gap) }
  }
  if (action === 'guest.erase') return { memberId: null, practiceId: null }
  // The last part is the id of an address or a guest's visit, not of a member.
  if (subject === 'email' || subject === 'guest')
    return { memberId: null, practiceId: target.slice(0, target.lastIndexOf(' ')) }
  if (action === 'practice.remove-samples') return { memberId: null, practiceId: null }
  // A weekly series has no single practice.
  if (action === 'schedule.create') return { memberId: null, practiceId: target.includes(' ') ? null : target }
  if (subject === 'schedule') return { memberId: null, practiceId: target }
  if (subject === 'practice' || subject === 'kiosk') return { memberId: null, practiceId: target }
  return { memberId: null, practiceId: null }
}
