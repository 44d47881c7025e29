import { inWords } from './public-messages.ts'

/** Texts of the kiosk: for officers, on the tablet, and to requests. */

export const kioskMessages = {
  /** To requests of the tablet for anything else. */
  onlyCheckIn: 'This device is a kiosk. It can only check in.',
  notKiosk: 'This device isn’t a kiosk.',
  notLive: 'Only a live practice can have a kiosk.',

  /** On the first screen, below what the camera sees. */
  orScan: 'Or hold the code on My Pass up to the camera.',
  noCamera: 'The camera can’t be used now. Type your name.',

  /** In the officers’ dialog. */
  title: 'Kiosk',
  about:
    'Members check in on this device by name or with the code on My Pass. It can do nothing else until the practice ends, and you’re logged out on it.',
  pin: 'PIN',
  pinHelp: 'Choose six digits. You need them to leave the kiosk before the practice ends.',
  pinIncomplete: 'Enter six digits.',
  lock: 'So that no one closes the page: turn on Guided Access on an iPad, or pin the app on Android.',
  start: 'Start Kiosk',
  startAnyway: 'Start Anyway',
  running: 'Running now',
  startedBy: ' · started by ',
  end: 'End',
  endLabel: (time: string) => `End the kiosk started at ${time}`,
  ended: 'Kiosk ended.',

  /** On the tablet. */
  welcome: 'Check in',
  name: 'Type your name',
  nameHelp: 'At least two letters. Then pick your name to check in.',
  names: 'Pick your name',
  more: 'Not there? Type more letters.',
  noOne: 'No one found. Check the spelling, or see an officer.',
  found: (names: number) => (names === 1 ? '1 name' : `${names} names`),
  isThisYou: 'Is this you?',
  yes: 'Yes, check in',
  no: 'No',
  checkedIn: 'You’re checked in.',
  alreadyIn: 'You’re already checked in.',
  seeOfficer: 'Please see an officer.',
  next: 'Next person',
  loading: 'Loading…',
  noConnection: 'No connection',
  waiting:
    'The kiosk goes on when the connection is back. If you were checking in, please do it again then, or see an officer.',
  leave: 'Leave kiosk',
  leaveHelp: 'For officers: the six digits chosen at the start.',
  wrong: 'That PIN is wrong.',
  locked: (seconds: number) => `Too many wrong PINs. Try again in ${inWords(seconds)}.`,
  over: 'Kiosk ended',
  overWhy: 'The practice is over, or an officer ended the kiosk. If the practice is reopened, the kiosk goes on here.',
  howTo: 'Officers start a kiosk from the live practice on Home.',
  logIn: 'Log In',
  toHome: 'Go to Home',
}
