/**
 * Which place in the document each row that is drawn has: its key, as React has it. While somebody types, a row that comes
 * takes over the place of one that has gone, which costs half of drawing it anew. A place that somebody has touched goes
 * with its row: nothing that was begun in one row is ever found in another.
 */
export function createRowPlaces() {
  let places = new Map<string, number>()
  const touched = new Set<number>()
  let made = 0

  return {
    /** @param keys of the rows that are drawn @param reuse whether places of rows that have gone are given away @returns by key */
    assign(keys: string[], reuse: boolean): ReadonlyMap<string, number> {
      const stay = new Set(keys)
      const free = [...places].flatMap(([key, place]) =>
        reuse && !stay.has(key) && !touched.has(place) ? [place] : [],
      )
      places = new Map(keys.map((key) => [key, places.get(key) ?? free.shift() ?? made++]))
      return places
    },
    touch(key: string) {
      const place = places.get(key)
      if (place !== undefined) touched.add(place)
    },
  }
}
