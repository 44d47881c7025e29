export type Random = ReturnType<typeof createRandom>

/** Seeded pseudorandom number generator (mulberry32): the same seed gives the same numbers. Not for security. */
export function createRandom(seed: number) {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A random integer, both bounds included. */
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))

  return {
    /** A random number from 0 (included) to 1 (excluded). */
    fraction: next,
    int,
    chance: (probability: number) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const picked = list[int(0, list.length - 1)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    /** Weighted sample without replacement: `size` items, or all if there are fewer. */
    sample<T>(list: readonly T[], size: number, weight: (each: T) => number = () => 1): T[] {
      const drawn = list.map((each) => ({ each, key: next() ** (1 / weight(each)) }))
      return drawn
        .sort((a, b) => b.key - a.key)
        .slice(0, Math.max(0, size))
        .map(({ each }) => each)
    },
  }
}
