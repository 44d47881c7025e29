export type Random = ReturnType<typeof createRandom>

/** Chance that comes out the same for the same seed (mulberry32), for a demo club that can be talked about. */
export function createRandom(seed: number) {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number, both bounds included. */
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))

  return {
    /** From 0, and below 1. */
    fraction: next,
    int,
    chance: (probability: number) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const picked = list[int(0, list.length - 1)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    /** So many of the list, each once, the heavier ones more often; all of them when there are fewer. */
    sample<T>(list: readonly T[], size: number, weight: (each: T) => number = () => 1): T[] {
      const drawn = list.map((each) => ({ each, key: next() ** (1 / weight(each)) }))
      return drawn
        .sort((a, b) => b.key - a.key)
        .slice(0, Math.max(0, size))
        .map(({ each }) => each)
    },
  }
}
