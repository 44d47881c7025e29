// Shows: T60

import { type Fault, outcomeOf } from './fault.ts'
import { runJourneys } from './journeys.ts'

/** Runs test/e2e/secrets.e2e.ts on every address of the matrix; the control is a name that isn't a secret. */
export const fault: Fault = {
  name: 'leaked-secrets',
  promise: 'The keys that only the server may know are in no file of the app, no answer and no line of the log (T60).',
  engines: ['none'],
  limitMinutes: 15,
  async run(context) {
    const journeys = await runJourneys(context, 'secrets', { full: context.rounds(10) === 10 })
    const wrong = journeys
      .filter(({ passed }) => !passed)
      .map(({ title, errors }) => `${title}: ${errors.slice(0, 500)}`)
    const [only] = journeys
    if (only === undefined) wrong.push('nothing was run')
    const { files, answers, addresses, bytes, canaries, found } = (only?.figures ?? {}) as Record<string, number>
    const figures = {
      files,
      addresses,
      answers,
      bytes,
      'with what is no secret (control)': canaries,
      'with a secret': found,
    }
    return outcomeOf(
      wrong,
      Object.fromEntries(Object.entries(figures).map(([name, value = Number.NaN]) => [name, value])),
    )
  },
}
