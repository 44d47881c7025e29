import { writeHashConfig } from '#firebase/documents/account-document.ts'
import { firebaseHash } from '#server/crypto/passwords.ts'
import type { TestClub } from '../club.ts'
import { documentedHash } from './generate.ts'

type Documents = Record<string, Record<string, unknown>>
export type Former = { users: Documents; practices: Documents; paid?: Documents; accounts?: object[] }

const salt = 'c29tZSBzYWx0'
export const quick = { ...documentedHash, rounds: 1, memCost: 1 }
export const oldPassword = 'gold18'
const hash = firebaseHash({ ...quick, salt }, oldPassword).then((bytes) => bytes.toString('base64'))

/** What someone answers who finishes the welcome wizard here. */
export const wizard = {
  ...{ nameFirst: 'Amy', nameLast: 'Newcomer', birthday: '2004-05-06', pronouns: ['She/Her'] },
  ...({ bowType: 'Recurve', personalEquipment: 'No', hasCar: false } as const),
}

/** A document of `users`. */
export const person = (email: string, more: object = {}) => ({
  ...{ email, role: 'Member', hasLoggedIn: true, nameFirst: 'Ana', nameLast: 'Before', pronouns: ['She/Her'] },
  ...{ hasCar: false, dayPasses: 0, paidPractices: 0, practices: [], pass: 'none' },
  ...more,
})
/** A document of `practices`. */
export const practice = (startsAt: string, more: object = {}) => ({
  ...{ members: [], carpool: [], archers: [], drivers: [], emails: [], carpoolEmails: [] },
  googleEvent: {
    summary: 'Practice of before',
    start: { dateTime: startsAt },
    end: { dateTime: new Date(Date.parse(startsAt) + 7_200_000).toISOString() },
  },
  ...more,
})

/** The export of a small club, with an account for everyone who has a document. */
export async function filesWith(former: Former): Promise<Record<string, string>> {
  const { users, practices, paid: emailPaidCounts = {}, accounts } = former
  const account = { emailVerified: true, passwordHash: await hash, salt }
  const known = Object.entries(users).map(([localId, { email }]) => ({ localId, email, ...account }))
  const settings = { activePractice: { isActive: false, practiceId: null, startedAt: null } }
  const documents = { users, practices, settings, emailPaidCounts, auth: { users: accounts ?? known } }
  const files = Object.entries(documents).map(([name, content]) => [`${name}.json`, JSON.stringify(content)])
  return { ...Object.fromEntries(files), 'hash-config.txt': writeHashConfig(quick) }
}

export const september = '2026-09-01T22:00:00.000Z'
export const october = '2026-10-06T22:00:00.000Z'

/** What a member has, no matter how it was imported. */
export async function has({ db }: TestClub, id: string) {
  const row = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const there = await db.selectFrom('attendance').select('practiceId').where('memberId', '=', id).execute()
  return { dayPasses: row.dayPasses, balance: row.paidPractices - there.length, attended: there.length }
}
