import type { MailKind } from '#domain/notifications.ts'

/** Texts about the codes in our emails, in a file of their own because only one page needs them. */

export const codeMessages = {
  title: 'Enter your code',
  lead: 'It’s in the email we sent you, below the link.',
  act: 'Continue',
  label: 'Code',
  hint: '8 letters and digits, like ABCD-EFGH',
  /** Why the page was opened. */
  reasons: {
    changed: 'Your mail program changed the link. Type the code from the email instead.',
    missing: 'Part of this link is missing. Type the code from the email instead.',
    'unsubscribe-changed': 'Your mail program changed this unsubscribe link. Type the code from the email instead.',
    'unsubscribe-missing': 'Part of this unsubscribe link is missing. Type the code from the email instead.',
    unknown: 'This link doesn’t work. If your mail program changed it, type the code from the email instead.',
  },
  // For someone who is logged in, and may not need the link
  already: 'You’re already logged in',
  alreadyAs: (email: string) => `You’re logged in as ${email}, so you may not need a code.`,
  toHome: 'Go to Home',
  anyway: 'Enter a code anyway',
  unsubscribeTitle: 'This unsubscribe link is incomplete',
  unsubscribeLead: 'You can choose your emails without it.',
  toNotifications: 'Choose notifications',

  missing: 'Please enter the code from the email.',
  shape: 'A code has 8 letters and digits, like ABCD-EFGH. It never has the letters I and O or the digits 0 and 1.',
  wrong: 'This code doesn’t match this email, or it was already used. Check both, and use our newest email.',
  void: 'Too many wrong codes. The codes we’ve sent to this email no longer work.',
  afterVoid: 'To get a new email, log in or choose Forgot Password?',
  expired: 'This code has expired.',
  toPage: 'Type the code from the email instead',
} as const

export type CodeReason = keyof typeof codeMessages.reasons

/**
 * Texts of the unsubscribe page, separate from those about notifications in the profile, because neither page needs the
 * other's.
 */

export const stopMessages = {
  title: 'Unsubscribe from these emails?',
  lead: 'You won’t get emails like this anymore. Nothing else changes.',
  act: 'Unsubscribe',
  stoppedTitle: 'You’re unsubscribed',
  stopped: {
    week: 'You’ll no longer get the email with the week’s practices.',
    remind: 'You’ll no longer get reminder emails when you haven’t RSVP’d.',
    changed: 'You’ll no longer get emails when a practice you RSVP’d to changes or is canceled.',
    place: 'You’ll no longer get emails when a spot opens up and you’re next.',
    drive: 'You’ll no longer get reminder emails before you drive.',
  } satisfies Record<MailKind, string>,
  toProfile: 'Choose notifications',
  changeMind: 'You can turn them back on in your profile, under Notifications.',
  linkUnknown: 'This link no longer works. Choose your emails in your profile, under Notifications.',
} as const
