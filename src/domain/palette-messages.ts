import { count } from './messages.ts'

/** What the command palette says of what it finds; apart, so that no page loads it. */
export const paletteMessages = {
  search: 'Search pages',
  searchClub: 'Search pages and people',
  results: (found: number) => count(found, 'result'),
  looking: 'Looking for members and practices…',
  nothingFound: 'Nothing found.',
  nothingFoundNext: 'Fewer letters find more.',
  someOf: (shown: number, found: number) => `${shown} of ${found}`,
  offline: 'You seem to be offline. Members and practices can’t be searched now.',
  trouble: 'Something went wrong on our side. Members and practices can’t be searched now.',
  singleKeys: 'Single-key shortcuts',
  singleKeysMeaning: 'Switched off, / and ? do nothing by themselves. Kept on this device.',
} as const
