import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/db/database.ts'
import { inPortions } from '#server/db/portions.ts'
import { sessionCookie } from '#server/identity/cookies.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { hashToken } from '#server/identity/secrets.ts'

export type BenchMember = { id: string; email: string; cookie: string }

type Facts = { members: number; practices: number; there: number; baseUrl: string; secrets: Secrets }

const dayMs = 86_400_000

/**
 * Members and practices as the club's tables hold them, without anybody's sign-up: tens of thousands in a few seconds, on
 * either engine. The practices ahead are events of the calendar, of which a server makes practices when it starts.
 */
export async function fillClub(db: Db, { members, practices, there, baseUrl, secrets }: Facts) {
  const people = Array.from({ length: members }, (_, n) => {
    const token = randomBytes(24).toString('base64url')
    const cookie = sessionCookie(baseUrl, secrets, token, 1).split(';')[0] ?? ''
    return { n, id: `bench-${n}`, email: `bench${n}@purdue.edu`, token, cookie }
  })
  const ahead = Math.min(90, Math.max(8, Math.round(practices / 10)))
  const past = Math.max(0, practices - ahead)
  await db.transaction().execute(async (tx) => {
    for (const portion of inPortions(people)) await addPeople(tx, portion)
    await addPast(tx, { past, members, there })
    await addAhead(tx, ahead)
  })
  return { people: people as BenchMember[], aheadIds: Array.from({ length: ahead }, (_, n) => `ahead-${n}`) }
}

async function addPeople(tx: Tx, people: { n: number; id: string; email: string; token: string }[]) {
  const now = new Date().toISOString()
  const later = new Date(Date.now() + 30 * dayMs).toISOString()
  const times = { createdAt: now, updatedAt: now }
  const users = people.map(({ id, email }) => ({
    id,
    email,
    name: '',
    emailVerified: 1 as const,
    image: null,
    ...times,
  }))
  await tx.insertInto('user').values(users).execute()
  const rows = people.map(({ id, n }) => {
    const hasCar = n % 5 === 0
    return {
      id,
      role: n % 83 === 82 ? 'Officer' : 'Member',
      hasLoggedIn: 1,
      nameFirst: `Archer${n % 97}`,
      nameLast: `Number ${n}`,
      birthday: '2004-05-06',
      bowType: 'Recurve',
      personalEquipment: 'No',
      hasCar: hasCar ? 1 : 0,
      carCapacity: hasCar ? 4 : 0,
      rm01Completed: 0,
      pictureUrl: '/default-pfp.png',
      pronouns: '["They/Them"]',
      dayPasses: 0,
      paidPractices: 0,
      pass: 'Carpool Range Pass',
      passUsedAt: null,
      createdAt: now,
      removedAt: null,
      removedEmail: null,
      erasedAt: null,
    } as const
  })
  await tx.insertInto('member').values(rows).execute()
  const sessions = people.map(({ id, token }) => ({
    ...{ id: `session-${id}`, token: hashToken(token), userId: id, expiresAt: later, ...times },
    ...{ ipAddress: '', userAgent: 'bench', lastActiveAt: now, kept: 1 as const },
  }))
  await tx.insertInto('session').values(sessions).execute()
}

/** Every third evening before yesterday, each with others in it. */
export async function addPast(tx: Tx, { past, members, there }: { past: number; members: number; there: number }) {
  const numbers = Array.from({ length: past }, (_, n) => n)
  const practices = numbers.map((n) => {
    const startMs = Date.now() - (2 + n * 3) * dayMs
    const startsAt = new Date(startMs).toISOString()
    const endsAt = new Date(startMs + 7_200_000).toISOString()
    const on = startsAt.slice(0, 10)
    return {
      ...{ id: `past-${n}`, eventId: `past-${n}`, icalUid: `past-${n}`, originalStart: '' },
      ...{ title: `Evening number ${n}`, location: 'The Range', description: 'Bring water.', organizer: '' },
      ...{ startsAt, endsAt, startsOn: on, lastOn: on, attendanceLimit: null, cancelledAt: null, deletedAt: null },
      ...{ startedAt: startsAt, startedBy: null, endedAt: endsAt, createdAt: startsAt },
      ...({ source: 'built-in', allDay: 0, endedEarly: 0, sample: 0 } as const),
    }
  })
  for (const portion of inPortions(practices)) await tx.insertInto('practice').values(portion).execute()
  const attendance = practices.flatMap(({ id, startsAt }, n) =>
    Array.from({ length: Math.min(there, members) }, (_, i) => {
      const memberId = `bench-${(n * there + i * 7) % members}`
      return { practiceId: id, memberId, checkedInAt: startsAt, checkedInBy: null, reason: '' }
    }),
  )
  for (const portion of inPortions(attendance))
    await tx
      .insertInto('attendance')
      .values(portion)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function addAhead(tx: Tx, ahead: number) {
  const events = Array.from({ length: ahead }, (_, n) => {
    const startMs = Date.now() + (n + 1) * dayMs
    return {
      ...{ id: `ahead-${n}`, title: `Evening ${n + 1}`, location: 'The Range', description: 'Bring water.' },
      ...{ startsAt: new Date(startMs).toISOString(), endsAt: new Date(startMs + 7_200_000).toISOString() },
      ...{ sample: 0 as const, cancelledAt: null, createdAt: new Date().toISOString() },
    }
  })
  await tx.insertInto('calendarEvent').values(events).execute()
}
