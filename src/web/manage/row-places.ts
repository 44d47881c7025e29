/**
 * Which place in the document each row that is drawn has: its key, as React has it. While somebody types, a row that comes
 * takes over the place of one that has gone, which costs half of drawing it anew; one that lies where the row belongs, so
 * that hardly any has to be moved. A place that somebody has touched goes with its row: nothing that was begun in one row is
 * ever found in another.
 */
export function createRowPlaces() {
  let places = new Map<string, number>()
  const touched = new Set<number>()
  let made = 0

  return {
    /** @param keys of the rows that are drawn @param reuse whether places of rows that have gone are given away @returns by key */
    assign(keys: string[], reuse: boolean): ReadonlyMap<string, number> {
      const before = places
      const given = reuse ? giveAway([...before.keys()], keys, (key) => !touched.has(before.get(key) ?? -1)) : new Map()
      places = new Map(keys.map((key) => [key, before.get(key) ?? before.get(given.get(key) ?? '') ?? made++]))
      return places
    },
    touch(key: string) {
      const place = places.get(key)
      if (place !== undefined) touched.add(place)
    },
  }
}

/** @returns for rows that come, the row that has gone whose place they take: first of those between the same two that stay */
function giveAway(before: string[], keys: string[], isFree: (key: string) => boolean) {
  const wanted = new Set(keys)
  const indexBefore = new Map(before.map((key, index) => [key, index]))
  const free = new Map(before.flatMap((key, index) => (!wanted.has(key) && isFree(key) ? [[index, key] as const] : [])))
  const given = new Map<string, string>()
  const rest: string[] = []
  let at = 0
  for (const [n, key] of keys.entries()) {
    const stays = indexBefore.get(key)
    if (stays !== undefined) {
      at = stays + 1
      continue
    }
    const next = keys.slice(n).find((each) => indexBefore.has(each))
    const end = next === undefined ? before.length : (indexBefore.get(next) ?? 0)
    while (at < end && !free.has(at)) at += 1
    const taken = at < end ? free.get(at) : undefined
    if (taken === undefined) rest.push(key)
    else {
      given.set(key, taken)
      free.delete(at)
    }
  }
  const left = free.values()
  for (const key of rest) {
    const taken = left.next().value
    if (taken !== undefined) given.set(key, taken)
  }
  return given
}
