// Shows: T1

import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { goodPassword } from '#test/support/club.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { addressNumber, openPhone, orNothing, p99, type Reply } from './phone.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'
import { manyTriesAnAccount } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const accounts = 50
const guessesEach = 100
const honest = 100
/** Passwords checked per account within 15 minutes. */
const mostLooks = 10
/** This guess would be right, but by then no password is checked. */
const rightGuess = 60
const guessersAtOnce = 16
const withinMs = 15 * 60_000
const signInsWithinMs = 60_000

export const fault: Fault = {
  name: 'password-guessing',
  promise:
    'Of a hundred guesses at each of fifty accounts, each from an address of its own, ten an account are looked at, and a hundred members sign in meanwhile from one address without a refusal (T1).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const targets = context.rounds(accounts)
    const club = await seedClub(context, { members: targets + honest, env: { TRUST_PROXY: '1' } })
    const server = await club.start()
    const wrong: string[] = []
    const begunAt = performance.now()
    const members = signInAll(context, club, club.members.slice(targets))
    const looks = await guessAt(context, club, club.members.slice(0, targets))
    const tookMs = performance.now() - begunAt
    const signIns = await members
    const most = Math.max(...looks.perAccount.values())
    if (most > mostLooks) wrong.push(`${most} guesses at one account were looked at`)
    if (looks.looked !== targets * mostLooks) wrong.push(`${looks.looked} guesses were looked at`)
    if (looks.letIn > 0) wrong.push(`${looks.letIn} guesses were let in`)
    if (looks.other.length > 0) wrong.push(`${looks.other.length} guesses were answered ${looks.other[0]}`)
    if (tookMs > withinMs) wrong.push('the guesses took longer than what they are counted in')
    const refused = signIns.replies.filter((reply) => reply?.status !== 200)
    if (refused.length > 0) wrong.push(`${refused.length} members were refused: ${refused[0]?.status}`)
    if (signIns.tookMs > signInsWithinMs) wrong.push('the members took more than a minute')

    await server.kill()
    await club.start((await copyTree(context, [manyTriesAnAccount])).root)
    const unguarded = await guessAt(context, club, club.members.slice(targets, targets + 1), 3 * mostLooks)
    if (unguarded.looked <= mostLooks)
      wrong.push('the control did not notice: nothing more is looked at without a limit')
    return outcomeOf(wrong, {
      guesses: targets * guessesEach,
      accounts: targets,
      'looked at': looks.looked,
      'most of one account': most,
      'refused (429)': looks.refused,
      'let in': looks.letIn,
      'guessed in s': (tookMs / 1000).toFixed(1),
      'members meanwhile': signIns.replies.length,
      'members refused': refused.length,
      'members signed in in s': (signIns.tookMs / 1000).toFixed(1),
      'their sign-in p99 ms': p99(signIns.replies.map((reply) => reply?.ms ?? 0)),
      'looked at of one account without the limit (control)': unguarded.looked,
    })
  },
}

/** Everyone's first guess, then everyone's second, each from a new address. */
async function guessAt(context: FaultContext, club: SeededClub, targets: SeededMember[], each = guessesEach) {
  const limit = pLimit(guessersAtOnce)
  const perAccount = new Map(targets.map(({ email }) => [email, 0]))
  const found = { looked: 0, refused: 0, letIn: 0, other: [] as string[], perAccount }
  const guess = async (round: number, { email }: SeededMember, at: number) => {
    if (context.signal.aborted) return
    const password = round === rightGuess ? goodPassword : `guess number ${round}`
    const phone = openPhone(club.url, '', addressNumber(round * targets.length + at))
    const reply = await orNothing(phone.post('/api/auth/sign-in/email', { email, password }))
    if (reply?.status === 401) {
      found.looked += 1
      perAccount.set(email, (perAccount.get(email) ?? 0) + 1)
    } else if (reply?.status === 429) found.refused += 1
    else if (reply?.status === 200) found.letIn += 1
    else found.other.push(`${reply?.status ?? 'not at all'}`)
  }
  for (let round = 0; round < each; round++)
    await Promise.all(targets.map((target, at) => limit(() => guess(round, target, at))))
  return found
}

/** All from one address, within half a minute. */
async function signInAll(context: FaultContext, club: SeededClub, members: SeededMember[]) {
  const phone = openPhone(club.url, '', '192.0.2.1')
  const begunAt = performance.now()
  const asked: Promise<Reply | null>[] = []
  for (const { email } of members) {
    asked.push(orNothing(phone.post('/api/auth/sign-in/email', { email, password: goodPassword })))
    await pause(300, undefined, { signal: context.signal })
  }
  const replies = await Promise.all(asked)
  return { replies, tookMs: performance.now() - begunAt }
}
