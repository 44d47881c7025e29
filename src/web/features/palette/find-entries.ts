import { normalizeText } from '#web/lib/collate.ts'

/** An entry with its label and synonyms. */
export type Named = { label: string; words?: string }

/** Each typed word must start one of the entry's words; matches in the label come before matches in synonyms. */
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
