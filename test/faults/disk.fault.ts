import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messages } from '#domain/messages.ts'
import { startProcess } from '#test/support/command.ts'
import { makeLive } from './check-in-load.ts'
import { type ClubLoad, judge, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import { anyPhoto, sendPhoto } from './picture-load.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { diskIsNoOutage } from './servers-without.ts'
import { mountDisk, type SmallDisk } from './small-disk.ts'
import { copyTree, projectRoot } from './tree-copy.ts'

const megabytes = 16
const members = 20
const backWithinMs = 5000
const giveUpMs = 60_000
/** So often everybody hears that it does not work, before there is room again. */
const refusals = 60
/** Of the latest acts, after each time. */
const lookedAt = 1000

export const fault: Fault = {
  name: 'disk',
  promise:
    'A disk that is full, read-only or broken damages nothing: writes are answered with 503 and a sentence, reads go on, writes are back within 5 s, and a start says what is wrong in one line (T70).',
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
    let server = await club.start()
    await makeLive(club, club.practiceIds[0] ?? '')
    const left = { lost: 0, doubled: 0, half: 0, broken: 0 }
    /** Each acknowledged write is there once, no other by half, and all tables fit together. */
    const look = async () => {
      const { wrong, ...found } = await judge(club.db, load.done.slice(-lookedAt), load.pending())
      const broken = await club.verify()
      left.lost += found.lost
      left.doubled += found.doubled
      left.half += found.half
      left.broken += broken.length
      return [...wrong, ...load.refused, ...broken]
    }
    const full = newCount()
    for (let round = 1; round <= rounds; round++) {
      const found = await fillUnder(context, club, load, disk)
      add(full, found)
      found.wrong.push(...(await look()))
      wrong.push(...found.wrong.map((what) => `full ${round}: ${what}`))
      context.say(`full ${round}: ${found.refused} refused, ${found.reads} reads, writes back after ${found.backMs} ms`)
    }
    await server.stop()
    await club.letGo()
    const starts = await startsThatCant(club, disk)
    wrong.push(...starts.wrong)
    server = await club.start()
    await load.finish()
    wrong.push(...(await look()))
    await server.stop()

    const errors = newCount()
    const errorsWanted = canInject() ? injections : []
    for (const injection of errorsWanted) {
      const found = await breakUnder(context, club, load, injection)
      add(errors, found)
      found.wrong.push(...(await look()))
      wrong.push(...found.wrong.map((what) => `${injection.name}: ${what}`))
      context.say(`${injection.name}: ${found.refused} refused, ${found.reads} reads`)
    }
    const { root } = await copyTree(context, [diskIsNoOutage])
    const [readOnly] = errorsWanted.filter(({ error }) => error === 'EROFS')
    const control = readOnly ? (await breakUnder(context, club, load, readOnly, root)).wrong.length : 0
    if (readOnly && control === 0) wrong.push('the control did not notice: errors of the disk that are told as faults')
    const notes = errorsWanted.length === 0 ? ['without strace no errors of the disk were tried'] : []
    return outcomeOf(
      wrong,
      {
        'times full': rounds,
        'answered 503 with a sentence': full.refused,
        'reads meanwhile': full.reads,
        'reads that failed': full.readsFailed,
        'writes back, most ms': full.backMs,
        acknowledged: load.done.length,
        'starts that were refused in one line': starts.refused,
        'kinds of errors': errorsWanted.length,
        'answered 503 under errors': errors.refused,
        'reads under errors': errors.reads,
        'reads that failed under errors': errors.readsFailed,
        lost: left.lost,
        doubled: left.doubled,
        'done by half': left.half,
        'rules of the tables broken': left.broken,
        'answers that told a fault, without knowing the errors (control)': control,
      },
      notes,
    )
  },
}

type Count = { refused: number; reads: number; readsFailed: number; backMs: number }
const newCount = (): Count => ({ refused: 0, reads: 0, readsFailed: 0, backMs: 0 })

function add(total: Count, more: Count) {
  total.refused += more.refused
  total.reads += more.reads
  total.readsFailed += more.readsFailed
  total.backMs = Math.max(total.backMs, more.backMs)
}

