import type { CheckInMode } from '#domain/check-in.ts'

/** Texts about how members check in: the modes, and the code that officers show. */

export const checkInModeTexts: Record<CheckInMode, { label: string; meaning: string }> = {
  tap: {
    label: 'Tap',
    meaning: 'Members tap Check In, wherever they are.',
  },
  code: {
    label: 'Code',
    meaning: 'Members need the code that you show at the range. It’s new every 30 seconds.',
  },
  officer: {
    label: 'Officer',
    meaning: 'Only officers check members in, by name.',
  },
}

export const checkInMessages = {
  mode: 'Check-in',
  title: 'Check In',
  /** Label of the field. */
  code: 'Code',
  codeHelp: 'Six digits, on an officer’s screen. You can also scan the QR code there with your camera.',
  codeIncomplete: 'Enter all six digits.',
  otherCode: 'Type a different code',
  /** Who isn’t logged in, as in the browser of a phone whose app is logged in. */
  strangerLead: 'Log in here to check in. If you have the app on your home screen, open it and type this code there.',
  logIn: 'Log In to Check In',
  hasNoCode: 'This practice has no check-in code.',
  toHome: 'Go to Home',
  /** On the officer’s screen. */
  screenTitle: 'Check-in code',
  loading: 'Loading the code…',
  howTo: 'Scan it with your camera, or tap Check In in the app and type the code.',
  newIn: (seconds: number) => `New code in ${seconds} s`,
  works: 'Each code works for 3 minutes.',
  cannotRenew: 'No connection, so there’s no new code. Check people in by name, or try again.',
}
