import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** How long a stretch of time is that is judged as a whole. */
const stretchMs = 250

export type StolenWatch = ReturnType<typeof watchStolen>

/** Something that took from `begin` to `end`, in ms since 1970. */
export type Timed = { begin: number; end: number; took: number }

/**
 * Watches when a virtual machine's host gives its processors to others (`steal` in /proc/stat): a figure that was measured then says
 * little of the app. Whole stretches of time are judged, not what was measured in them, so that a slow answer has no better chance
 * to be left out than a quick one. Elsewhere than on Linux nothing is known, and nothing counts as stolen.
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
  return {
    /** Of the processors' time, from `begin` to `end`: the share that was stolen in the worst stretch. */
    shareOf({ begin, end }: Pick<Timed, 'begin' | 'end'>) {
      let most = 0
      for (let stretch = stretchOf(begin); stretch <= stretchOf(end); stretch++)
        most = Math.max(most, stolen.get(stretch) ?? 0)
      return most / (stretchMs * availableParallelism())
    },
    /** The same on average over all of it. */
    meanShareOf({ begin, end }: Pick<Timed, 'begin' | 'end'>) {
      let sum = 0
      for (let stretch = stretchOf(begin); stretch <= stretchOf(end); stretch++) sum += stolen.get(stretch) ?? 0
      return sum / ((end - begin) * availableParallelism())
    },
    stop: () => clearInterval(timer),
  }
}

/** Those `wanted` during which the machine was its own the most. */
export function calmest<Each extends Pick<Timed, 'begin' | 'end'>>(all: Each[], wanted: number, watch: StolenWatch) {
  const judged = all.map((each) => ({ each, share: watch.shareOf(each) }))
  return judged
    .toSorted((one, other) => one.share - other.share)
    .slice(0, wanted)
    .map(({ each }) => each)
}

/** In percent: what was stolen during the worst of these. */
export function mostStolen(all: Pick<Timed, 'begin' | 'end'>[], watch: StolenWatch) {
  return Math.round(100 * Math.max(0, ...all.map((each) => watch.shareOf(each))))
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