/** Everybody goes on while the last page of the disk is taken, and until there is room again. */
async function fillUnder(context: FaultContext, club: SeededClub, load: ClubLoad, disk: SmallDisk) {
  const watch = watchAnswers()
  const readers = readAllTheWhile(club)
  let over = false
  const busy = load.run({ over: () => over, heard: watch.heard })
  await pause(500)
  disk.fill()
  await until(context, 'nothing was refused on a full disk', () => {
    // What was given free meanwhile is taken, too.
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

type Injection = { name: string; calls: string; error: string; when: string; files: string[] }
const all = ['quiver.db', 'quiver.db-wal', 'quiver.db-shm']
/** Each from a while after the start, when the server has long been ready. */
const injections: Injection[] = [
  { name: 'writes fail now and then', calls: 'write,pwrite64', error: 'EIO', when: '400+97', files: all },
  { name: 'syncs fail now and then', calls: 'fdatasync,fsync', error: 'EIO', when: '60+5', files: all },
  { name: 'the file alone can’t be written', calls: 'write,pwrite64', error: 'EIO', when: '1+1', files: ['quiver.db'] },
  { name: 'read-only for a while', calls: 'write,pwrite64', error: 'EROFS', when: '400..1500', files: all },
  { name: 'full for a while', calls: 'write,pwrite64,ftruncate', error: 'ENOSPC', when: '400..1500', files: all },
]
const actsUnderErrors = 400

function canInject() {
  return spawnSync('strace', ['-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']).status === 0
}

/** The system gives the server errors in place of doing what it asks for. */
async function breakUnder(
  context: FaultContext,
  club: SeededClub,
  load: ClubLoad,
  injection: Injection,
  root?: string,
) {
  const { calls, error, when, files } = injection
  const watch = watchAnswers()
  const paths = files.flatMap((name) => ['-P', join(club.dataDir, name)])
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${when}`]
  const server = await club.start(root, {
    under: ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none', ...paths, ...inject],
  })
  const readers = readAllTheWhile(club)
  const wanted = load.done.length + context.rounds(actsUnderErrors)
  const giveUpAt = performance.now() + giveUpMs
  await load.run({
    over: () => load.done.length >= wanted || server.exitCode() !== null || performance.now() > giveUpAt,
    heard: watch.heard,
    patienceMs: 20,
  })
  const reads = await readers.stop()
  if (load.done.length < wanted) watch.wrong.push('no write came back')
  if (reads.readsFailed > 0) watch.wrong.push(`${reads.readsFailed} of ${reads.reads} reads failed`)
  if (server.exitCode() !== null) watch.wrong.push(`the server ended with ${server.exitCode()}`)
  await server.kill()
  const again = await club.start()
  await load.finish()
  await again.stop()
  return { refused: watch.refused, backMs: 0, ...reads, wrong: watch.wrong }
}

/** Whoever is not told yes hears 503, and what to make of it. */
function watchAnswers() {
  const watch = {
    refused: 0,
    wrong: [] as string[],
    heard(reply: Reply | null) {
      if (reply?.status === 200) return
      if (reply?.status === 503 && reply.json.message === messages.serverTrouble && reply.headers['retry-after'])
        watch.refused += 1
      else watch.wrong.push(`an act was answered ${reply?.status ?? 'not at all'} ${reply?.json.message ?? ''}`)
    },
  }
  return watch
}

/** Two phones that look at the home page, as fast as they are answered. */
function readAllTheWhile(club: SeededClub) {
  let over = false
  const count = { reads: 0, readsFailed: 0 }
  const read = async () => {
    const phone = openPhone(club.url, club.members[0]?.cookie)
    while (!over) {
      const reply = await orNothing(phone.home())
      count.reads += 1
      if (reply?.status !== 200) count.readsFailed += 1
      await pause(20)
    }
  }
  const both = Promise.all([read(), read()])
  return {
    async stop() {
      over = true
      await both
      return count
    },
  }
}

/** A start on a disk that is full, or read-only, ends with 2 and one line that names the setting. */
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
