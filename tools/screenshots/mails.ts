import { composeEmail, emailKinds } from '#server/email/compose-email.ts'
import { changes, mailClub, mailRow } from '#test/support/mail-club.ts'

const longName = `The Old & Honourable <Society> of ${'Longbow-'.repeat(8)}Archers at the University of Example`
/** With a token as long as real ones. */
const club = { ...mailClub, stopToken: () => 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'.repeat(2).slice(0, 96) }
const token = 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'
const row = (kind: string) => ({ ...mailRow(kind), token })

export type MailScene = { name: string; html: string; text: string }

/** Every email in each of its variants, two of them with extreme content. */
export const mailScenes: MailScene[] = [
  ...emailKinds
    .filter((kind) => kind !== 'changed')
    .map((kind) => ({ name: `mail-${kind}`, ...composeEmail(kind, club, row(kind)) })),
  ...Object.entries(changes).map(([name, change]) => ({
    name: `mail-${name}`,
    ...composeEmail('changed', club, { ...row('changed'), news: { ...change, carCapacity: 0, message: '' } }),
  })),
  {
    name: 'mail-changed-off-message',
    ...composeEmail('changed', club, {
      ...row('changed'),
      news: { ...changes['changed-off'], carCapacity: 0, message: 'The hall is flooded.\nSee you on Thursday!' },
    }),
  },
  {
    name: 'mail-long-names',
    ...composeEmail('verify', { ...club, name: longName }, { ...row('verify'), nameFirst: '<b>Ana</b>'.repeat(6) }),
  },
  {
    name: 'mail-long-practice',
    ...composeEmail(
      'changed',
      { ...club, name: longName },
      {
        ...row('changed'),
        news: {
          before: { ...changes['changed-both'].before, location: 'Longbow'.repeat(12) },
          practice: { ...changes['changed-both'].practice, title: longName, location: longName },
          carCapacity: 0,
          message: '',
        },
      },
    ),
  },
]
