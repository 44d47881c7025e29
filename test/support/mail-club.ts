import type { Clock } from '#server/clock.ts'
import { composeEmail, type MailRow } from '#server/email/compose-email.ts'
import type { AskedPractice } from '#server/email/email-template.ts'
import { isOfficerMail } from '#server/email/templates.ts'
import type { EmailTransport } from '#server/email/transport.ts'
import { createOutbox } from '#server/features/notifications/outbox.ts'
import type { TestClub } from './club.ts'

/** A club for composing emails without a server. */
export const mailClub = {
  name: 'Archery Club',
  timeZone: 'America/Indiana/Indianapolis',
  baseUrl: 'https://quiver.example.edu',
  carpoolMeetup: 'Parking lot of the Co-Rec, by the north entrance',
  replyToken: (_memberId: string, practiceId: string) => `R3ply_-${practiceId}`,
  stopToken: (_memberId: string, news: string) => `St0p_-${news}`,
  linkCode: () => 'LNKCABCD',
  stopCode: () => 'STPCEFGH',
}

const practice = {
  title: 'Tuesday practice',
  startsAt: '2026-11-24T23:00:00.000Z',
  endsAt: '2026-11-25T01:00:00.000Z',
  allDay: false,
  location: 'Lafayette Range, 1234 County Road East',
  off: false,
}

const asked = {
  ...{ id: 'tuesday', facts: practice, replyBy: null, spotsLeft: 12, waiting: 0, myReply: null, myPosition: null },
} satisfies AskedPractice

/** An outbox row with the facts that each kind needs. */
export function mailRow(kind: string, facts: Partial<MailRow> = {}): MailRow {
  const person = { userId: 'ana', email: 'ana@example.edu', nameFirst: 'Ana' }
  const row = { ...person, token: null, createdAt: '2026-11-24T22:50:00.000Z', told: null, asked: [] }
  const news = { before: { ...practice, startsAt: '2026-11-24T22:00:00.000Z' }, practice, carCapacity: 4, message: '' }
  if (['changed', 'place', 'drive'].includes(kind)) return { ...row, news, ...facts }
  if (kind === 'remind') return { ...row, news: null, asked: [asked], ...facts }
  if (kind === 'week')
    return { ...row, news: null, asked: [asked, { ...asked, id: 'full', spotsLeft: 0, waiting: 3 }], ...facts }
  if (isOfficerMail(kind))
    return { ...row, news: null, told: { by: 'Kai Tanaka', member: 'Ben Okafor', self: false }, ...facts }
  return { ...row, token: 'T0ken_-x', news: null, ...facts }
}

const moved = { ...practice, startsAt: '2026-11-25T23:30:00.000Z', endsAt: '2026-11-26T01:30:00.000Z' }

const wholeDay = { startsAt: '2026-11-24T05:00:00.000Z', endsAt: '2026-11-25T05:00:00.000Z' }

/** The ways a practice can change, each with its own email. */
export const changes = {
  'changed-time': { before: practice, practice: moved },
  'changed-place': { before: practice, practice: { ...practice, location: 'Co-Rec, Feature Gym' } },
  'changed-both': { before: practice, practice: { ...moved, location: 'Co-Rec, Feature Gym' } },
  'changed-off': { before: practice, practice: { ...practice, off: true } },
  'changed-on-again': { before: { ...practice, off: true }, practice },
  'changed-all-day': { before: practice, practice: { ...practice, ...wholeDay, allDay: true, location: '' } },
}

/** The outbox of another process, which sends this club's emails with the given function. */
export function outboxBeside({ ctx }: TestClub, send: EmailTransport['send'], clock: Clock = ctx.clock) {
  const { database, write, secrets, log, baseUrl } = ctx
  return createOutbox({
    ...{ write, secrets, log, database, clock, transport: { send, close() {} } },
    compose: (kind, mail) => composeEmail(kind, { ...mailClub, baseUrl }, mail),
    timeZone: mailClub.timeZone,
    replyDeadlineHours: () => 0,
  })
}
