import { createLog } from '#server/log.ts'

/** A log at the most verbose level. @returns it, and what was written to it so far, as text and by line */
export function collectLog() {
  const parts: string[] = []
  const log = createLog('trace', { write: (part) => void parts.push(part) })
  const written = () => parts.join('')
  const lines = () =>
    written()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, written, lines }
}
