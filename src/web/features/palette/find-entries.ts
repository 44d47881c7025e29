import { wordsOf } from '#domain/clean-text.ts'

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

/** Whether each typed word starts a word of the label. */
export function isCalled(label: string, typed: string) {
  return answers(wordsOf(typed), label)
}

function answers(wanted: string[], text: string) {
  const words = wordsOf(text)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}
