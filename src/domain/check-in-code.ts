/**
 * The code that officers show at the range: six digits, new every 30 seconds. Each belongs to a step of time, counted since 1970, so the
 * server derives it and stores nothing. Whoever sends one has seen it during its step or later, wherever their own clock is.
 */
export const codeStepMs = 30_000
/** From the beginning of its step. */
const codeWorksMs = 3 * 60_000
/** From the end of its step: for requests that waited for a connection. */
const latestMs = 10 * 60_000
/** How far the clocks of several processes may be apart. */
const clockSkewMs = 5000

export const codePattern = /^\d{6}$/

/** A late code counts, and officers see that it was late. */
export type CodeVerdict = 'good' | 'late' | 'wrong'

export function codeStepAt(nowMs: number) {
  return Math.floor(nowMs / codeStepMs)
}

/** Six decimal digits from a hash, evenly spread. */
export function codeOfHash(hash: Uint8Array) {
  const number = hash.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(number % 1_000_000).padStart(6, '0')
}

type CodeFacts = {
  code: string
  /** The step that the link in the QR code names; null for typed digits, which are compared with every step that still counts. */
  step: number | null
  nowMs: number
  /** The practice's code of a step. */
  codeAt: (step: number) => string
}

export function judgeCode({ code, step, nowMs, codeAt }: CodeFacts): CodeVerdict {
  const newest = codeStepAt(nowMs + clockSkewMs)
  const oldest = Math.ceil((nowMs - latestMs) / codeStepMs) - 1
  const steps = step === null ? Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back) : [step]
  const found = steps.find((each) => each >= oldest && each <= newest && codeAt(each) === code)
  if (found === undefined) return 'wrong'
  return nowMs - found * codeStepMs < codeWorksMs ? 'good' : 'late'
}

const wrongInARow = 5
const waitMs = 60_000

/**
 * After five wrong codes in a row, one try a minute: how long a member has to wait at a practice; null if they may try.
 * @param wrong when the wrong codes since the last right one came, in epoch milliseconds
 */
export function waitForCode(wrong: number[], nowMs: number): number | null {
  if (wrong.length < wrongInARow) return null
  const left = Math.max(...wrong) + waitMs - nowMs
  // A clock that was set back doesn't lock anyone out.
  return left > 0 && left <= waitMs ? left : null
}

/** The wrong codes to remember, with this one. */
export function withWrongCode(wrong: number[], nowMs: number) {
  return [...wrong, nowMs].slice(-wrongInARow)
}

/** Why a check-in with a late code was made, in the lists of the practice. */
export const lateCodeReason = 'Late code'

type CodeLink = { practiceId: string; code: string; step: number }

/** The path that the QR code leads to. */
export function codePath({ practiceId, code, step }: CodeLink) {
  return `/check-in?practice=${encodeURIComponent(practiceId)}&code=${code}&step=${step}`
}
