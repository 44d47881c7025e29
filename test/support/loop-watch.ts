import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyFolder } from './empty-folder.ts'
import type { LoopFigures } from './watch-loop.ts'

/** For one server in its own process, started with `env`: how long its event loop was blocked between `begin` and its end. */
export function createLoopWatch() {
  const place = emptyFolder()
  const file = join(place.folder, 'loop.json')
  return {
    env: { NODE_OPTIONS: `--import=${new URL('./watch-loop.ts', import.meta.url).href}`, LOOP_FILE: file },
    begin: ({ pid }: { pid: number }) => process.kill(pid, 'SIGUSR2'),
    /** Call it once the server has ended. */
    read: async () => JSON.parse(await readFile(file, 'utf8')) as LoopFigures,
    [Symbol.dispose]: place[Symbol.dispose],
  }
}
