import type { BulkEdit, BulkUndoRefusal, BulkValue, LeftOut } from './bulk-edit.ts'
import type { Currency } from './ledger.ts'
import { count } from './messages.ts'

/** What officers read of bulk edits; apart, so that only their pages load it. */
export const bulkMessages = {
  hidden: (many: number) =>
    many === 1 ? '1 of them is hidden by the filter' : `${many} of them are hidden by the filter`,
  reasonMeaning: 'Each of them reads it in their statement.',
  stepWrong: (most: number) => `A whole number from 1 to ${most}.`,
  dayMissing: 'Choose a day.',
  nobodyLeft: 'This changes nothing for anybody.',
  changedMeanwhile: 'Changed meanwhile, so left as it is.',
  overtaken: (many: number) =>
    many === 1
      ? 'Somebody else has changed one of them since you began to look. It is left as it is, unless you take it in.'
      : `Somebody else has changed ${many} of them since you began to look. They are left as they are, unless you take them in.`,
  erased: 'Somebody who has left',
  applied: (sentence: string) => `${capital(sentence)}.`,
  appliedInPart: (people: number, left: number) =>
    `Done for ${count(people, 'member')}. For ${left} it has changed meanwhile: look at them again.`,
  recentMeaning: (days: number) => `Each can be undone for ${days} days, for all whom it was made for.`,
  undoMeaning: 'Everybody gets back what they had. What was used or given since stays so.',
  undone: (people: number) => `Undone for ${count(people, 'member')}.`,
  undoneInPart: (people: number, left: number) => `Undone for ${count(people, 'member')}, and not for ${left}.`,
  gone: 'This bulk edit is too old to be undone, or is not there any more.',
}

export const leftOutWords: Record<LeftOut, string> = {
  gone: 'is not a member any more',
  'changed-meanwhile': 'has been changed meanwhile',
  'too-few': 'has fewer than that',
  'too-many': 'would have more than anybody may',
}

/** Why somebody is left out of an undoing. */
export const notUndoneWords: Record<LeftOut, string> = {
  gone: 'is not a member any more',
  'changed-meanwhile': 'an officer has changed it since',
  'too-few': 'has used them since',
  'too-many': 'would have more than anybody may',
}

export const bulkRefusals: Record<'changed-meanwhile', string> = {
  'changed-meanwhile': 'With nobody it is as you saw it any more, so nothing has been changed. Look at the list again.',
}

export const bulkUndoRefusals: Record<BulkUndoRefusal, string> = {
  'too-late': 'This was more than 30 days ago. It can’t be undone any more.',
  'nobody-to-undo': 'There is nobody left for whom it can be undone.',
}

const inWords: Record<Currency, (many: number) => string> = {
  'day-passes': (many) => count(many, 'day pass', 'day passes'),
  'paid-practices': (many) => count(many, 'paid practice'),
}

/**
 * `gave 2 day passes each to 40 members`.
 * @param until the day of an approval, as it is to be read
 */
export function bulkSentence(edit: BulkEdit, people: number, until: (day: string) => string = (day) => day) {
  const whom = count(people, 'member')
  const each = people === 1 ? '' : ' each'
  switch (edit.of) {
    case 'rm01':
      return `approved the RM01 of ${whom} until ${until(edit.until)}`
    case 'pass':
      return edit.pass === 'none' ? `took the pass of ${whom}` : `set the pass of ${whom} to ${edit.pass}`
    default: {
      const what = inWords[edit.of](Math.abs(edit.by))
      return edit.by > 0 ? `gave ${what}${each} to ${whom}` : `took ${what}${each} from ${whom}`
    }
  }
}

/** A value in an officer's words. @param day how a day is read */
export function bulkValueInWords(edit: BulkEdit, value: BulkValue, day: (day: string) => string) {
  if (edit.of === 'rm01') return value === null ? 'not approved' : `until ${day(String(value))}`
  return edit.of === 'pass' && value === 'none' ? 'no pass' : String(value)
}

export function capital(sentence: string) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
