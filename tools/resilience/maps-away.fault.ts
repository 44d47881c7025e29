// Shows: T93

import { type Fault, outcomeOf } from './fault.ts'
import { runJourneys } from './journeys.ts'

const usableWithinMs = 1000

/** Runs test/e2e/maps-away.e2e.ts often enough to measure times; a healthy host gives the baseline of the page itself. */
export const fault: Fault = {
  name: 'maps-away',
  promise:
    'With a maps’ host that hangs or is blocked the home page is usable within a second, and leaves no timer behind (T93).',
  engines: ['none'],
  async run(context) {
    const journeys = await runJourneys(context, 'maps-away', { full: context.rounds(10) === 10 })
    const wrong = journeys
      .filter(({ passed }) => !passed)
      .map(({ title, errors }) => `${title}: ${errors.slice(0, 500)}`)
    const figures: Record<string, number> = {}
    for (const { figures: seen } of journeys) {
      const { host, median, most, loads } = seen as { host: string; median: number; most: number; loads: number }
      Object.assign(figures, {
        [`${host}: loads`]: loads,
        [`${host}: ms, median`]: median,
        [`${host}: ms, most`]: most,
      })
      if (!(median < usableWithinMs)) wrong.push(`with a host that ${host} it took ${median} ms`)
    }
    if (journeys.length < 3) wrong.push('not all were run')
    return outcomeOf(wrong, figures)
  },
}
