import type { Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { setRole } from '#server/members/roles.ts'
import { auditRow, type Fault } from './used-club.ts'

const erased = { removedAt: '2026-11-24T22:00:00.000Z', erasedAt: '2026-11-24T22:00:00.000Z' }

export const membersFaults: Fault[] = [
  {
    name: 'a person without a credential',
    finds: 'Every account is whole: user, credential and member record',
    plant: ({ db, ana }) => db.deleteFrom('account').where('userId', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has 0 credentials`,
  },
  {
    name: 'a person without a member record',
    finds: 'Every account is whole: user, credential and member record',
    plant: ({ db, ana }) => db.deleteFrom('member').where('id', '=', ana.id).execute(),
    says: ({ ana }) => `user ${ana.id} has no member record`,
  },
  {
    name: 'an officer who never verified the address, and nobody else',
    finds: 'A club that has had an officer has one who can act',
    plant: ({ db, kai }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', kai.id).execute(),
    says: ({ kai }) => `no officer can act: member ${kai.id} is not verified`,
  },
  {
    name: 'a club whose officer is one no more, by nobody’s rule',
    finds: 'A club that has had an officer has one who can act',
    async plant({ db, club, ana, kai }) {
      const write: Write = (act) => act(db as Tx, () => {})
      await setRole({ ...club.parts, write }, { email: ana.email, role: 'Officer' })
      await db.updateTable('member').set({ role: 'Member' }).where('id', 'in', [ana.id, kai.id]).execute()
    },
    says: ({ ana }) => `no officer can act: member ${ana.id} was one`,
  },
  {
    name: 'a session of somebody who was removed',
    finds: 'No removed or unverified person is signed in',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ removedAt: '2026-11-24T22:00:00.000Z' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to ${ana.id}, who was removed$`),
  },
  {
    name: 'a session of somebody who is not verified',
    finds: 'No removed or unverified person is signed in',
    plant: ({ db, ana }) => db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => new RegExp(`^session \\S+ belongs to user ${ana.id}, who is not verified$`),
  },
  ...(
    [
      ['an erased person with a name', 'ana', 'what they told the club'],
      ['an erased person with an address', 'ana', 'an address'],
      ['an erased officer', 'kai', 'a place in the club'],
      ['an erased person whose answer still counts', 'ana', 'an answer'],
    ] as const
  ).map(
    ([name, who, left]): Fault => ({
      name,
      finds: 'Of whoever was erased, nothing is left but a pseudonym',
      plant: ({ db, [who]: { id } }) => db.updateTable('member').set(erased).where('id', '=', id).execute(),
      says: ({ [who]: { id } }) => `member ${id} was erased, but ${left} is left`,
    }),
  ),
  {
    name: 'an act of nobody',
    finds: 'Whoever is named as having done something exists',
    plant: ({ db }) =>
      db
        .insertInto('audit')
        .values(auditRow({ actor: 'ghost', action: 'x', target: 'y' }))
        .execute(),
    says: () => /^audit \S+: actor ghost$/,
  },
  {
    name: 'a member whose picture is none of theirs',
    finds: 'Every picture that is shown is there',
    plant: ({ db, ana }) =>
      db.updateTable('member').set({ pictureUrl: '/files/pictures/x/512.webp' }).where('id', '=', ana.id).execute(),
    says: ({ ana }) => `member ${ana.id} shows /files/pictures/x/512.webp instead of /default-pfp.png`,
  },
  {
    name: 'a picture whose file is gone',
    finds: 'Every picture that is shown is there',
    async plant({ db, ana }) {
      const createdAt = '2026-11-24T22:50:00.000Z'
      await db.insertInto('picture').values({ id: 'x', memberId: ana.id, createdAt, unusedSince: null }).execute()
    },
    says: ({ ana }) => `picture x of member ${ana.id} has no file of 96 pixels`,
  },
]
