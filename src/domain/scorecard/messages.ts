import type { JoinRefusal } from './double.ts'

/** What the scorecard answers; a page of its own loads it, so it stands apart from messages.ts. */
export const setupMessages = {
  count: (what: string, highest: number) => `${what}: a whole number from 1 to ${highest}.`,
  tooManyArrows: (arrows: number, most: number) =>
    `That makes ${arrows} arrows. A card holds ${most} at most: take fewer ends or rounds.`,
  target: 'This target belongs to World Archery scoring. Choose another one.',
  arrowDiameter: 'Choose one of these diameters.',
  distance: (farthest: number) => `A distance in metres, more than 0 and up to ${farthest}, like 18.`,
  distances: (rounds: number) =>
    rounds === 1 ? 'One round has one distance.' : `One distance for all, or one for each of the ${rounds} rounds.`,
  bow: 'Choose a bow type.',
  name: (longest: number) => `A name of 1 to ${longest} characters.`,
  spots: (arrows: number) =>
    `A triple face has three spots, so ${arrows} arrows an end do not each find one of their own.`,
  spotsCount: (arrows: number) =>
    `A triple face has three spots. Of ${arrows} arrows an end, two or more land in one of them, and of those only the lowest counts.`,
}

export type CardRefusal = 'other-setup' | 'not-an-arrow' | 'too-many-cards' | 'keeping-ended' | JoinRefusal

export const cardRefusals: Record<CardRefusal, string> = {
  'other-setup': 'This card was begun with another set-up. Reload to see it as it is.',
  'not-an-arrow': 'This arrow does not belong on this card. Reload and place it again.',
  'too-many-cards':
    'You have as many cards as the club keeps for one person. Delete some that you do not need any more.',
  'keeping-ended': 'You do not keep this card any more. What you wrote stays on this device.',
  'code-unknown': 'No card has this code, or not any more. Ask for a new one.',
  'own-card': 'This is your own card. The code is for a second person.',
  'has-second': 'Somebody else keeps this card already.',
}
