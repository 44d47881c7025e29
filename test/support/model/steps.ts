import fc from 'fast-check'
import { type ActName, acts, type Step } from './acts.ts'

export const people = 4
export const mostSteps = 60

/** What a club does on a practice evening, with some requests repeated and some concurrent. */
const step: fc.Arbitrary<Step> = fc.record({
  // Operations with the most preconditions are picked most often.
  act: fc.constantFrom<ActName>(
    ...(Object.keys(acts) as ActName[]),
    ...(['checkIn', 'checkIn', 'checkIn', 'endEarly', 'takeBackEnd'] as const),
    ...(['rainOut', 'removeAttendee', 'eraseMember', 'wait'] as const),
    ...(['scan', 'scan', 'scanOffline', 'undoScan', 'sell', 'sell', 'undoSale', 'kiosk'] as const),
  ),
  actor: fc.constantFrom(0, 0, 1, 1, 2, 3),
  whom: fc.nat(people - 1),
  practice: fc.constantFrom(0, 0, 0, 1, 2),
  amount: fc.nat(5),
  yes: fc.boolean(),
  again: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  together: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})
const steps = fc.array(step, { minLength: 1, maxLength: mostSteps - 1, size: 'max' })
const first = { actor: 0, whom: 0, practice: 0, amount: 0, yes: false, again: false, together: false }
const startFirst = (amount: number): Step => ({ ...first, act: 'start', amount })
/** In three of four histories the first practice is live, each time in another check-in mode. */
export const history = fc.tuple(fc.nat(3), steps).map(([dice, steps]) => {
  const all = steps.flatMap(byTwo).slice(0, mostSteps - 1)
  return dice === 0 ? all : [startFirst(dice - 1), ...all]
})

/** A second officer scans the same person in the same moment. */
function byTwo(step: Step): Step[] {
  const isByTwo = step.act.startsWith('scan') && step.together
  return isByTwo ? [step, { ...step, actor: step.actor === 0 ? 1 : 0, together: false }] : [step]
}

export function wordsOf({ act, actor, whom, practice, amount, yes, again }: Step) {
  return `${act} by ${actor} of ${whom} at ${practice}, ${amount}, ${yes}${again ? ', twice' : ''}`
}
