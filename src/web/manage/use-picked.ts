import { useRef, useState } from 'react'

const none: string[] = []

export type Picked = ReturnType<typeof usePicked>

/**
 * Which rows of a list are picked, by key: whoever is hidden by a filter stays picked, whoever is not there any more does
 * not.
 * @param all keys of everything there is
 * @param shown keys of what is listed, in its order
 */
export function usePicked(all: string[], shown: string[]) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  /** Where a range begins: the row that was pressed last. */
  const last = useRef<string | null>(null)
  const keys = kept.size === 0 ? none : all.filter((key) => kept.has(key))
  const picked = new Set(keys)

  function set(some: string[], on: boolean) {
    const next = new Set(picked)
    for (const key of some) {
      if (on) next.add(key)
      else next.delete(key)
    }
    setKept(next)
  }

  return {
    keys,
    hidden: keys.length > 0 ? hiddenOf(keys, shown) : 0,
    isPicked: (key: string) => picked.has(key),
    /** @param through all from the row that was pressed last */
    pick(key: string, on: boolean, through: boolean) {
      const from = last.current === null ? -1 : shown.indexOf(last.current)
      const to = shown.indexOf(key)
      last.current = key
      set(through && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [key], on)
    },
    all: keys.length > 0 && shown.length > 0 && shown.every((key) => picked.has(key)),
    some: keys.length > 0 && shown.some((key) => picked.has(key)),
    pickAll: (on: boolean) => set(shown, on),
    clear() {
      last.current = null
      setKept(new Set())
    },
    replace: (next: string[]) => setKept(new Set(next)),
  }
}

function hiddenOf(keys: string[], shown: string[]) {
  const listed = new Set(shown)
  return keys.filter((key) => !listed.has(key)).length
}
