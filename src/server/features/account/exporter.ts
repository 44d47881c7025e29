import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

/** Every section of the file. Each is a list (empty if there are no rows), except `account` and `profile`. */
export const sections = [
  ...(['account', 'profile', 'answers', 'cantCome', 'lateWithdrawals', 'reminders', 'attendance', 'excuses'] as const),
  ...(['carpoolCredits', 'preRegistrations', 'guestVisits', 'guestsBrought', 'practicesStarted'] as const),
  ...([
    'storeLines',
    'storeAddresses',
    'storeImports',
    'boughtAtTheDoor',
    'broughtAlong',
    'ledger',
    'log',
    'sessions',
    'links',
  ] as const),
  ...(['mails', 'notificationsChosen', 'devicesWithNotifications', 'drafts', 'recentRequests'] as const),
  ...(['welcomeGrants', 'limits', 'changes', 'pictures', 'calendarLinks', 'calendarEntries'] as const),
  ...(['scorecards', 'scoresWritten', 'kiosks'] as const),
]
type ExportedRow = Record<string, unknown>
export type Sections = Partial<Record<(typeof sections)[number], ExportedRow | ExportedRow[]>>
export type ExportInput = { db: Db; ctx: AppContext; id: string; email: string; say: (text: string) => string }
/**
 * Exports what one table holds about a member. Long tables come in batches, so that they are never in memory as a
 * whole.
 */
export type Exporter = (facts: ExportInput) => Promise<Sections> | AsyncIterable<Sections>

/** The exporters of some of the tables. */
export type Exporters = Partial<Record<keyof Schema, Exporter>>
