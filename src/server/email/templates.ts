import type { PracticeFacts } from '#domain/notifications.ts'
import { inWords } from '#domain/text/messages.ts'
import { notificationTemplates } from './notification-templates.ts'
import { officerTemplates, type Told } from './officer-templates.ts'

/** How long the links live (D12): campus mail may be held back, so verification has a day. */
export const verifyLinkHours = 24
export const resetLinkMinutes = 60

export type MailFacts = {
  clubName: string
  /** As configured, never from a request (T9). */
  baseUrl: string
  /** To whom it goes. */
  email: string
  /** Of the link, if the mail has one. */
  token: string | null
  /** What can be typed in its place, as it is shown, and where. */
  code: string | null
  codePage: string
  /** The practice that it is about, if it is about one: as they know it, where it has changed, and as it is. */
  news: PracticeNotification | null
  /** Whom it is about, where it tells officers what another one has done. */
  told: Told | null
  /** Where such mails can be switched off. */
  stopUrl: string | null
  stopCode: string | null
  /** Where drivers pick up, if the club says so. */
  carpoolMeetup: string | null
  /** When it was asked for, in epoch milliseconds. */
  askedAtMs: number
  /** An instant as the club's members say it. */
  when: (atMs: number) => string
  /** When a practice is, from its beginning to its end; and its beginning in short. */
  wholeTime: (practice: PracticeFacts) => string
  shortTime: (practice: PracticeFacts) => string
}

export type PracticeNotification = { before: PracticeFacts | null; practice: PracticeFacts; carCapacity: number }

/** What a mail says. Greeting, frame and footer are the same for all. */
export type EmailTemplate = {
  subject: string
  /** What an inbox shows after the subject. */
  preview: string
  title: string
  lines: string[]
  button: { label: string; url: string }
  /** What can be typed where the button leads nowhere. */
  code?: MailCode
  after: string[]
  /** Why this person got it. */
  why: string
  /** Of what can be switched off: where. */
  stop?: { label: string; url: string; code: MailCode }
  /** When and where, in a list; struck through what has been so before. */
  facts?: MailFact[]
  /** What a notification says in place of the mail. */
  notice?: { title: string; body: string; path: string }
}

/** A code, and on which page it is typed: `lead` page `act`: code. */
export type MailCode = { lead: string; page: string; act: string; code: string }

export type MailFact = { label: string; value: string; before?: string }

const minute = 60

function linkWorks({ askedAtMs, when }: MailFacts, seconds: number) {
  return `The link and the code work once and expire in ${inWords(seconds)} (${when(askedAtMs + seconds * 1000)}).`
}

/** Some mail gateways rewrite links, and lose what stands behind the #. */
function inPlaceOfLink({ code, codePage }: MailFacts): MailCode {
  return { lead: 'Or open', page: codePage, act: 'and type this code', code: code ?? '' }
}

/** About the account: asked for, or a warning, so they always come. */
const accountWords = {
  verify: (facts: MailFacts): EmailTemplate => ({
    subject: `Verify your email for ${facts.clubName}`,
    preview: 'One step left: confirm that this email is yours.',
    title: 'Verify your email',
    lines: [
      `You created an account for ${facts.clubName}. Open the page below and enter the password you chose to finish signing up.`,
    ],
    button: { label: 'Verify my email', url: `${facts.baseUrl}/verify#token=${facts.token ?? ''}` },
    code: inPlaceOfLink(facts),
    after: [
      linkWorks(facts, verifyLinkHours * 60 * minute),
      'If you didn’t create an account, you can ignore this email.',
    ],
    why: `We sent this email to ${facts.email} because someone created an account with this email.`,
  }),
  reset: (facts: MailFacts): EmailTemplate => ({
    subject: `Choose a new password for ${facts.clubName}`,
    preview: 'Choose a new password in one click.',
    title: 'Choose a new password',
    lines: [`Someone, probably you, asked to reset the password of your ${facts.clubName} account.`],
    button: { label: 'Choose a new password', url: `${facts.baseUrl}/reset#token=${facts.token ?? ''}` },
    code: inPlaceOfLink(facts),
    after: [
      `${linkWorks(facts, resetLinkMinutes * minute)} Choosing a new password logs you out everywhere else.`,
      'If this wasn’t you, ignore this email. Your password won’t change.',
    ],
    why: `We sent this email to ${facts.email} because someone asked to reset the password of this account.`,
  }),
  'already-member': (facts: MailFacts): EmailTemplate => ({
    subject: `You already have an account for ${facts.clubName}`,
    preview: 'Log in instead, or choose a new password.',
    title: 'You already have an account',
    lines: [
      `Someone, probably you, tried to create an account for ${facts.clubName} with this email. You already have one.`,
    ],
    button: { label: 'Log in', url: `${facts.baseUrl}/login` },
    after: ['Forgot your password? You can get a reset link on the login page.'],
    why: `We sent this email to ${facts.email} because your account uses this email.`,
  }),
  'password-changed': (facts: MailFacts): EmailTemplate => ({
    subject: `Your password for ${facts.clubName} was changed`,
    preview: 'If this was you, you don’t need to do anything.',
    title: 'Your password was changed',
    lines: [
      `The password of your ${facts.clubName} account was changed on ${facts.when(facts.askedAtMs)}. Every other device has been logged out.`,
    ],
    button: { label: 'Choose a new password', url: `${facts.baseUrl}/login?mode=reset` },
    after: [
      'If this was you, you don’t need to do anything.',
      'If it wasn’t you, choose a new password now to lock them out, and tell an officer.',
    ],
    why: `We sent this email to ${facts.email} because your password was changed.`,
  }),
}

/** Every kind of mail there is. */
export const emailTemplates = { ...accountWords, ...officerTemplates, ...notificationTemplates }

export type AccountMailKind = keyof typeof accountWords
export type EmailKind = keyof typeof emailTemplates
