import type { BulkEdit, BulkUndoRefusal, BulkValue, LeftOut } from '#domain/bulk-edit.ts'
import type { Currency } from '#domain/ledger.ts'
import { count } from './public-messages.ts'

/** Texts for bulk edits, in a file of their own so that only officers' pages load them. */
export const bulkMessages = {
  hidden: (many: number) =>
    many === 1 ? '1 of them is hidden by the filter' : `${many} of them are hidden by the filter`,
  reasonMeaning: 'Shown in each member’s history.',
  stepWrong: (most: number) => `Enter a whole number from 1 to ${most}.`,
  dayMissing: 'Choose a date.',
  nobodyLeft: 'Nothing would change for anyone.',
  changedMeanwhile: 'Changed since you opened this, so it will be skipped.',
  overtaken: (many: number) =>
    many === 1
      ? 'Someone else changed one of them since you opened this. It will be skipped unless you include it.'
      : `Someone else changed ${many} of them since you opened this. They will be skipped unless you include them.`,
  erased: 'Former member',
  applied: (sentence: string) => `${capital(sentence)}.`,
  appliedInPart: (people: number, left: number) =>
    `Done for ${count(people, 'member')}. ${left} changed since you opened this and ${left === 1 ? 'was' : 'were'} skipped. Check ${left === 1 ? 'it' : 'them'} again.`,
  recentMeaning: (days: number) => `You can undo a bulk edit for ${days} days.`,
  undoMeaning: 'This restores the previous values. Anything used or added since then is kept.',
  undone: (people: number) => `Undone for ${count(people, 'member')}.`,
  undoneInPart: (people: number, left: number) => `Undone for ${count(people, 'member')}, but not for ${left}.`,
  gone: 'This bulk edit is too old to undo or no longer exists.',
}

export const leftOutWords: Record<LeftOut, string> = {
  gone: 'no longer a member',
  'changed-meanwhile': 'changed since you opened this',
  'too-few': 'doesn’t have that many',
  'too-many': 'would exceed the maximum',
}

/** Why a member is skipped by an undo. */
export const notUndoneWords: Record<LeftOut, string> = {
  gone: 'no longer a member',
  'changed-meanwhile': 'changed by an officer since then',
  'too-few': 'already used',
  'too-many': 'would exceed the maximum',
}

export const bulkRefusals: Record<'changed-meanwhile', string> = {
  'changed-meanwhile': 'All of these changed since you opened this, so nothing was saved. Check the list again.',
}

export const bulkUndoRefusals: Record<BulkUndoRefusal, string> = {
  'too-late': 'This was more than 30 days ago, so it can no longer be undone.',
  'nobody-to-undo': 'There’s no one left to undo this for.',
}

const inWords: Record<Currency, (many: number) => string> = {
  'day-passes': (many) => count(many, 'day pass', 'day passes'),
  'paid-practices': (many) => count(many, 'paid practice'),
}

/**
 * `gave 2 day passes each to 40 members`.
 * @param until formats the last day of an approval
 */
export function bulkSentence(edit: BulkEdit, people: number, until: (day: string) => string = (day) => day) {
  const whom = count(people, 'member')
  const each = people === 1 ? '' : ' each'
  switch (edit.of) {
    case 'rm01':
      return `approved the RM01 of ${whom} until ${until(edit.until)}`
    case 'pass':
      return edit.pass === 'none' ? `removed the pass of ${whom}` : `set the pass of ${whom} to ${edit.pass}`
    default: {
      const what = inWords[edit.of](Math.abs(edit.by))
      return edit.by > 0 ? `gave ${what}${each} to ${whom}` : `removed ${what}${each} from ${whom}`
    }
  }
}

/** A value for officers. @param day formats a day */
export function bulkValueInWords(edit: BulkEdit, value: BulkValue, day: (day: string) => string) {
  if (edit.of === 'rm01') return value === null ? 'not approved' : `until ${day(String(value))}`
  return edit.of === 'pass' && value === 'none' ? 'no pass' : String(value)
}

export function capital(sentence: string) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
