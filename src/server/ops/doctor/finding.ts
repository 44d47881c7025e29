/** What a look has found, in one line; where something is to be done, what, in one sentence or two. */
export type Finding = { state: 'ok'; says: string } | { state: 'warning' | 'wrong'; says: string; cure: string }

export const ok = (says: string): Finding => ({ state: 'ok', says })
/** Works, and will hurt one day. */
export const warning = (says: string, cure: string): Finding => ({ state: 'warning', says, cure })
/** Somebody misses something by it, now. */
export const wrong = (says: string, cure: string): Finding => ({ state: 'wrong', says, cure })

/** `2 hours`, `3 days`: what something was ago, as people say it. */
export function inWords(ms: number) {
  const minutes = Math.abs(ms) / 60_000
  const [number, unit] =
    minutes < 90 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day']
  const whole = Math.round(number)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** The innermost code of an error: what the system, a line or a program says of itself. */
export function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  const inner = codeOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1)
  return inner || ('code' in error ? String(error.code) : '')
}

/** An error's own words in one line, without a full stop. */
export function wordsOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300)
}
