import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyFolder } from './empty-folder.ts'

/** A wall clock for servers in their own processes, started with `env`: it stands still until it is set. */
export async function createServerClock(startIso: string) {
  const place = emptyFolder()
  const file = join(place.folder, 'now')
  async function set(iso: string) {
    await writeFile(`${file}.new`, iso)
    await rename(`${file}.new`, file)
  }
  await set(startIso)
  return {
    env: { NODE_OPTIONS: `--import=${new URL('./set-clock.ts', import.meta.url).href}`, CLOCK_FILE: file },
    set,
    [Symbol.asyncDispose]: async () => place[Symbol.dispose](),
  }
}
