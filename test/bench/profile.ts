import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServedClub } from './bench-club.ts'
import type { PartContext } from './part.ts'
import { rankProfile } from './profile-ranks.ts'

/** For the settings of a server whose processor time is to be looked into. */
export const profilable = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'profiler-inside.ts')).href}`,
}

const folder = join(import.meta.dirname, '../../.cache/bench')
const shown = 25

/** With `--profile`: where the first server's time goes while `work` asks it, in .cache/bench for a browser's tools, and its heaviest places said. */
export async function profileIfAsked(
  context: PartContext,
  name: string,
  club: ServedClub,
  work: () => Promise<unknown>,
) {
  const [server] = club.servers
  if (!context.profile || !server) return
  const written = join(club.seeded.dataDir, 'profile.json')
  rmSync(written, { force: true })
  server.poke()
  await pause(300)
  await work()
  server.poke()
  while (!existsSync(written)) await pause(20)
  mkdirSync(folder, { recursive: true })
  const kept = join(folder, `${name}.cpuprofile`)
  copyFileSync(written, kept)
  const { busyUs, self, whole } = rankProfile(JSON.parse(readFileSync(kept, 'utf8')))
  const lines = (ranks: typeof self) =>
    ranks.slice(0, shown).map(({ where, us }) => `  ${((100 * us) / busyUs).toFixed(1).padStart(5)} %  ${where}`)
  context.say([`${kept}\nby itself:`, ...lines(self), 'with what it calls:', ...lines(whole)].join('\n'))
}
