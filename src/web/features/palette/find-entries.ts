import { normalizeText } from '#web/lib/collate.ts'

/** What can be found by its name, and by other words for it. */
export type Named = { label: string; words?: string }

/** Each word that is typed begins one of the words; what is called so comes before what is only meant by it. */
export function findEntries<Entry extends Named>(entries: Entry[], typed: string): Entry[] {
  const wanted = wordsOf(typed)
  const called = entries.filter(({ label }) => answers(wanted, label))
  const meant = entries.filter(
    (entry) => !called.includes(entry) && answers(wanted, `${entry.label} ${entry.words ?? ''}`),
  )
  return [...called, ...meant]
}

function answers(wanted: string[], text: string) {
  const words = wordsOf(text)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

function wordsOf(text: string) {
  return normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
