import { inLine } from '#domain/isolated-text.ts'
import { verifySubject } from '#domain/text/mail-subjects.ts'
import { inWords } from '#domain/text/public-messages.ts'
import { resetLinkMinutes, verifyLinkHours } from '#server/auth/email-tokens.ts'
import type { EmailTemplate, MailCode, MailFacts, OfficerNotice } from './email-template.ts'
import { notificationTemplates } from './notification-templates.ts'

/** Security notifications to officers: officer roles given or removed, and erased members and guests. They can't be turned off. */
const officerTemplates = {
  'officer-made': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`${facts.clubName} has a new officer`,
      does: ({ by, member }) => inLine`${by} made ${member} an officer`,
    }),
  'officer-unmade': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`${facts.clubName} has one officer less`,
      does: ({ by, member, self }) =>
        self ? inLine`${by} stopped being an officer` : inLine`${by} removed ${member} as an officer`,
    }),
  'officer-removed': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`An officer of ${facts.clubName} was removed`,
      does: ({ by, member, self }) =>
        self ? inLine`${by}, an officer, left the club` : inLine`${by} removed ${member}, an officer, from the club`,
    }),
  'officer-restored': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`An officer of ${facts.clubName} was restored`,
      does: ({ by, member }) => inLine`${by} restored ${member}, who was removed and is an officer again`,
    }),
  // Without the erased member's name, or this email would still contain it.
  'member-erased': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`A member of ${facts.clubName} was erased`,
      does: ({ by }) => inLine`${by} permanently erased a member who had been removed`,
    }),
  'guest-erased': (facts: MailFacts) =>
    officerEmail(facts, {
      subject: inLine`A guest of ${facts.clubName} was erased`,
      does: ({ by }) => inLine`${by} permanently erased a guest. Their visits still count`,
    }),
}

export type OfficerMailKind = keyof typeof officerTemplates

export function isOfficerMail(kind: string): kind is OfficerMailKind {
  return kind in officerTemplates
}

function officerEmail(
  facts: MailFacts,
  { subject, does }: { subject: string; does: (told: OfficerNotice) => string },
): EmailTemplate {
  const what = does(facts.told ?? { by: 'Someone', member: 'someone', self: false })
  return {
    subject,
    preview: `${what}.`,
    title: subject,
    lines: [`${what} on ${facts.when(facts.askedAtMs)}.`],
    button: { label: 'Open the audit log', url: `${facts.baseUrl}/resources?tab=audit` },
    after: [
      'If you expected this, you don’t need to do anything.',
      'If you didn’t, ask them. If they didn’t do it, someone else may be using their account: tell your webmaster right away.',
    ],
    why: inLine`We sent this email to ${facts.email} because you’re an officer.`,
  }
}

const minute = 60

function linkExpiry({ askedAtMs, when }: MailFacts, seconds: number) {
  return `The link and the code work once and expire in ${inWords(seconds)} (${when(askedAtMs + seconds * 1000)}).`
}

/** A code to type instead of the link, because some email gateways rewrite links and drop the fragment after the #. */
function linkCode({ code, codePage }: MailFacts): MailCode {
  return { lead: 'Or open', page: codePage, act: 'and type this code', code: code ?? '' }
}

/** About the recipient's account: requested or a warning, so they can't be turned off. */
const accountTemplates = {
  verify: (facts: MailFacts): EmailTemplate => ({
    subject: verifySubject(facts.clubName),
    preview: 'One step left: confirm that this email is yours.',
    title: 'Verify your email',
    lines: [
      inLine`You created an account for ${facts.clubName}. Open the page below and enter the password you chose to finish signing up.`,
    ],
    button: { label: 'Verify my email', url: `${facts.baseUrl}/verify#token=${facts.token ?? ''}` },
    code: linkCode(facts),
    after: [
      linkExpiry(facts, verifyLinkHours * 60 * minute),
      'If you didn’t create an account, you can ignore this email.',
    ],
    why: inLine`We sent this email to ${facts.email} because someone created an account with this email.`,
  }),
  reset: (facts: MailFacts): EmailTemplate => ({
    subject: inLine`Choose a new password for ${facts.clubName}`,
    preview: 'Choose a new password in one click.',
    title: 'Choose a new password',
    lines: [inLine`Someone, probably you, asked to reset the password of your ${facts.clubName} account.`],
    button: { label: 'Choose a new password', url: `${facts.baseUrl}/reset#token=${facts.token ?? ''}` },
    code: linkCode(facts),
    after: [
      `${linkExpiry(facts, resetLinkMinutes * minute)} Choosing a new password logs you out everywhere else.`,
      'If this wasn’t you, ignore this email. Your password won’t change.',
    ],
    why: inLine`We sent this email to ${facts.email} because someone asked to reset the password of this account.`,
  }),
  'already-member': (facts: MailFacts): EmailTemplate => ({
    subject: inLine`You already have an account for ${facts.clubName}`,
    preview: 'Log in instead, or choose a new password.',
    title: 'You already have an account',
    lines: [
      inLine`Someone, probably you, tried to create an account for ${facts.clubName} with this email. You already have one.`,
    ],
    button: { label: 'Log in', url: `${facts.baseUrl}/login` },
    after: ['Forgot your password? You can get a reset link on the login page.'],
    why: inLine`We sent this email to ${facts.email} because your account uses this email.`,
  }),
  'password-changed': (facts: MailFacts): EmailTemplate => ({
    subject: inLine`Your password for ${facts.clubName} was changed`,
    preview: 'If this was you, you don’t need to do anything.',
    title: 'Your password was changed',
    lines: [
      inLine`The password of your ${facts.clubName} account was changed on ${facts.when(facts.askedAtMs)}. Every other device has been logged out.`,
    ],
    button: { label: 'Choose a new password', url: `${facts.baseUrl}/login?mode=reset` },
    after: [
      'If this was you, you don’t need to do anything.',
      'If it wasn’t you, choose a new password now to lock them out, and tell an officer.',
    ],
    why: inLine`We sent this email to ${facts.email} because your password was changed.`,
  }),
}

/** Templates of all kinds of email. */
export const emailTemplates = { ...accountTemplates, ...officerTemplates, ...notificationTemplates }

export type AccountMailKind = keyof typeof accountTemplates
export type EmailKind = keyof typeof emailTemplates
