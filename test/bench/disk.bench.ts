import { sql } from 'kysely'
import { inPortions } from '#server/db/portions.ts'
import { hashPassword } from '#server/identity/scrypt.ts'
import { createSecrets } from '#server/identity/secrets.ts'
import { type SeededClub, seedClub } from '#test/faults/seeded-club.ts'
import { goodPassword } from '#test/support/club.ts'
import { addPast, fillClub } from './bench-rows.ts'
import { makeFigure } from './figure.ts'
import type { Part } from './part.ts'

const members = 2000
/** Two a week but for the breaks, and a third of the members at each, who had answered. */
const year = { practices: 60, there: Math.round(members / 3) }
const usualThere = 30

export const part: Part = {
  name: 'disk',
  about: 'What the database grows by with a member, with their year of 60 practices, and with a practice of thirty.',
  engines: ['sqlite', 'postgres'],
  async measure(context) {
    const seeded = await seedClub(context, { members: 0, practices: 1 })
    const { db } = seeded
    const empty = await bytesOf(seeded)
    const secrets = createSecrets(seeded.env.AUTH_SECRET ?? '')
    const { people } = await fillClub(db, { members, practices: 0, there: 0, baseUrl: seeded.url, secrets })
    const password = await hashPassword(goodPassword)
    const at = new Date().toISOString()
    for (const portion of inPortions(people)) {
      const accounts = portion.map(({ id }) => ({
        ...{ id: `account-${id}`, accountId: id, userId: id, providerId: 'credential', password },
        ...{ accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null },
        ...{ refreshTokenExpiresAt: null, scope: null, createdAt: at, updatedAt: at },
      }))
      await db.insertInto('account').values(accounts).execute()
    }
    const filled = await bytesOf(seeded)
    await db.transaction().execute(async (tx) => {
      await addPast(tx, { past: year.practices, members, there: year.there })
      await sql`insert into rsvp (practice_id, member_id, kind, answered_at)
        select practice_id, member_id, 'archer', checked_in_at from attendance`.execute(tx)
    })
    const grown = await bytesOf(seeded)
    const { count } = await db
      .selectFrom('attendance')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const ofOneThere = (grown - filled) / Number(count)
    const figure = (name: string, bytes: number, note: string) =>
      makeFigure(context, { name: `disk.${name}`, unit: 'KB', values: [bytes / 1024], note })
    return [
      figure('member', (filled - empty) / members, 'account, profile and one session, no picture'),
      figure('year', (grown - filled) / members, `${year.practices} practices, a third of them answered and attended`),
      figure('practice', ofOneThere * usualThere, `${usualThere} answered and came`),
    ]
  },
}

/** Of the tables and their indexes, as they lie in the file. */
async function bytesOf({ db, env }: SeededClub) {
  const asked =
    env.DATABASE_URL === undefined
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await asked.execute(db)
  return Number(rows[0]?.bytes)
}
