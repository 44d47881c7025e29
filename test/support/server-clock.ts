import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A wall clock for servers in their own processes, started with `env`: it stands still until it is set. */
export async function createServerClock(startIso: string) {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-clock-'))
  const file = join(folder, 'now')
  async function set(iso: string) {
    await writeFile(`${file}.new`, iso)
    await rename(`${file}.new`, file)
  }
  await set(startIso)
  return {
    env: { NODE_OPTIONS: `--import=${new URL('./set-clock.ts', import.meta.url).href}`, CLOCK_FILE: file },
    set,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
