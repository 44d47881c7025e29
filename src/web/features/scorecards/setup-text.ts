import type { Setup } from '#domain/scorecards/setup.ts'

export const modeNames = { club: 'Club rings', 'world-archery': 'World Archery' } as const

/** `2 × 10 ends of 3`. */
export function roundInWords({ rounds, ends, arrowsPerEnd }: Setup) {
  const each = `${ends} ${ends === 1 ? 'end' : 'ends'} of ${arrowsPerEnd}`
  return rounds === 1 ? each : `${rounds} × ${each}`
}

export function distancesInWords({ distances }: Setup) {
  return distances.length === 0 ? null : `${distances.join(', ')} m`
}

/** What was shot, after other facts; the line breaks only between two, and never begins with a dot. */
export function shotInWords(setup: Setup, ...others: string[]) {
  const noBreak = '\u00a0'
  return [...others, roundInWords(setup), setup.target, distancesInWords(setup), modeNames[setup.mode]]
    .filter((fact) => fact !== null)
    .map((fact) => fact.replaceAll(' ', noBreak))
    .join(`${noBreak}· `)
}
