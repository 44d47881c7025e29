/** Texts about who is going to a practice. */
export const goingMessages = {
  // The question after the first RSVP
  ask: 'Show other members you’re going?',
  whoSees:
    'Other members of the club see your name and photo on practices you’re going to. You can change this in your profile.',
  show: 'Show my name and photo',
  notNow: 'Not now',
  shown: 'Other members see you’re going.',
  hidden: 'Your name stays hidden.',
  change: 'Change in profile',

  // The profile
  title: 'Who’s going',
  lead: 'Other members of the club see your name and photo on practices you’re going to.',
  choice: 'Show other members I’m going',

  // The list
  you: 'You',
  onlyYou: 'Only you so far',
  more: (people: number) => `and ${people} more`,
} as const

/** Part of a sentence: words, or a name, which can be in any script and of any length. */
export type SentencePart = string | { name: string }

/**
 * `Maya, Leo, and 6 others are going`: up to three names if they are all there is, otherwise two at most.
 * @param names at least one; `You` for the reader @param total of everyone who is going, also those who don't show it
 */
export function goingInWords(names: string[], total: number): SentencePart[] {
  const { you } = goingMessages
  const known = [...names.filter((name) => name === you), ...names.filter((name) => name !== you)]
  const everyone = Math.max(total, names.length)
  const named = everyone === names.length && everyone <= 3 ? known : known.slice(0, 2)
  const others = everyone - named.length
  if (everyone === 1) return named[0] === you ? [goingMessages.onlyYou] : [asName(named[0] ?? ''), ' is going']
  const listed: SentencePart[] = named.map(asName)
  if (others > 0) listed.push(others === 1 ? '1 other' : `${others} others`)
  const joined = listed.flatMap((part, nth) => (nth === 0 ? [part] : [separator(nth, listed.length), part]))
  return [...joined, ' are going']
}

function asName(name: string): SentencePart {
  return name === goingMessages.you ? name : { name }
}

function separator(nth: number, of: number) {
  if (nth < of - 1) return ', '
  return of === 2 ? ' and ' : ', and '
}
