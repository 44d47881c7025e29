import type { CheckInMode } from '#domain/check-in.ts'

/** Texts about how members check in: the modes, and the code that officers show. */

export const checkInModeTexts: Record<CheckInMode, { label: string; meaning: string; live: string }> = {
  tap: {
    label: 'Tap',
    meaning: 'Members tap Check In, wherever they are.',
    live: 'Members check in with a tap',
  },
  code: {
    label: 'Code',
    meaning: 'Members need the code that you show at the range. It’s new every 30 seconds.',
    live: 'Members check in with the code',
  },
  officer: {
    label: 'Officer',
    meaning: 'Only officers check members in, by name.',
    live: 'Officers check members in',
  },
}

export const checkInMessages = {
  mode: 'Check-in',
  /** In the start dialog. */
  modeStays: 'You can’t change this until the practice is over.',
  officerChecksIn: 'An officer checks you in.',
  showPass: 'Show your pass',
  showCode: 'Show Code',
  enterCode: 'Enter the code',
  /** Label of the field. */
  code: 'Code',
  codeHelp: 'Six digits, on an officer’s screen. You can also scan the QR code there with your camera.',
  codeIncomplete: 'Enter all six digits.',
  fromLink: 'This code is from the QR code you scanned.',
  otherCode: 'Type a different code',
  /** Who isn’t logged in, as in the browser of a phone whose app is logged in. */
  strangerLead: 'Log in here to check in. If you have the app on your home screen, open it and type this code there.',
  logIn: 'Log In to Check In',
  hasNoCode: 'This practice has no check-in code.',
  notLive: 'No active practice.',
  notLiveWhy: 'Officers start a practice when they get to the range.',
  needsNoCode: 'No code needed: this practice has started with Check In for everyone.',
  toHome: 'Go to Home',
  lateCode: 'Late code',
  checkedInLate: 'You’re checked in. The code was late, so officers will see that.',
  /** On the officer’s screen. */
  screenTitle: 'Check-in code',
  howTo: 'Scan it with your camera, or tap Check In in the app and type the code.',
  newIn: (seconds: number) => `New code in ${seconds} s`,
  works: 'Each code works for 3 minutes.',
  cannotRenew: 'No connection, so there’s no new code. Check people in by name, or try again.',
}
