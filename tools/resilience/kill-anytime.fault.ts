// Shows: T67

import { setTimeout as pause } from 'node:timers/promises'
import { makeLive } from './check-in-load.ts'
import { countKinds, judge, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { undisturbed, waitedForProcessorMs } from './cpu-steal.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { killAmid, lookAfterKill } from './kill-under-load.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { openRounds } from './stored-rounds.ts'
import { copyTree } from './tree-copy.ts'

const members = 40
/** Minimum for three rounds out of four, before the moment of the kill is chosen: 20,000 in total. */
const leastAcknowledged = 135
const readyWithinMs = 2000
/** In every nth round, the whole `verify` command runs, not only its checks. */
const commandEvery = 20
/** Few enough that its officer doesn't plan more practices than one may in a day. */
const roundsAClub = 40
const controls = 6

export const fault: Fault = {
  name: 'kill-anytime',
  promise:
    'Killed with `kill -9` at any moment of a busy evening, the server has each acknowledged write of any kind once, every other whole or not at all, and is ready again within 2 s (T67).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 60,
  async run(context) {
    const rounds = context.rounds(context.engine === 'postgres' ? 20 : 200)
    const progress = openRounds<Round>(context.progress)
    const wrong: string[] = []
    while (progress.rounds.length < rounds) wrong.push(...(await killOften(context, progress, rounds)))
    const control = await lostWithoutGuard(context)
    if (control === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
    return report(progress.rounds, { wrong, control })
  },
}

/** Kills one club this many times. Not more, because checking each row takes longer as tables grow. */
async function killOften(context: FaultContext, progress: ReturnType<typeof openRounds<Round>>, rounds: number) {
  const { club, load, ...first } = await openClub(context)
  let server = first.server
  const until = Math.min(rounds, progress.rounds.length + roundsAClub)
  while (progress.rounds.length < until) {
    context.signal.throwIfAborted()
    const number = progress.rounds.length + 1
    const from = load.done.length
    const struck = await killAmid(load, server, number % 4 === 0 ? 1 : leastAcknowledged)
    const begunAt = performance.now()
    server = await club.start()
    while ((await openPhone(club.url).get('/readyz')).status !== 200) context.signal.throwIfAborted()
    const readyMs = Math.round(performance.now() - begunAt)
    const waitedMs = waitedForProcessorMs(server.pid)
    const { wrong, ...counts } = await lookAfterKill(club, load, from)
    if (number % commandEvery === 0) wrong.push(...(await asCommand(server)))
    const kinds = load.done.slice(from).map(({ kind }) => kind)
    progress.keep({ ...struck, ...counts, readyMs, waitedMs, wrong, kinds })
    context.say(
      `kill ${number} after ${struck.afterMs} ms: ${struck.inFlight} in flight, ${counts.acknowledged} acknowledged, ready again in ${readyMs} ms, ${waitedMs} of them without a processor`,
    )
  }
  const missing = await mailsMissing(club, context)
  // Also what a later kill may have removed.
  const { wrong } = await judge(club.db, load.done, [], { old: true })
  await server.kill()
  await club.letGo()
  return [...missing, ...wrong.map((what) => `in the end: ${what}`)]
}

async function openClub(context: FaultContext, root?: string) {
  const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
  const server = await club.start(root)
  await makeLive(club, club.practiceIds[0] ?? '')
  return { club, server, load: openLoad(club) }
}

type Server = Awaited<ReturnType<SeededClub['start']>>
type Round = {
  afterMs: number
  inFlight: number
  acknowledged: number
  unheard: number
  lost: number
  doubled: number
  half: number
  readyMs: number
  /** Of `readyMs`: the time it was runnable while other processes ran. */
  waitedMs: number
  kinds: string[]
  wrong: string[]
}

async function asCommand(server: Server) {
  const { code, output } = await server.quiver('verify')
  return code === 0 ? [] : [`verify ended with ${code}: ${output.slice(-400)}`]
}

/** Everyone who signed up gets their email, even if the server was killed while sending it. */
async function mailsMissing({ db }: SeededClub, context: FaultContext) {
  const unsent = () => db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null).execute()
  // An email that was being sent is retried after a minute; this test doesn't wait for that.
  const now = new Date().toISOString()
  await db.updateTable('mailOutbox').set({ nextTryAt: now }).where('sentAt', 'is', null).execute()
  const giveUpAt = Date.now() + 30_000
  while ((await unsent()).length > 0 && Date.now() < giveUpAt) {
    context.signal.throwIfAborted()
    await pause(200)
  }
  const { length } = await unsent()
  return length > 0 ? [`${length} mails never left`] : []
}

/** The negative control: a server that responds before it commits, killed in the same way. @returns how many were lost */
async function lostWithoutGuard(context: FaultContext) {
  const { root } = await copyTree(context, [answerBeforeCommit])
  const { club, load, ...first } = await openClub(context, root)
  let server = first.server
  for (let tries = 1; tries <= controls; tries++) {
    const from = load.done.length
    await killAmid(load, server, 10)
    const { lost } = await judge(club.db, load.done.slice(from))
    if (lost > 0) return lost
    server = await club.start(root)
  }
  return 0
}

function report(all: Round[], facts: { wrong: string[]; control: number }) {
  const sum = (of: (round: Round) => number) => all.reduce((total, round) => total + of(round), 0)
  const starts = undisturbed(all)
  const readyMs = Math.max(0, ...starts.map((round) => round.readyMs))
  const wrong = [...all.flatMap((round, at) => round.wrong.map((what) => `kill ${at + 1}: ${what}`)), ...facts.wrong]
  if (readyMs > readyWithinMs) wrong.push(`it took ${readyMs} ms to be ready again`)
  const kills = all.filter(({ inFlight }) => inFlight > 0).length
  if (kills === 0) wrong.push('nothing was ever in flight')
  return outcomeOf(wrong, {
    kills: all.length,
    'with writes in flight': kills,
    'in flight in all': sum(({ inFlight }) => inFlight),
    'done, though the answer was cut off': sum(({ unheard }) => unheard),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    'of these': countKinds(all.flatMap(({ kinds }) => kinds.map((kind) => ({ kind })))),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    'done by half': sum(({ half }) => half),
    'starts that other programs did not hold up': starts.length,
    'of these ready again, most ms': readyMs,
    'of all, most ms': Math.max(...all.map((round) => round.readyMs)),
    'lost when answered before the commit (control)': facts.control,
  })
}
