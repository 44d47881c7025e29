import { isActingOfficer, type RoleHolder } from '#domain/officers.ts'
import { count } from '../terminal.ts'
import type { Check } from './check.ts'

/** Whether people, their sessions and their roles are as they may be. */
export const accountChecks: Check[] = [
  {
    // D46
    title: 'Every account is whole: user, credential and member record',
    async look({ db }) {
      const rows = await db
        .selectFrom('user')
        .leftJoin('member', 'member.id', 'user.id')
        .select(['user.id', 'member.id as memberId'])
        .select((eb) =>
          eb
            .selectFrom('account')
            .select((of) => of.fn.countAll<number>().as('credentials'))
            .whereRef('account.userId', '=', 'user.id')
            .where('account.providerId', '=', 'credential')
            .where('account.password', 'is not', null)
            .as('credentials'),
        )
        .orderBy('user.id')
        .execute()
      const wrong = rows.flatMap((row) => [
        ...(row.memberId === null ? [`user ${row.id} has no member record`] : []),
        ...(row.credentials === 1 ? [] : [`user ${row.id} has ${row.credentials} credentials`]),
      ])
      return { looked: count(rows.length, 'account'), wrong }
    },
  },
  {
    // I6
    title: 'A club that has had an officer has one who can act',
    async look({ db }) {
      const rows = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.id')
        .select(['member.id', 'member.role', 'member.removedAt', 'user.emailVerified'])
        .where('member.role', '=', 'Officer')
        .orderBy('member.id')
        .execute()
      const officers = rows.map((row) => ({
        id: row.id,
        role: row.role,
        verified: row.emailVerified === 1,
        removed: row.removedAt !== null,
      }))
      const acting = officers.filter(isActingOfficer)
      const made = await db
        .selectFrom('audit')
        .select('target')
        .distinct()
        .where('action', '=', 'member.role')
        .where('after', '=', JSON.stringify({ role: 'Officer' }))
        .orderBy('target')
        .execute()
      const unverified = officers
        .filter((officer) => !officer.verified)
        .map((officer) => `member ${officer.id} is an officer without having verified the address`)
      const once = [...new Set([...officers.map(whyNot), ...made.map((row) => `member ${row.target} was one`)])]
      const nobody = acting.length === 0 && once.length > 0 ? [`no officer can act: ${once.join(', ')}`] : []
      return {
        looked: acting.length === 0 && once.length === 0 ? 'none yet' : count(acting.length, 'officer'),
        wrong: [...nobody, ...unverified],
      }
    },
  },
  {
    // I9
    title: 'No removed or unverified person is signed in',
    async look({ db, now }) {
      const rows = await db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.userId')
        .leftJoin('member', 'member.id', 'session.userId')
        .select(['session.id', 'session.userId', 'user.emailVerified', 'member.id as memberId', 'member.removedAt'])
        .where('session.expiresAt', '>', now)
        .orderBy('session.id')
        .execute()
      const wrong = rows.flatMap((row) => {
        const session = `session ${row.id} belongs to`
        if (row.emailVerified !== 1) return [`${session} user ${row.userId}, who is not verified`]
        if (row.memberId === null || row.removedAt !== null) return [`${session} ${row.userId}, who was removed`]
        return []
      })
      return { looked: count(rows.length, 'open session'), wrong }
    },
  },
  {
    title: 'Whoever is named as having done something exists',
    async look({ db }) {
      const people = new Set((await db.selectFrom('member').select('id').execute()).map((row) => row.id))
      const ledger = await db.selectFrom('ledger').select(['id', 'actor']).execute()
      const audit = await db.selectFrom('audit').select(['id', 'actor']).execute()
      const practices = await db.selectFrom('practice').select(['id', 'startedBy']).execute()
      const exists = (actor: string) => people.has(actor) || otherActors.has(actor)
      const wrong = [
        ...ledger.filter((row) => !exists(row.actor)).map((row) => `ledger ${row.id}: actor ${row.actor}`),
        ...audit.filter((row) => !exists(row.actor)).map((row) => `audit ${row.id}: actor ${row.actor}`),
        ...practices
          .filter((row) => row.startedBy !== null && !people.has(row.startedBy))
          .map((row) => `practice ${row.id}: started by ${row.startedBy}`),
      ]
      return { looked: `${count(ledger.length, 'ledger row')}, ${count(audit.length, 'audit row')}`, wrong }
    },
  },
]

const otherActors = new Set(['system', 'command'])

function whyNot(officer: RoleHolder & { id: string }) {
  return `member ${officer.id} is ${officer.removed ? 'removed' : 'not verified'}`
}
