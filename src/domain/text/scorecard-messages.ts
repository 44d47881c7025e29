import type { JoinRefusal } from '#domain/scorecards/double-scoring.ts'

/** What the scorecard answers; a page of its own loads it, so it stands apart from messages.ts. */
export const setupMessages = {
  count: (what: string, highest: number) => `${what}: enter a whole number from 1 to ${highest}.`,
  tooManyArrows: (arrows: number, most: number) =>
    `That makes ${arrows} arrows. A scorecard holds at most ${most}: use fewer ends or rounds.`,
  target: 'This target is for World Archery scoring. Choose another one.',
  arrowDiameter: 'Choose one of these diameters.',
  distance: (farthest: number) => `Enter a distance in meters, more than 0 and up to ${farthest}, such as 18.`,
  distances: (rounds: number) =>
    rounds === 1 ? 'Enter one distance for one round.' : `Enter one distance, or one for each of the ${rounds} rounds.`,
  bow: 'Choose a bow type.',
  name: (longest: number) => `Enter a name (${longest} characters max).`,
  spots: (arrows: number) => `A 3-spot target has three faces, so ${arrows} arrows per end can’t each have their own.`,
  spotsCount: (arrows: number) =>
    `A 3-spot target has three faces. With ${arrows} arrows per end, at least two land on the same face, and only the lowest of them counts.`,
}

export type CardRefusal =
  | 'other-setup'
  | 'not-an-arrow'
  | 'too-many-cards'
  | 'cards-too-large'
  | 'keeping-ended'
  | JoinRefusal

export const cardRefusals: Record<CardRefusal, string> = {
  'other-setup': 'This card was started with a different setup. Reload to see it.',
  'not-an-arrow': 'This arrow doesn’t fit this card. Reload and enter it again.',
  'too-many-cards': 'You’ve reached the maximum number of scorecards. Delete some you no longer need.',
  'cards-too-large':
    'Your scorecards use all the space the club has for you. Delete some you no longer need; the space is free 30 days later.',
  'keeping-ended': 'You’re no longer scoring this card. Your arrows stay on this device.',
  'code-unknown': 'That code isn’t valid. Ask for a new one.',
  'own-card': 'This is your own card. The code is for someone else.',
  'has-second': 'Someone else is already scoring this card.',
}
