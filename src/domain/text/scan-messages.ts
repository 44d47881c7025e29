import type { ScanRefusal } from '#domain/scans.ts'
import { attendanceRefusals } from './member-messages.ts'

/** Texts about scanning passes at the door. */

export const scanRefusals: Record<ScanRefusal, string> = {
  'not-begun': attendanceRefusals['not-begun'],
  'practice-over': 'This practice is over. Add them on Manage Practices, with a reason.',
}

/** Why an attendance was added, in the lists of the practice and in the audit log. @param time like `6:07 PM` */
export const scanReasons = {
  offline: (time: string) => `Scanned offline at ${time}`,
  offlineWithoutPass: (time: string) => `Scanned offline at ${time}, without a valid pass`,
  undone: 'Scan undone',
}
