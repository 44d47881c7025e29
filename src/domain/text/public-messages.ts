import type { EmailRefusal } from '#domain/email.ts'

/**
 * Texts of every page, logged in or not: logging in, signing up, and failed requests. Texts for members are in
 * member-messages.ts and those for officers in officer-messages.ts, so that the log-in page loads neither. Emails are
 * in server/email/templates.ts, headings and labels are in their components, and errors of any operation are in
 * contract/operation.ts.
 */
export const messages = {
  // Signing in and up
  signInFailed: 'Invalid email or password.',
  noCookies: 'Your browser didn’t keep you logged in. Allow cookies and try again.',
  emailUnverified: 'Please verify your email before logging in.',
  emailDomain: (domain: string) => `Email must end with @${domain}`,
  signUpDone: 'Verification email sent! Please check your inbox.',
  passwordWeak: 'The password is too weak.',
  passwordHint: (shortest: number) => `At least ${shortest} characters. A few unrelated words work best.`,
  tooLong: (longest: number) => `At most ${longest} characters.`,
  passwordMissing: 'Please enter your password.',
  newPasswordMissing: 'Choose a password.',
  emailMissing: 'Please enter your email.',
  signUpFailed: (why: string) => `Failed to create an account: ${why}`,
  resetNeedsEmail: 'Please enter your email to reset your password',
  resetSent: 'Password reset email sent! Please check your inbox.',
  resetFailed: (why: string) => `Error sending password reset email: ${why}`,
  loggedOutIdle: 'You have been logged out due to inactivity.',
  passwordChanged: 'Your password has been changed. Log in with the new one.',
  tooManyTries: (seconds: number) => `Too many attempts. Try again in ${inWords(seconds)}.`,
  offline: 'You seem to be offline. Check your connection and try again.',
  pageNotSaved: 'You seem to be offline, and this page isn’t saved on this device yet.',
  serverTrouble: 'Something went wrong. Try again in a moment.',
  linkExpired: 'This link has expired.',
  linkUnknown: 'This link is no longer valid. It has already been used, or we’ve sent a newer one.',

  // Account
  calendarLinkReset: 'Your calendar link was reset. Get a new one on My Practices.',

  // Home
  needsConnection: 'You seem to be offline. This needs a connection.',

  accountDeleted: 'Your account has been deleted. Thank you for shooting with us.',
  newVersion: 'A new version is ready.',
  loading: 'Loading...',
} as const

/** Each text is built with the club's email domain. */
export const emailRefusals: Record<EmailRefusal, (domain: string) => string> = {
  // Wrapped in a function to be read lazily: otherwise the bundler makes pages load this file's importers for nothing.
  'other-domain': (domain) => messages.emailDomain(domain),
  incomplete: () => 'Enter a complete email address, such as name@example.edu.',
}

/** `1 seat`, `2 seats`, `2 day passes` */
export function count(number: number, one: string, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`
}

/** `90` → `2 minutes`; below a minute in seconds. Rounded up, so that waiting that long is always enough. */
export function inWords(seconds: number) {
  if (seconds < 60) return count(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return count(minutes, 'minute')
  return `${Math.ceil(minutes / 60)} hours`
}
