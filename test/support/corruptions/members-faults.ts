import type { Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { setRole } from '#server/features/members/roles.ts'
import { auditRow, type Fault } from './used-club.ts'

const erased = { removedAt: '2026-11-24T22:00:00.000Z', erasedAt: '2026-11-24T22:00:00.000Z' }

export const membersFaults: Fault[] = [
  {
    name: 'a person without a credential',
    finds: 'Every account has a user, a password, and a member record',
    plant: ({ db, ana }) => db.deleteFrom('account').where('userId', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has 0 credentials`,
  },
  {
    name: 'a person without a member record',
    finds: 'Every account has a user, a password, and a member record',
    plant: ({ db, ana }) => db.deleteFrom('member').where('id', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has no member record`,
  },
  {
    name: 'an officer who never verified the address, and nobody else',
    finds: 'The club has an officer who can log in',
    plant: ({ db, kai }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', kai.id).execute(),
    says: ({ kai }) => `no officer can log in: member ${kai.id} is unverified`,
  },
  {
    name: 'a club whose officer is one no more, by nobody’s rule',
    finds: 'The club has an officer who can log in',
    async plant({ db, club, ana, kai }) {
      const write: Write = (act) => act(db as Tx, () => {})
      await setRole({ ...club.ctx, write }, { email: ana.email, role: 'Officer' })
      await db.updateTable('member').set({ role: 'Member' }).where('id', 'in', [ana.id, kai.id]).execute()
    },
    says: ({ ana }) => `no officer can log in: member ${ana.id} used to be one`,
  },
  {
    name: 'a session of somebody who was removed',
    finds: 'No removed or unverified person is logged in',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ removedAt: '2026-11-24T22:00:00.000Z' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to ${ana.id}, who was removed$`),
  },
  {
    name: 'a session of somebody who is not verified',
    finds: 'No removed or unverified person is logged in',
    plant: ({ db, ana }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to user ${ana.id}, whose email isn’t verified$`),
  },
  ...(
    [
      ['an erased person with a name', 'ana', 'profile details'],
      ['an erased person with an address', 'ana', 'an email address'],
      ['an erased officer', 'kai', 'their membership'],
      ['an erased person whose answer still counts', 'ana', 'an RSVP'],
    ] as const
  ).map(
    ([name, who, left]): Fault => ({
      name,
      finds: 'Erased members have only a pseudonym left',
      plant: ({ db, [who]: { id } }) => db.updateTable('member').set(erased).where('id', '=', id).execute(),
      says: ({ [who]: { id } }) => `member ${id} was erased but still has ${left}`,
    }),
  ),
  {
    name: 'an act of nobody',
    finds: 'Everyone named in the records exists',
    plant: ({ db }) =>
      db
        .insertInto('audit')
        .values(auditRow({ actor: 'ghost', action: 'x', target: 'y' }))
        .execute(),
    says: () => /^audit \S+: actor ghost$/,
  },
  {
    name: 'a member whose picture is none of theirs',
    finds: 'Every profile photo has its files',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ pictureUrl: '/files/pictures/x/512.webp' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} shows /files/pictures/x/512.webp, expected /default-pfp.png`,
  },
  {
    name: 'a picture whose file is gone',
    finds: 'Every profile photo has its files',
    async plant({ db, ana }) {
      const createdAt = '2026-11-24T22:50:00.000Z'
      await db.insertInto('picture').values({ id: 'x', memberId: ana.id, createdAt, unusedSince: null }).execute()
    },
    says: ({ ana }) => `photo x of member ${ana.id} is missing its 96-pixel file`,
  },
]
