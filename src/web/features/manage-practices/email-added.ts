import { officerMessages } from '#domain/text/officer-messages.ts'

/** What was done with an email: entered for the member who has it, or kept until its owner signs up. */
export function emailAdded({ added }: { added: 'member' | 'listed' }, email: string) {
  return added === 'listed' ? officerMessages.emailListed(email) : officerMessages.emailHasAccount(email)
}
