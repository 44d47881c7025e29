import { execFile } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../cli/main.ts')
/** Far more than a club's copy to a slow store takes: a process that hangs must not be the last one. */
const withinMs = 3_600_000

/** `npm run quiver -- …` with these settings, in a process of its own. It never rejects. */
export function commandRunner(env: NodeJS.ProcessEnv) {
  return (words: string[], signal: AbortSignal) =>
    new Promise<{ code: number; complained: string }>((resolve) => {
      execFile(process.execPath, [main, ...words], { env, signal, timeout: withinMs }, (error, _said, complained) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
        resolve({ code, complained: complained.trim() || (error?.message ?? '') })
      })
    })
}
