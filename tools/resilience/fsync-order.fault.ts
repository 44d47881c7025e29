// Shows: T68

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive } from './check-in-load.ts'
import { loadEnv, loadPasses, openLoad } from './club-load.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { anyPhoto, sendPhoto } from './picture-load.ts'
import { seedClub } from './seeded-club.ts'
import { withoutFileSync, withoutSync } from './servers-without.ts'
import { canTrace, readTrace, tracing } from './strace.ts'
import { countUnwritten, isSuccess, judgeLog, judgePictures } from './trace-order.ts'
import { copyTree, type Patch } from './tree-copy.ts'

/** Parallel writers in the second half; in the first half, writes are sequential. */
const members = 8
const pictures = 20

export const fault: Fault = {
  name: 'fsync-order',
  promise:
    'Before any write is answered with yes, all that it wrote is on the disk, a picture’s files and the names of their folders included, so that no loss of power takes it back (T68).',
  engines: ['sqlite'],
  limitMinutes: 20,
  async run(context) {
    if (!canTrace()) return notJudged('strace is not installed, or may not look at processes (apt-get install strace)')
    const size = context.rounds(600)
    const kept = await trace(context, { size, pictures: context.rounds(pictures), patches: [] })
    const wrong = [...kept.wrong]
    const controlled = { size: 30, pictures: 3 }
    const lax = await trace(context, { ...controlled, patches: [withoutSync] })
    const laxFiles = await trace(context, { ...controlled, patches: [withoutFileSync] })
    if (lax.tooEarly === 0) wrong.push('the control did not notice: a server that does not sync its log')
    if (laxFiles.picturesTooEarly === 0) wrong.push('the control did not notice: a server that does not sync pictures')
    return outcomeOf(wrong, {
      acknowledged: kept.acknowledged,
      'answered before the log was on the disk': kept.tooEarly,
      'answered without anything written': kept.unwritten,
      'syncs of the log': kept.syncs,
      'log begun anew before the file was on the disk': kept.overwritten,
      'log begun anew': kept.restarts,
      pictures: kept.pictures,
      'pictures answered before file and folder were on the disk': kept.picturesTooEarly,
      'answered before, without syncing the log (control)': `${lax.tooEarly} of ${lax.answers}`,
      'pictures answered before, without syncing them (control)': `${laxFiles.picturesTooEarly} of ${laxFiles.pictures}`,
    })
  },
}

type Size = { size: number; pictures: number; patches: Patch[] }

/** Traces a server on a new club while it handles writes: one at a time, then many in parallel, then photos. */
async function trace(context: FaultContext, { size, pictures, patches }: Size) {
  const { root } = patches.length === 0 ? {} : await copyTree(context, patches)
  const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
  const folder = await mkdtemp(join(tmpdir(), 'quiver-trace-'))
  context.onEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'calls')
  // strace would not see writes by the threads of io_uring.
  const server = await club.start(root, { under: tracing(file), env: { UV_USE_IO_URING: '0' } })
  await makeLive(club, club.practiceIds[0] ?? '')

  const [first, ...others] = club.members
  const alone = openLoad({ ...club, members: first ? [first] : [] })
  await alone.run({ over: () => alone.done.length >= size })
  const together = openLoad({ ...club, members: others })
  await together.run({ over: () => together.done.length >= size })
  for (let i = 0; i < pictures; i++) {
    const { cookie = '' } = club.members[i % members] ?? {}
    const answer = await sendPhoto(club.url, { cookie, photo: await anyPhoto() })
    if (answer?.status !== 200) throw new Error(`a picture was answered ${answer?.status}`)
  }
  await server.stop()
  const calls = await readTrace(file, server.pid)
  const answers = calls.filter(isSuccess)
  // Earlier responses: the server is ready, and the practice started.
  const inTurn = answers.slice(-(pictures + together.done.length + alone.done.length))
  const refused = [...alone.refused, ...together.refused]
  const expected = alone.done.length + together.done.length + pictures
  const log = judgeLog(calls)
  const sent = judgePictures(calls, answers.slice(-pictures - 1))
  const unwritten = countUnwritten(calls, inTurn.slice(0, alone.done.length))
  const wrong = [
    ...refused,
    ...(inTurn.length === expected ? [] : [`${inTurn.length} of ${expected} answers were seen`]),
    ...(log.tooEarly === 0 ? [] : [`${log.tooEarly} were answered before the log was on the disk`]),
    ...(log.overwritten === 0 ? [] : [`the log was begun anew ${log.overwritten} times before its time`]),
    ...(unwritten === 0 ? [] : [`${unwritten} were answered without anything written`]),
    ...sent.wrong,
  ]
  context.say(
    `${inTurn.length} answers, ${log.tooEarly} of them too early; ${log.syncs} syncs; ${sent.pictures} pictures`,
  )
  return { ...log, ...sent, acknowledged: inTurn.length, answers: answers.length, unwritten, wrong }
}
