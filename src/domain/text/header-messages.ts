import { count } from './public-messages.ts'

/** Texts about logging out, in an object of their own so that the log-in page doesn't load them. */
export const leaveMessages = {
  unsent: ({ answers, scans, entries }: { answers: number; scans: number; entries: number }) => {
    const things = [
      ...(answers > 0 ? [count(answers, 'RSVP')] : []),
      ...(scans > 0 ? [count(scans, 'scan')] : []),
      ...(entries > 0 ? [count(entries, 'scorecard entry', 'scorecard entries')] : []),
    ]
    const [verb, it] = answers + scans + entries === 1 ? ['isn’t', 'it'] : ['aren’t', 'them']
    return `${things.join(' and ')} ${verb} sent yet. Logging out now will delete ${it}.`
  },
  anyway: 'Log out anyway',
  failed: 'Couldn’t log you out. You’re still logged in on this device.',
}

/** Texts of the command palette, separate so that no page loads them up front. */
export const paletteMessages = {
  search: 'Search pages',
  searchClub: 'Search pages and people',
  results: (found: number) => count(found, 'result'),
  looking: 'Looking for members and practices…',
  nothingFound: 'Nothing found.',
  nothingFoundNext: 'Try fewer letters.',
  showAll: (found: number) => `Show all ${found}`,
  offline: 'You seem to be offline, so you can’t search members and practices.',
  trouble: 'Something went wrong. You can’t search members and practices right now.',
  singleKeys: 'Single-key shortcuts',
  singleKeysMeaning: 'When off, / and ? do nothing. Saved on this device.',
} as const
