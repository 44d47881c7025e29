import { setTimeout as pause } from 'node:timers/promises'
import { goodPassword } from '#test/support/club.ts'
import { addressNumber, openPhone, orNothing, type Reply } from './phone.ts'
import type { SeededClub, SeededMember } from './seeded-club.ts'

type Rate = { perSecond: number; seconds: number; signal?: AbortSignal }
type Club = Pick<SeededClub, 'url' | 'members'>

/**
 * Guesses with unknown addresses, each from another IP, for a server that trusts this machine as its proxy. Every fourth attempt is a
 * member with the right password.
 */
export async function signInsFor(club: Club, rate: Rate) {
  const asked: Promise<Reply | null>[] = []
  let [waiting, unanswered] = [0, 0]
  await atARate(rate, (number) => {
    const member = number % 4 === 0 ? club.members[number % club.members.length] : undefined
    const email = member?.email ?? `nobody${number}@purdue.edu`
    const phone = openPhone(club.url, '', addressNumber(number))
    waiting += 1
    unanswered = Math.max(unanswered, waiting)
    const reply = orNothing(phone.post('/api/auth/sign-in/email', { email, password: goodPassword }))
    asked.push(reply.finally(() => (waiting -= 1)))
  })
  return { replies: await Promise.all(asked), unanswered }
}

/** These members check in one after the other at a fixed rate. */
export async function checkInsFor(
  url: string,
  { members, practiceId }: { members: Pick<SeededMember, 'cookie'>[]; practiceId: string },
  rate: Rate,
) {
  const asked: Promise<Reply | null>[] = []
  await atARate(rate, (number) => {
    const phone = openPhone(url, members[number]?.cookie)
    asked.push(orNothing(phone.act('practices.checkIn', { practiceId })))
  })
  return Promise.all(asked)
}

/** Sends requests at a fixed rate without waiting for responses. */
export async function atARate({ perSecond, seconds, signal }: Rate, ask: (number: number) => void) {
  const begunAt = performance.now()
  for (let number = 0; number < perSecond * seconds; number++) {
    const aheadMs = begunAt + (number * 1000) / perSecond - performance.now()
    if (aheadMs > 0) await pause(aheadMs, undefined, signal === undefined ? {} : { signal })
    ask(number)
  }
}
