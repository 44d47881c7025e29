import { useMemo, useRef, useState } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'

const none: string[] = []

export type Selection = ReturnType<typeof useSelection>

/**
 * Which rows of a list are picked, by key: whoever is hidden by a filter stays picked, whoever is not there any more does
 * not. As long as nobody is picked, a key that is typed in a search changes nothing of it, and nothing is drawn anew for it.
 * @param rows everything there is
 * @param shown what is listed, in its order
 */
export function useSelection<Row>(rows: Row[], shown: Row[], keyOf: (row: Row) => string) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  /** Where a range begins: the row that was pressed last. */
  const last = useRef<string | null>(null)
  const keys = useMemo(
    () => (kept.size === 0 ? none : rows.map(keyOf).filter((key) => kept.has(key))),
    [rows, kept, keyOf],
  )
  const picked = useMemo(() => new Set(keys), [keys])
  const { hidden, all, some } = keys.length === 0 ? nobody : amongShown(keys, picked, shown.map(keyOf))
  const now = useLatest({ picked, shown })

  const acts = useMemo(() => {
    const shownKeys = () => now().shown.map(keyOf)

    function set(some: string[], on: boolean) {
      const next = new Set(now().picked)
      for (const key of some) {
        if (on) next.add(key)
        else next.delete(key)
      }
      setKept(next)
    }

    return {
      /** @param through all from the row that was pressed last */
      pick(key: string, on: boolean, through: boolean) {
        const listed = shownKeys()
        const from = last.current === null ? -1 : listed.indexOf(last.current)
        const to = listed.indexOf(key)
        last.current = key
        set(through && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [key], on)
      },
      pickAll: (on: boolean) => set(shownKeys(), on),
      clear() {
        last.current = null
        setKept(new Set())
      },
      replace: (next: string[]) => setKept(new Set(next)),
    }
  }, [now, keyOf])

  return useMemo(
    () => ({ keys, hidden, all, some, isPicked: (key: string) => picked.has(key), ...acts }),
    [keys, hidden, all, some, picked, acts],
  )
}

const nobody = { hidden: 0, all: false, some: false }

function amongShown(keys: string[], picked: ReadonlySet<string>, shown: string[]) {
  const listed = new Set(shown)
  return {
    hidden: keys.filter((key) => !listed.has(key)).length,
    all: shown.length > 0 && shown.every((key) => picked.has(key)),
    some: shown.some((key) => picked.has(key)),
  }
}
