import { count } from './messages.ts'

/** What the command palette says of what it finds; apart, so that no page loads it. */
export const paletteMessages = {
  search: 'Search pages',
  searchClub: 'Search pages and people',
  results: (found: number) => count(found, 'result'),
  looking: 'Looking for members and practices…',
  nothingFound: 'Nothing found.',
  nothingFoundNext: 'Try fewer letters.',
  someOf: (shown: number, found: number) => `${shown} of ${found}`,
  offline: 'You seem to be offline, so you can’t search members and practices.',
  trouble: 'Something went wrong. You can’t search members and practices right now.',
  singleKeys: 'Single-key shortcuts',
  singleKeysMeaning: 'When off, / and ? do nothing. Saved on this device.',
} as const
