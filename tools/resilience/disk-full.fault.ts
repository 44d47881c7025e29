// Shows: T70

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess } from '#test/support/command.ts'
import { makeLive } from './check-in-load.ts'
import { type ClubLoad, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { openLooks, readAllTheWhile, watchAnswers } from './disk-watch.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { anyPhoto, sendPhoto } from './picture-load.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { mountDisk, type SmallDisk } from './small-disk.ts'
import { projectRoot } from './tree-copy.ts'

const megabytes = 16
const members = 20
const backWithinMs = 5000
const giveUpMs = 60_000
/** How many requests must be refused before there is space again. */
const refusals = 60

export const fault: Fault = {
  name: 'disk-full',
  promise:
    'On a disk of 16 MB that is full, writes are answered with 503 and a sentence, reads go on, nothing is damaged, and writes are back within 5 s; a start there, or on a read-only disk, says so in one line (T70).',
  engines: ['sqlite'],
  limitMinutes: 20,
  async run(context) {
    const disk = await mountDisk(context, megabytes)
    if (disk === null) return notJudged('only root may mount a disk of 16 MB')
    const rounds = context.rounds(10)
    const wrong: string[] = []
    const dataDir = join(disk.folder, 'data')
    await mkdir(dataDir)
    const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv, dataDir })
    const load = openLoad(club)
    const looks = openLooks(club, load)
    let server = await club.start()
    await makeLive(club, club.practiceIds[0] ?? '')
    const total = { refused: 0, reads: 0, readsFailed: 0, backMs: 0 }
    for (let round = 1; round <= rounds; round++) {
      const found = await fillUnder(context, club, load, disk)
      total.refused += found.refused
      total.reads += found.reads
      total.readsFailed += found.readsFailed
      total.backMs = Math.max(total.backMs, found.backMs)
      found.wrong.push(...(await looks.look()))
      wrong.push(...found.wrong.map((what) => `full ${round}: ${what}`))
      context.say(`full ${round}: ${found.refused} refused, ${found.reads} reads, writes back after ${found.backMs} ms`)
    }
    await server.stop()
    await club.letGo()
    const starts = await startsThatCant(club, disk)
    wrong.push(...starts.wrong)
    server = await club.start()
    await load.finish()
    wrong.push(...(await looks.look()))
    await server.stop()
    return outcomeOf(wrong, {
      'times full': rounds,
      'answered 503 with a sentence': total.refused,
      'reads meanwhile': total.reads,
      'reads that failed': total.readsFailed,
      'writes back, most ms': total.backMs,
      acknowledged: load.done.length,
      lost: looks.counts.lost,
      doubled: looks.counts.doubled,
      'done by half': looks.counts.half,
      'rules of the tables broken': looks.counts.broken,
      'starts refused in one line, full and read-only': starts.refused,
    })
  },
}

/** Members go on while the disk is full, and until there is space again. */
async function fillUnder(context: FaultContext, club: SeededClub, load: ClubLoad, disk: SmallDisk) {
  const watch = watchAnswers()
  const readers = readAllTheWhile(club)
  let over = false
  const busy = load.run({ over: () => over, heard: watch.heard })
  await pause(500)
  disk.fill()
  await until(context, 'nothing was refused on a full disk', () => {
    // Also fill what was freed since.
    disk.fill()
    return watch.refused >= refusals
  })
  const [member] = club.members
  const picture = await sendPhoto(club.url, { cookie: member?.cookie ?? '', photo: await anyPhoto() })
  if (picture?.status !== 503) watch.wrong.push(`a picture was answered ${picture?.status ?? 'not at all'}`)
  const before = load.done.length
  const begunAt = performance.now()
  disk.makeRoom()
  await until(context, 'no write came back', () => load.done.length >= before + members)
  const backMs = Math.round(performance.now() - begunAt)
  over = true
  await busy
  const reads = await readers.stop()
  if (backMs > backWithinMs) watch.wrong.push(`writes were back after ${backMs} ms`)
  if (reads.readsFailed > 0) watch.wrong.push(`${reads.readsFailed} of ${reads.reads} reads failed`)
  return { refused: watch.refused, backMs, ...reads, wrong: watch.wrong }
}

/** A start on a full or read-only disk exits with 2 and one line that names the setting. */
async function startsThatCant(club: SeededClub, disk: SmallDisk) {
  const wrong: string[] = []
  let refused = 0
  const tryTo = async (what: string) => {
    const server = startProcess(join(projectRoot, 'src/server/main.ts'), [], { env: club.env })
    const { code, stderr } = await server.ended
    if (code === 2 && /^DATA_DIR [^\n]+\n$/.test(stderr)) refused += 1
    else wrong.push(`a start on ${what} ended with ${code} and said ${JSON.stringify(stderr.slice(0, 300))}`)
  }
  disk.fill()
  await tryTo('a full disk')
  disk.makeRoom()
  disk.setReadOnly(true)
  await tryTo('a read-only disk')
  disk.setReadOnly(false)
  return { wrong, refused }
}

async function until(context: FaultContext, else_: string, isSo: () => boolean) {
  const giveUpAt = performance.now() + giveUpMs
  while (!isSo()) {
    context.signal.throwIfAborted()
    if (performance.now() > giveUpAt) throw new Error(else_)
    await pause(20)
  }
}
