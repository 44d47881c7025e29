import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeWhole } from './bench-state.ts'
import { makeLive } from './check-in-load.ts'
import { type ClubLoad, countKinds, judge, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { killAmid, lookAfterKill } from './kill-under-load.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const members = 40
/** Of three rounds out of four, before the moment of the kill is drawn: 20,000 in all. */
const leastAcknowledged = 135
const readyWithinMs = 2000
/** How often the whole command is asked, and not only its checks. */
const commandEvery = 20
const controls = 6

export const fault: Fault = {
  name: 'kills',
  promise:
    'Killed with `kill -9` at any moment of a busy evening, the server has each acknowledged write of any kind once, every other whole or not at all, and is ready again within 2 s (T67).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 60,
  async run(context) {
    const rounds = context.rounds(context.engine === 'postgres' ? 20 : 200)
    const progress = openProgress(context.progress)
    const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
    const load = openLoad(club)
    const wrong: string[] = []
    let server = await club.start()
    await makeLive(club, club.practiceIds[0] ?? '')
    while (progress.rounds.length < rounds) {
      context.signal.throwIfAborted()
      const number = progress.rounds.length + 1
      const from = load.done.length
      const struck = await killAmid(load, server, number % 4 === 0 ? 1 : leastAcknowledged)
      const begunAt = performance.now()
      server = await club.start()
      while ((await openPhone(club.url).get('/readyz')).status !== 200) context.signal.throwIfAborted()
      const readyMs = Math.round(performance.now() - begunAt)
      const { wrong: found, ...counts } = await lookAfterKill(club, load, from)
      if (number % commandEvery === 0) found.push(...(await asCommand(server)))
      progress.keep({
        ...struck,
        ...counts,
        readyMs,
        wrong: found,
        kinds: load.done.slice(from).map(({ kind }) => kind),
      })
      context.say(
        `kill ${number} after ${struck.afterMs} ms: ${struck.inFlight} in flight, ${counts.acknowledged} acknowledged, ready again in ${readyMs} ms`,
      )
    }
    wrong.push(...(await mailsMissing(club, context)))
    // What a later kill may have taken away again.
    const whole = await judge(club.db, load.done)
    wrong.push(...whole.wrong.map((what) => `in the end: ${what}`))
    await server.kill()
    const control = await lostWithoutGuard(context, club, load)
    if (control === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
    return report(progress.rounds, { wrong, control })
  },
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
  kinds: string[]
  wrong: string[]
}

async function asCommand(server: Server) {
  const { code, output } = await server.quiver('verify')
  return code === 0 ? [] : [`verify ended with ${code}: ${output.slice(-400)}`]
}

/** Whoever signed up gets the mail, also when the server was killed while it was being sent. */
async function mailsMissing(club: SeededClub, context: FaultContext) {
  const waiting = () =>
    club.db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null).where('failedAt', 'is', null).execute()
  const giveUpAt = Date.now() + 100_000
  while ((await waiting()).length > 0 && Date.now() < giveUpAt) {
    context.signal.throwIfAborted()
    await pause(500)
  }
  const unsent = await club.db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null).execute()
  return unsent.length > 0 ? [`${unsent.length} mails never left`] : []
}

/** The negative control: a server that answers before it commits, killed in the same way. @returns how many were lost */
async function lostWithoutGuard(context: FaultContext, club: SeededClub, load: ClubLoad) {
  const { root } = await copyTree(context, [answerBeforeCommit])
  for (let tries = 1; tries <= controls; tries++) {
    const from = load.done.length
    await killAmid(load, await club.start(root), 10)
    const { lost } = await judge(club.db, load.done.slice(from))
    if (lost > 0) return lost
  }
  return 0
}

/** Rounds that were done before, when a run was interrupted: they are not run again. */
function openProgress(folder: string) {
  const file = join(folder, 'rounds.json')
  const rounds: Round[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return {
    rounds,
    keep(round: Round) {
      rounds.push(round)
      writeWhole(file, JSON.stringify(rounds))
    },
  }
}

function report(all: Round[], facts: { wrong: string[]; control: number }) {
  const sum = (of: (round: Round) => number) => all.reduce((total, round) => total + of(round), 0)
  const readyMs = Math.max(...all.map((round) => round.readyMs))
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
    'ready again, most ms': readyMs,
    'lost when answered before the commit (control)': facts.control,
  })
}
