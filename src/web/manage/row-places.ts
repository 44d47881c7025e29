/**
 * Which place in the document each row that is drawn has: its key, as React has it. While somebody types, places are filled
 * with whatever is found, in their order: that costs half of drawing a row anew, and none is moved. Places that nobody needs
 * now are spare: they stay, hidden, as the next key may need them. A place that somebody has touched goes with its row:
 * nothing that was begun in one row is ever found in another.
 */
export function createRowPlaces() {
  let places = new Map<string, number>()
  let spares = new Map<string, number>()
  const touched = new Set<number>()
  let made = 0

  return {
    /**
     * @param keys of the rows that are drawn
     * @param reuse whether places of rows that have gone are filled with others, or kept for later
     * @returns by key; `spares`: of rows that have gone
     */
    assign(keys: string[], reuse: boolean) {
      const isFree = (place: number | undefined) => reuse && (place === undefined || !touched.has(place))
      const free = [...places].filter(([, place]) => isFree(place))
      const wanted = keys.filter((key) => isFree(places.get(key)))
      const left = new Map(reuse ? spares : [])
      const next = new Map([...places].filter(([, place]) => !isFree(place)))
      const taken = fill(
        free.map(([key]) => key),
        wanted,
      )
      for (const [n, key] of wanted.entries()) {
        const place = free[taken[n] ?? -1]?.[1] ?? takeFrom(left, key) ?? made++
        next.set(key, place)
      }
      const used = new Set(taken)
      spares = new Map([...free.filter((_, index) => !used.has(index)), ...left].slice(0, mostSpares))
      places = new Map(keys.map((key) => [key, next.get(key) ?? made++]))
      return { places, spares } satisfies Record<string, ReadonlyMap<string, number>>
    },
    touch(key: string) {
      const place = places.get(key)
      if (place !== undefined) touched.add(place)
    },
  }
}

/** More than a window shows: of a list that was drawn whole, the rest is let go. */
const mostSpares = 32

/** @returns a spare place, best the one that holds this very row still */
function takeFrom(spares: Map<string, number>, key: string) {
  const spare = spares.has(key) ? key : spares.keys().next().value
  if (spare === undefined) return
  const place = spares.get(spare)
  spares.delete(spare)
  return place
}

/**
 * @param before keys of the rows that have the places, in their order
 * @param wanted keys of the rows that want them, in theirs
 * @returns for each of them the index of its place, none twice and none before that of the row above it, so that as many as
 * can be stay; nothing for those for whom there is no place
 */
function fill(before: string[], wanted: string[]): (number | undefined)[] {
  const spareable = before.length - wanted.length
  if (spareable <= 0) return before.map((_, index) => index)
  /** By how many places have been left out: how many rows can stay of those from the n-th on; n goes from the last to the first. */
  let later = new Array<number>(spareable + 1).fill(0)
  const waysOf: number[][] = []
  for (let n = wanted.length - 1; n >= 0; n--) {
    const ways = later.map((most, out) => most + Number(before[n + out] === wanted[n]))
    waysOf[n] = ways
    later = [...ways]
    for (let out = spareable - 1; out >= 0; out--) later[out] = Math.max(later[out] ?? 0, later[out + 1] ?? 0)
  }
  let out = 0
  return wanted.map((_, n) => {
    const ways = waysOf[n]?.slice(out) ?? []
    out += ways.indexOf(Math.max(...ways))
    return n + out
  })
}
