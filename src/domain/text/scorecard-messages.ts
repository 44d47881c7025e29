import type { JoinRefusal } from '#domain/scorecards/double-scoring.ts'
import { arrowsOf, most, type Setup } from '#domain/scorecards/setup.ts'
import {
  type SetupField,
  type SetupProblem,
  type SetupProblems,
  type SpotWarning,
  spotWarning,
} from '#domain/scorecards/setup-choices.ts'
import { messages } from './public-messages.ts'

// Texts of the scorecard, separate from public-messages.ts because only its own page loads them.

function countUpTo(highest: number) {
  return `enter a whole number from 1 to ${highest}.`
}

const usableSetup: Record<SetupField, string> = {
  rounds: `Rounds: ${countUpTo(most.rounds)}`,
  ends: `Ends: ${countUpTo(most.ends)}`,
  arrowsPerEnd: `Arrows per end: ${countUpTo(most.arrowsPerEnd)}`,
  target: 'This target is for World Archery scoring. Choose another one.',
  arrowDiameter: 'Choose one of these diameters.',
  distances: `Enter a distance in meters, up to ${most.distance}.`,
  bow: 'Choose a bow type.',
  name: 'Enter a name.',
}

const setupSentences: Record<SetupProblem, (field: SetupField, setup: Setup) => string> = {
  unusable: (field) => usableSetup[field],
  'too-long': () => messages.tooLong(most.name),
  'too-many-arrows': (_, setup) =>
    `That makes ${arrowsOf(setup)} arrows. A scorecard holds at most ${most.arrows}: use fewer ends or rounds.`,
  'not-one-per-round': (_, { rounds }) =>
    rounds === 1 ? 'Enter one distance for one round.' : `Enter one distance, or one for each of the ${rounds} rounds.`,
}

/** Error text of each invalid field of a setup. */
export function setupProblemTexts(setup: Setup, problems: SetupProblems): Partial<Record<SetupField, string>> {
  const found = Object.entries(problems) as [SetupField, SetupProblem][]
  return Object.fromEntries(found.map(([field, problem]) => [field, setupSentences[problem](field, setup)]))
}

const spotSentences: Record<SpotWarning, (arrows: number) => string> = {
  'spots-shared': (arrows) => `A 3-spot target has three faces, so ${arrows} arrows per end can’t each have their own.`,
  'lowest-counts': (arrows) =>
    `A 3-spot target has three faces. With ${arrows} arrows per end, at least two land on the same face, and only the lowest of them counts.`,
}

/** Warns if an end has more arrows than the face has spots; otherwise null. */
export function spotWarningText(setup: Setup) {
  const warning = spotWarning(setup)
  return warning && spotSentences[warning](setup.arrowsPerEnd)
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
