import type { ScanRefusal } from '#domain/scans.ts'
import { attendanceRefusals } from './member-messages.ts'
import { count } from './public-messages.ts'

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

export const scanMessages = {
  title: 'Scan',
  noPractice: 'No active practice.',
  noPracticeNext: 'Start a practice, and you can scan passes here.',
  toHome: 'Go to Home',
  loading: 'Loading the list…',
  notLoaded: 'This phone doesn’t have the list of members yet.',
  aim: 'Point the camera at the code on a member’s My Pass.',
  starting: 'Starting the camera…',
  start: 'Start Camera',
  torchOn: 'Turn the light on',
  torchOff: 'Turn the light off',
  soundOn: 'Turn sound on',
  soundOff: 'Turn sound off',
  camera: {
    insecure: 'The camera works only over https. Open the app’s https address, or find people by name.',
    refused:
      'This browser may not use the camera. Allow it in the settings for this site, then try again. Until then, find people by name.',
    missing: 'This device has no camera. Find people by name.',
    'in-use': 'Another app is using the camera. Close it, then try again.',
    failed: 'The camera stopped. Try again, or find people by name.',
  },
  search: 'Find by name',
  notFound: 'No member has that name.',
  more: (more: number) => `${more} more. Type more of the name.`,
  checkIn: 'Check In',
  here: 'Here',
  sending: 'Checking…',
  checkedIn: 'Checked in',
  withDayPass: (left: number) => `Used a day pass. ${count(left, 'day pass', 'day passes')} left.`,
  saved: 'Saved on this phone',
  savedNext: 'It counts as soon as there’s a connection.',
  /** @param time empty if this phone doesn’t know it */
  alreadyIn: (time: string) => (time === '' ? 'Already in' : `Already in at ${time}`),
  noPass: 'No valid pass',
  noPassOffline: 'From the list on this phone. Day passes need a connection.',
  dayPasses: (left: number) => (left === 0 ? 'No day passes' : count(left, 'day pass', 'day passes')),
  useDayPass: 'Use a Day Pass',
  sell: 'Sell…',
  letIn: 'Let In',
  letInWhy: 'Why may they come in?',
  unknown: 'Unknown code',
  unknownNext: 'It may have been replaced. Ask them to open My Pass again, or find them by name.',
  notPass: 'Not a pass',
  notPassNext: 'Scan the code on a member’s My Pass.',
  failed: 'Not checked in',
  undone: 'Undone',
  undo: 'Undo',
  undoOf: (name: string) => `Undo check-in of ${name}`,
  recent: 'Last scans',
  waiting: (scans: number) => `${count(scans, 'scan')} waiting for a connection`,
  /** Of a scan without a connection. @param time like `6:07 PM` */
  scanAt: (time: string) => `Scan at ${time}`,
  discard: 'Discard',
}

export const passCodeMessages = {
  title: 'Your code',
  meaning: 'An officer scans it to check you in. It also works offline.',
  label: 'QR code of your pass',
  renew: 'Get a New Code',
  renewed: 'You have a new code. The old one and pictures of it no longer work.',
}
