import type { Person } from '#test/support/bad-input/requests.ts'
import type { SeededClub, SeededMember } from './seeded-club.ts'

const sizes = { officer: 6, member: 12, newcomer: 6 }
type Role = keyof typeof sizes
const roles = Object.keys(sizes) as Role[]

/**
 * The people who send bad input, and the members it is aimed at. Some random requests are valid and log people out or erase them, so
 * `restore` gives them back their sessions, or replaces them, between two batches.
 */
export async function gatherCrew({ db, members }: SeededClub) {
  const reserve = [...members]
  const crew: Record<Role, SeededMember[]> = { officer: [], member: [], newcomer: [] }
  const targets: SeededMember[] = []
  const sessions = new Map(
    (await db.selectFrom('session').selectAll().execute()).map((session) => [session.userId, session]),
  )

  const next = () => {
    const member = reserve.pop()
    if (!member) throw new Error('the club has run out of members')
    return member
  }

  async function there(who: SeededMember) {
    const row = await db
      .selectFrom('member')
      .select(['removedAt', 'erasedAt', 'hasLoggedIn'])
      .where('id', '=', who.id)
      .executeTakeFirst()
    return row && row.erasedAt === null && row.removedAt === null ? row : null
  }

  async function inPlace(role: Role, who: SeededMember | undefined) {
    const row = who && (await there(who))
    const fits = row && (role !== 'newcomer' || row.hasLoggedIn === 0)
    const person = fits ? who : next()
    const facts = { role: role === 'officer' ? 'Officer' : 'Member', hasLoggedIn: role === 'newcomer' ? 0 : 1 } as const
    await db.updateTable('member').set(facts).where('id', '=', person.id).execute()
    const session = sessions.get(person.id)
    if (session) {
      const lost = await db.selectFrom('session').select('id').where('id', '=', session.id).executeTakeFirst()
      const now = new Date().toISOString()
      if (!lost)
        await db
          .insertInto('session')
          .values({ ...session, lastActiveAt: now })
          .execute()
    }
    return person
  }

  return {
    targets,
    /** The cookie of one of the people with this role; empty for a visitor. */
    cookieOf(who: Person, seed: number) {
      return who === 'visitor' ? '' : (crew[who][seed % crew[who].length]?.cookie ?? '')
    },
    people: () => roles.flatMap((role) => crew[role]),
    async restore() {
      for (const role of roles) for (let i = 0; i < sizes[role]; i++) crew[role][i] = await inPlace(role, crew[role][i])
      for (let i = 0; i < 40; i++) {
        const target = targets[i]
        const row =
          target && (await db.selectFrom('member').select('erasedAt').where('id', '=', target.id).executeTakeFirst())
        // Removed members stay for a while, because they can be restored or erased.
        if (!row || row.erasedAt !== null) targets[i] = next()
      }
    },
  }
}
