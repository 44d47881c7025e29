import { composeMail, mailKinds } from '#server/mail/mails.ts'

const club = { name: 'Archery Club', timeZone: 'America/Indiana/Indianapolis', baseUrl: 'https://quiver.example.edu' }
const longName = `The Old & Honourable <Society> of ${'Longbow-'.repeat(8)}Archers at the University of Example`
const mail = {
  email: 'ana@example.edu',
  nameFirst: 'Ana',
  token: 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR',
  createdAt: '2026-11-24T22:50:00.000Z',
  practice: { title: 'Tuesday practice', startsAt: '2026-11-24T23:00:00.000Z' },
}

export type MailScene = { name: string; html: string; text: string }

/** Every mail, and one at its most awkward. */
export const mailScenes: MailScene[] = [
  ...mailKinds.map((kind) => ({ name: `mail-${kind}`, ...composeMail(kind, club, mail) })),
  {
    name: 'mail-long-names',
    ...composeMail('verify', { ...club, name: longName }, { ...mail, nameFirst: '<b>Ana</b>'.repeat(6) }),
  },
]
