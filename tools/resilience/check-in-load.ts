import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openPhone, orNothing, type Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

export type Attempt = { memberId: string; cookie: string; key: string; reply: Reply | null; ms: number }

export type Load = {
  attempts: Attempt[]
  /** Requests without a response at that moment. */
  inFlight: number
}

type Live = Pick<SeededClub, 'url' | 'members'> & {
  practiceId: string
  /** Whether the check-ins use a day pass, as "Use pass & check in" does. */
  usePass?: true
}

const inputOf = ({ practiceId, usePass }: Live) => ({ practiceId, ...(usePass && { usePass }) })

/** Everyone checks in at the same time; `strike` is called after this many acknowledged check-ins. */
export async function checkInAll(live: Live, { after, strike }: { after: number; strike: () => void }): Promise<Load> {
  let answered = 0
  let acknowledged = 0
  let inFlight = 0
  const attempts = live.members.map(async ({ id: memberId, cookie }): Promise<Attempt> => {
    const key = randomUUID()
    const begunAt = performance.now()
    const reply = await orNothing(openPhone(live.url, cookie).act('practices.checkIn', inputOf(live), key))
    answered += 1
    if (reply?.status === 200) acknowledged += 1
    if (reply?.status === 200 && acknowledged === after) {
      inFlight = live.members.length - answered
      strike()
    }
    return { memberId, cookie, key, reply, ms: performance.now() - begunAt }
  })
  return { attempts: await Promise.all(attempts), inFlight }
}

/** Sends the same request again with its idempotency key. */
export function retryCheckIn(live: Live, { cookie, key }: Attempt) {
  return orNothing(openPhone(live.url, cookie).act('practices.checkIn', inputOf(live), key))
}

/** Returns how many attendance records each member has. */
export async function attendanceOf({ db }: Pick<SeededClub, 'db'>, practiceId: string) {
  const rows = await db.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId).execute()
  const counts = new Map<string, number>()
  for (const { memberId } of rows) counts.set(memberId, (counts.get(memberId) ?? 0) + 1)
  return counts
}

/** Ends the live practice and starts this one. Retries for a moment, for a server that responds before it commits (a control). */
export async function makeLive(club: Pick<SeededClub, 'url' | 'officer'>, practiceId: string, before?: string) {
  const officer = openPhone(club.url, club.officer.cookie)
  if (before !== undefined) await officer.act('practices.endEarly', { practiceId: before })
  for (let tries = 0; tries < 40; tries++) {
    const { status, json } = await officer.act('practices.start', { practiceId })
    if (status === 200) return
    if (tries === 39) throw new Error(`the practice could not be started: ${status} ${JSON.stringify(json)}`)
    await pause(50)
  }
}
