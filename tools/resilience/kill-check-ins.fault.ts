// Shows: T67, ASVS 2.3.3

import { attendanceOf, checkInAll, type Load, makeLive, retryCheckIn } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const crowd = 100
/** If a kill came too late to interrupt any request, try again with another practice. */
const triesARound = 3

export const fault: Fault = {
  name: 'kill-check-ins',
  promise:
    'After `kill -9` amid 100 parallel check-ins, each acknowledged one is there once, and asking again is safe; a day pass is used with its check-in or not at all.',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const rounds = context.rounds(10)
    const practices = rounds * triesARound + triesARound
    const club = await seedClub(context, { members: crowd, practices, dayPasses: practices })
    const wrong: string[] = []
    const total = {
      inFlight: [] as number[],
      acknowledged: 0,
      unheard: 0,
      lost: 0,
      doubled: 0,
      readyMs: [] as number[],
    }
    let server = await club.start()
    let live: string | undefined
    for (let round = 1; round <= rounds; round++) {
      const struck = await strike(club, server, { after: 1 + ((round * 37) % 60), before: live })
      live = struck.practiceId
      const begunAt = performance.now()
      server = await club.start()
      const phone = openPhone(club.url)
      while ((await phone.get('/readyz')).status !== 200) context.signal.throwIfAborted()
      total.readyMs.push(Math.round(performance.now() - begunAt))
      const found = await judge(club, struck)
      wrong.push(...found.wrong.map((what) => `round ${round}: ${what}`))
      total.inFlight.push(struck.inFlight)
      total.acknowledged += found.acknowledged
      total.unheard += found.unheard
      total.lost += found.lost
      total.doubled += found.doubled
      wrong.push(...(await isSound(club, server)).map((what) => `round ${round}: ${what}`))
      context.say(
        `round ${round}: ${struck.inFlight} in flight, ${found.acknowledged} acknowledged, ready again in ${total.readyMs.at(-1)} ms`,
      )
    }
    await server.kill()
    const control = await lostWithoutGuard(context, club, live)
    if (control === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
    return outcomeOf(wrong, {
      rounds,
      'in flight at each kill': total.inFlight.join(' '),
      acknowledged: total.acknowledged,
      lost: total.lost,
      doubled: total.doubled,
      'stored though the answer was cut off': total.unheard,
      'ready again, most ms': Math.max(...total.readyMs),
      'lost in one round when answered before the commit (control)': control,
    })
  },
}

type Struck = Load & { practiceId: string }
type Server = Awaited<ReturnType<SeededClub['start']>>

/** Everyone checks in, and the server is killed after this many acknowledgements. */
async function strike(
  club: SeededClub,
  first: Server,
  how: { after: number; before: string | undefined; root?: string },
) {
  let { after, before } = how
  let server = first
  for (let tries = 0; tries < triesARound; tries++) {
    const practiceId = club.practiceIds.shift() ?? ''
    await makeLive(club, practiceId, before)
    // Yesterday's pass is over.
    await club.db.updateTable('member').set({ pass: 'none', passUsedAt: null }).execute()
    const load = await checkInAll({ ...club, practiceId, usePass: true }, { after, strike: () => void server.kill() })
    await server.kill()
    if (load.inFlight > 0 && load.attempts.some(({ reply }) => reply === null))
      return { ...load, practiceId } satisfies Struck
    server = await club.start(how.root)
    before = practiceId
    after = Math.ceil(after / 3)
  }
  throw new Error('the kill never came while check-ins were under way')
}

async function judge(club: SeededClub, { attempts, practiceId, inFlight }: Struck) {
  const wrong: string[] = []
  const live = { ...club, practiceId, usePass: true } as const
  const alone = await countUsesAlone(club)
  if (alone > 0) wrong.push(`${alone} members have more or fewer passes used than check-ins after the kill`)
  const stored = await attendanceOf(club, practiceId)
  const acknowledged = attempts.filter(({ reply }) => reply?.status === 200)
  const lost = acknowledged.filter(({ memberId }) => !stored.has(memberId)).length
  const unheard = attempts.filter(({ reply, memberId }) => reply === null && stored.has(memberId)).length
  if (inFlight === 0) wrong.push('none was in flight')
  if (lost > 0) wrong.push(`${lost} acknowledged ones are gone`)
  const refused = attempts.filter(({ reply }) => reply !== null && reply.status !== 200)
  if (refused.length > 0) wrong.push(`${refused.length} heard ${refused[0]?.reply?.status}`)
  // Everyone retries: those without a response get one now, the others get the same one as before.
  for (const attempt of attempts) {
    const again = await retryCheckIn(live, attempt)
    if (again?.status !== 200) wrong.push(`asking again was answered ${again?.status ?? 'not at all'}`)
    if (attempt.reply && again?.json.checkedInAt !== attempt.reply.json.checkedInAt)
      wrong.push('asking again gave another time')
  }
  const stillAlone = await countUsesAlone(club)
  if (stillAlone > 0) wrong.push(`${stillAlone} members have more or fewer passes used than check-ins in the end`)
  const counts = [...(await attendanceOf(club, practiceId)).values()]
  const doubled = counts.filter((count) => count > 1).length
  if (counts.length !== attempts.length) wrong.push(`${counts.length} of ${attempts.length} are there in the end`)
  if (doubled > 0) wrong.push(`${doubled} are there twice`)
  return { wrong, acknowledged: acknowledged.length, lost, doubled, unheard }
}

/** Returns how many members' uses of day passes differ from their check-ins, each of which used one. */
async function countUsesAlone({ db }: SeededClub) {
  const uses = await db.selectFrom('ledger').select('memberId').where('cause', 'like', 'use:%').execute()
  const checkIns = await db.selectFrom('attendance').select('memberId').execute()
  const balance = new Map<string, number>()
  for (const { memberId } of uses) balance.set(memberId, (balance.get(memberId) ?? 0) + 1)
  for (const { memberId } of checkIns) balance.set(memberId, (balance.get(memberId) ?? 0) - 1)
  return [...balance.values()].filter((left) => left !== 0).length
}

async function isSound(club: SeededClub, server: Server) {
  const wrong: string[] = []
  const integrity = await club.integrity()
  if (integrity !== 'ok') wrong.push(`integrity_check: ${integrity}`)
  const { code, output } = await server.quiver('verify')
  if (code !== 0) wrong.push(`verify ended with ${code}: ${output.slice(-400)}`)
  return wrong
}

/** The negative control: a server that responds before it commits, killed in the same way. @returns how many were lost */
async function lostWithoutGuard(context: FaultContext, club: SeededClub, before: string | undefined) {
  const copy = await copyTree(context, [answerBeforeCommit])
  const server = await club.start(copy.root)
  const { attempts, practiceId } = await strike(club, server, { after: 5, before, root: copy.root })
  const stored = await attendanceOf(club, practiceId)
  return attempts.filter(({ reply, memberId }) => reply?.status === 200 && !stored.has(memberId)).length
}
