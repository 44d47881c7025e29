import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** How long a stretch of time is that counts, or does not count, as a whole. */
const stretchMs = 250
/** Of a stretch's processor time; a tick of the kernel's counter is 10 ms. */
const tolerated = 0.05

export type StolenWatch = ReturnType<typeof watchStolen>

/**
 * Watches when a virtual machine's host gives its processors to others (`steal` in /proc/stat): a figure that was measured then says
 * nothing of the app. Whole stretches of time are judged, not what was measured in them, so that a slow answer has no better
 * chance to be left out than a quick one. Elsewhere than on Linux nothing is known, and everything counts.
 */
export function watchStolen() {
  const stolen = new Map<number, number>()
  let last = readStolen()
  const timer = setInterval(() => {
    const now = readStolen()
    const stretch = stretchOf(Date.now())
    stolen.set(stretch, (stolen.get(stretch) ?? 0) + now - last)
    last = now
  }, 20)
  const most = stretchMs * availableParallelism() * tolerated
  return {
    /** Whether the machine was its own from `begin` to `end`, in ms since 1970. */
    isCalm(begin: number, end: number) {
      for (let stretch = stretchOf(begin); stretch <= stretchOf(end); stretch++)
        if ((stolen.get(stretch) ?? 0) > most) return false
      return true
    },
    stop: () => clearInterval(timer),
  }
}

/** Something that took from `begin` to `end`, in ms since 1970. */
export type Timed = { begin: number; end: number; took: number }

/** How long those took that nothing else disturbed. */
export function calmOnly(times: Timed[], watch: StolenWatch) {
  return times.filter(({ begin, end }) => watch.isCalm(begin, end)).map(({ took }) => took)
}

function stretchOf(at: number) {
  return Math.floor(at / stretchMs)
}

function readStolen() {
  try {
    return 10 * Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/)[8] ?? 0)
  } catch {
    return 0
  }
}
