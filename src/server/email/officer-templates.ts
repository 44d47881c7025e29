import type { EmailTemplate, MailFacts, Told } from './email-template.ts'

/** What officers are told of each other: who was given power or lost it, and that someone was erased. These always come. */
export const officerTemplates = {
  'officer-made': (facts: MailFacts) =>
    tell(facts, {
      subject: `${facts.clubName} has a new officer`,
      does: ({ by, member }) => `${by} made ${member} an officer`,
    }),
  'officer-unmade': (facts: MailFacts) =>
    tell(facts, {
      subject: `${facts.clubName} has one officer less`,
      does: ({ by, member, self }) =>
        self ? `${by} stopped being an officer` : `${by} removed ${member} as an officer`,
    }),
  'officer-removed': (facts: MailFacts) =>
    tell(facts, {
      subject: `An officer of ${facts.clubName} was removed`,
      does: ({ by, member, self }) =>
        self ? `${by}, an officer, left the club` : `${by} removed ${member}, an officer, from the club`,
    }),
  'officer-restored': (facts: MailFacts) =>
    tell(facts, {
      subject: `An officer of ${facts.clubName} was restored`,
      does: ({ by, member }) => `${by} restored ${member}, who was removed and is an officer again`,
    }),
  // Without a name: it would be the last place that has it.
  'member-erased': (facts: MailFacts) =>
    tell(facts, {
      subject: `A member of ${facts.clubName} was erased`,
      does: ({ by }) => `${by} permanently erased a member who had been removed`,
    }),
}

export type OfficerMailKind = keyof typeof officerTemplates

export function isOfficerMail(kind: string): kind is OfficerMailKind {
  return kind in officerTemplates
}

function tell(facts: MailFacts, { subject, does }: { subject: string; does: (told: Told) => string }): EmailTemplate {
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
    why: `We sent this email to ${facts.email} because you’re an officer.`,
  }
}
