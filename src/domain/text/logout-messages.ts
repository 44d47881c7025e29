import { count } from './messages.ts'

/** What logging out says; apart, so that signing in does not load it. */
export const leaveMessages = {
  unsent: (answers: number, entries: number) => {
    const things = [
      ...(answers > 0 ? [count(answers, 'RSVP')] : []),
      ...(entries > 0 ? [count(entries, 'scorecard entry', 'scorecard entries')] : []),
    ]
    const [verb, it] = answers + entries === 1 ? ['isn’t', 'it'] : ['aren’t', 'them']
    return `${things.join(' and ')} ${verb} sent yet. Logging out now will delete ${it}.`
  },
  anyway: 'Log out anyway',
  failed: 'Couldn’t log you out. You’re still logged in on this device.',
}
