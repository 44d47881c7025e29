import { inLine } from '#domain/isolated-text.ts'
import { placeOf, type Summary } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import type { Standing } from '#domain/scorecards/results.ts'
import { customRound, type Setup } from '#domain/scorecards/setup.ts'
import { count } from '#domain/text/public-messages.ts'
import type { LocalCard } from './local-card.ts'

/** A value as written on a card. */
export function writtenScore(value: ArrowValue) {
  return value === 0 ? 'M' : String(value)
}

const numbers = ['miss', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A value for screen readers. */
export function spokenScore(value: ArrowValue) {
  return value === 'X' ? 'X' : (numbers[value] ?? String(value))
}

/** `Round 1 · End 3 · Arrow 2 of 3`. */
export function placeInWords(setup: Setup, slot: number) {
  const { round, end, arrow } = placeOf(setup, slot)
  return `Round ${round + 1} · End ${end + 1} · Arrow ${arrow + 1} of ${setup.arrowsPerEnd}`
}

/** Of an end whose arrows are all there, until the next one begins: `Round 1 · End 3 · All 3 arrows`. */
export function fullEndInWords(setup: Setup, slot: number) {
  const { round, end } = placeOf(setup, slot)
  const { arrowsPerEnd } = setup
  return `Round ${round + 1} · End ${end + 1} · ${arrowsPerEnd === 1 ? '1 arrow' : `All ${arrowsPerEnd} arrows`}`
}

export function slotInWords(setup: Setup, slot: number) {
  const { round, end, arrow } = placeOf(setup, slot)
  return `${setup.rounds > 1 ? `round ${round + 1}, ` : ''}end ${end + 1}, arrow ${arrow + 1}`
}

/** An end, counted through all rounds: `End 3`, with its round if there are several. */
export function endInWords({ setup }: LocalCard, end: number) {
  const { round } = placeOf(setup, end * setup.arrowsPerEnd)
  const number = (end % setup.ends) + 1
  return setup.rounds > 1 ? `Round ${round + 1}, end ${number}` : `End ${number}`
}

export const modeNames = { club: 'Club rings', 'world-archery': 'World Archery' } as const

/** `5 tens (2 Xs) · 4 nines`; the counts of a summary leave the Xs out of the tens. */
export function countsInWords({ xs, tens, nines }: Summary) {
  const inner = xs > 0 ? ` (${count(xs, 'X', 'Xs')})` : ''
  return `${count(xs + tens, 'ten')}${inner} · ${count(nines, 'nine')}`
}

/** `2 × 10 ends of 3`. */
export function roundInWords({ rounds, ends, arrowsPerEnd }: Setup) {
  const each = `${ends} ${ends === 1 ? 'end' : 'ends'} of ${arrowsPerEnd}`
  return rounds === 1 ? each : `${rounds} × ${each}`
}

export function distancesInWords({ distances }: Setup) {
  return distances.length === 0 ? null : `${distances.join(', ')} m`
}

/** Summary of the round after other facts; lines break only between two facts, and never start with a dot. */
export function shotInWords(setup: Setup, ...others: string[]) {
  const noBreak = '\u00a0'
  return [...others, roundInWords(setup), setup.target, distancesInWords(setup), modeNames[setup.mode]]
    .filter((fact) => fact !== null)
    .map((fact) => fact.replaceAll(' ', noBreak))
    .join(`${noBreak}· `)
}

/**
 * `Personal best, 12 points above your next best`, or how far the card is from it.
 * @param name of the round
 * @param dateOf the date of an instant, in words
 */
export function standingInWords(
  name: string,
  standing: Standing,
  total: number,
  dateOf: (startedAt: string) => string,
) {
  switch (standing.is) {
    case 'first':
      return standing.ofName && name !== customRound
        ? inLine`Your first ${name}. ${total} is the score to beat.`
        : `Your first card of this kind. ${total} is the score to beat.`
    case 'best':
      return `Personal best, ${count(total - standing.before, 'point')} above your next best`
    case 'equal':
      return `Equals your personal best of ${dateOf(standing.best.startedAt)}`
    case 'below': {
      const best = standing.best.summary.total
      return `${count(best - total, 'point')} below your personal best, ${best} on ${dateOf(standing.best.startedAt)}`
    }
  }
}
