import type { EmailRefusal } from '#domain/email.ts'

/**
 * What the app says on every page, logged in or not: how logging in and signing up went, what a request can meet. The specification's
 * texts are verbatim. What members read once they are logged in is in member-messages.ts, and what only officers read in
 * officer-messages.ts, so that the log-in page loads neither; emails are in server/email/templates.ts; headings and labels are with their
 * control; the errors that any operation may give are in contract/operation.ts.
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
  passwordTooLong: (longest: number) => `At most ${longest} characters.`,
  passwordMissing: 'Please enter your password.',
  emailMissing: 'Please enter your email.',
  signUpFailed: (why: string) => `Failed to create an account: ${why}`,
  resetNeedsEmail: 'Please enter your email to reset your password',
  resetSent: 'Password reset email sent! Please check your inbox.',
  resetFailed: (why: string) => `Error sending password reset email: ${why}`,
  loggedOutIdle: 'You have been logged out due to inactivity.',
  passwordChanged: 'Your password has been changed. Log in with the new one.',
  tooManyTries: (seconds: number) => `Too many attempts. Try again in ${inWords(seconds)}.`,
  offline: 'You seem to be offline. Check your connection and try again.',
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

/** In the words of a club whose addresses end with this domain. */
export const emailRefusals: Record<EmailRefusal, (domain: string) => string> = {
  // Not read before it is needed: else the build has pages load this file's importers for nothing.
  'other-domain': (domain) => messages.emailDomain(domain),
  incomplete: () => 'Enter a complete email address, such as name@example.edu.',
}

/** `1 seat`, `2 seats`, `2 day passes` */
export function count(number: number, one: string, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`
}

/** `90` → `2 minutes`; below a minute in seconds. Rounded up, so that waiting as told is always enough. */
export function inWords(seconds: number) {
  if (seconds < 60) return count(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return count(minutes, 'minute')
  return `${Math.ceil(minutes / 60)} hours`
}
