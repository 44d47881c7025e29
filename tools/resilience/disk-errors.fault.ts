// Shows: T70

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeLive } from './check-in-load.ts'
import { type ClubLoad, loadEnv, loadPasses, openLoad } from './club-load.ts'
import { openLooks, readAllTheWhile, watchAnswers } from './disk-watch.ts'
import { type Fault, notJudged, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { diskIsNoOutage } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const members = 20
const giveUpMs = 60_000

export const fault: Fault = {
  name: 'disk-errors',
  promise:
    'A disk that fails now and then, in writing or in syncing, or has become read-only or full, damages nothing: each write is done or answered with 503 and a sentence, reads go on, and so do writes when it is well again (T70).',
  engines: ['sqlite'],
  limitMinutes: 20,
  async run(context) {
    if (!canInject()) return notJudged('strace is not installed, or may not change what processes hear')
    const acts = context.rounds(400)
    const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
    const load = openLoad(club)
    const looks = openLooks(club, load)
    const server = await club.start()
    await makeLive(club, club.practiceIds[0] ?? '')
    await server.stop()
    const wrong: string[] = []
    const total = { refused: 0, reads: 0, readsFailed: 0 }
    for (const injection of injections) {
      const found = await breakUnder(club, load, { ...injection, acts })
      total.refused += found.refused
      total.reads += found.reads
      total.readsFailed += found.readsFailed
      found.wrong.push(...(await looks.look()))
      wrong.push(...found.wrong.map((what) => `${injection.name}: ${what}`))
      context.say(`${injection.name}: ${found.refused} refused, ${found.reads} reads`)
    }
    const { root } = await copyTree(context, [diskIsNoOutage])
    const control = await breakUnder(club, load, { ...readOnly, acts: 20, root })
    if (control.wrong.length === 0) wrong.push('the control did not notice: errors of the disk told as faults')
    return outcomeOf(wrong, {
      'kinds of errors': injections.length,
      acknowledged: load.done.length,
      'answered 503 with a sentence': total.refused,
      'reads meanwhile': total.reads,
      'reads that failed': total.readsFailed,
      lost: looks.counts.lost,
      doubled: looks.counts.doubled,
      'done by half': looks.counts.half,
      'rules of the tables broken': looks.counts.broken,
      'otherwise answered, without knowing such errors (control)': control.wrong.length,
    })
  },
}

type Injection = { name: string; calls: string; error: string; when: string; files: string[] }
const all = ['quiver.db', 'quiver.db-wal', 'quiver.db-shm']
const writes = 'write,pwrite64'
const readOnly = { name: 'read-only for a while', calls: writes, error: 'EROFS', when: '400..1500', files: all }
/** Each begins a while after the start, when the server has long been ready. */
const injections: Injection[] = [
  { name: 'writes fail now and then', calls: 'write,pwrite64', error: 'EIO', when: '400+97', files: all },
  { name: 'syncs fail now and then', calls: 'fdatasync,fsync', error: 'EIO', when: '60+5', files: all },
  { name: 'the file alone can’t be written', calls: 'write,pwrite64', error: 'EIO', when: '1+1', files: ['quiver.db'] },
  readOnly,
  { name: 'full for a while', calls: 'write,pwrite64,ftruncate', error: 'ENOSPC', when: '400..1500', files: all },
]
function canInject() {
  return spawnSync('strace', ['-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']).status === 0
}

/** Makes system calls of the server fail, with strace. */
async function breakUnder(club: SeededClub, load: ClubLoad, how: Injection & { acts: number; root?: string }) {
  const { calls, error, when, files, acts, root } = how
  const watch = watchAnswers()
  const paths = files.flatMap((name) => ['-P', join(club.dataDir, name)])
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${when}`]
  const server = await club.start(root, {
    under: ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none', ...paths, ...inject],
  })
  const readers = readAllTheWhile(club)
  const wanted = load.done.length + acts
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
  return { refused: watch.refused, ...reads, wrong: watch.wrong }
}
