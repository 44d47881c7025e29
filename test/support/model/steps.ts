import fc from 'fast-check'
import { type ActName, acts, type Step } from './acts.ts'
import { type Model, of, type PersonModel } from './model.ts'

export const people = 4
export const mostSteps = 60
/** The practice that was over before the history began. */
const past = 3

/** What a club does on a practice evening, with some requests repeated and some concurrent. */
const step: fc.Arbitrary<Step> = fc.record({
  // Operations with the most preconditions are picked most often.
  act: fc.constantFrom<ActName>(
    ...(Object.keys(acts) as ActName[]),
    ...(['checkIn', 'checkIn', 'endEarly', 'takeBackEnd'] as const),
    ...(['rainOut', 'eraseMember', 'wait'] as const),
    ...(['scan', 'scan', 'scanOffline', 'undoScan', 'sell', 'sell', 'undoSale', 'kiosk', 'guest', 'guest'] as const),
  ),
  actor: fc.constantFrom(0, 0, 1, 1, 2, 3),
  target: fc.nat(people - 1),
  practice: fc.constantFrom(0, 0, 0, 0, 1, 2, past),
  amount: fc.nat(5),
  yes: fc.boolean(),
  again: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  together: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  aimed: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
})
const steps = fc.array(step, { minLength: 1, maxLength: mostSteps - 1, size: 'max' })
const first = { actor: 0, target: 0, practice: 0, amount: 0, yes: false, again: false, together: false, aimed: false }
const startFirst = (amount: number): Step => ({ ...first, act: 'start', amount })
/** In seven of eight histories the first practice is live, in two of these with officers alone checking in. */
export const history = fc.tuple(fc.nat(7), steps).map(([dice, steps]) => {
  const all = steps.flatMap(byTwo).slice(0, mostSteps - 1)
  return dice === 0 ? all : [startFirst(dice - 1), ...all]
})

/** A second officer scans the same person in the same moment. */
function byTwo(step: Step): Step[] {
  const isByTwo = step.act.startsWith('scan') && step.together
  return isByTwo ? [step, { ...step, actor: step.actor === 0 ? 1 : 0, together: false }] : [step]
}

type Here = { isIn: boolean; isSelf: boolean; hasPass: boolean }
type Likely = (here: Here, person: PersonModel, step: Step) => boolean
/** Who each act at the door is likely to go through for. */
const likely: Partial<Record<ActName, Likely>> = {
  checkIn: mayEnter,
  scan: mayEnter,
  scanOffline: ({ isIn }) => !isIn,
  undoScan: ({ isIn, isSelf }) => isIn && !isSelf,
  removeAttendee: ({ isIn }) => isIn,
  sell: () => true,
  undoSale: () => true,
  guest: () => true,
  // Some have no pass.
  kiosk: ({ isIn, hasPass }, _, { amount }) => !isIn && (hasPass || amount > 4),
}
export const doorActs = Object.keys(likely) as ActName[]

function mayEnter({ isIn, hasPass }: Here, { dayPasses }: PersonModel, { yes: usePass }: Step) {
  return !isIn && (hasPass || (usePass && dayPasses > 0))
}

/**
 * An aimed step at the door is by an officer who is still one, at the live practice, about someone it's likely to go through for. One
 * about members who left is about one of those.
 */
export function aim(model: Model, step: Step): Step {
  const isOfGone = ['restoreMember', 'eraseMember'].includes(step.act)
  const isLikely = isOfGone ? () => true : likely[step.act]
  if (!step.aimed || isLikely === undefined) return { ...step }
  const live = model.practices.findIndex((practice) => practice.live && !practice.deleted)
  // Guests are entered afterward, too.
  const practice = step.act === 'guest' && step.yes ? past : live < 0 ? step.practice : live
  const { attended, self } = of(model.practices, practice)
  const hereOf = (i: number) => ({ isIn: attended.includes(i), isSelf: self.includes(i), hasPass: hasRangePass(i) })
  const peopleWho = (are: (person: PersonModel, i: number) => boolean) =>
    model.people.flatMap((person, i) => (!person.erased && are(person, i) ? [i] : []))
  const likelyOnes = peopleWho((person, i) => person.removed === isOfGone && isLikely(hereOf(i), person, step))
  const [target = step.target] = turned(likelyOnes, step.target)
  const officers = peopleWho(({ removed, role }) => !removed && role === 'Officer')
  const [actor = step.actor] = step.act === 'checkIn' ? [target] : turned(officers, step.actor)
  const sale = model.sales.findLastIndex(({ undone }) => !undone)
  return { ...step, practice, target, actor, amount: step.act === 'undoSale' && sale >= 0 ? sale : step.amount }
}

const turned = (list: number[], by: number) => [...list.slice(by % list.length), ...list]
/** At first, every second person has one, and keeps it. */
export const hasRangePass = (person: number) => person % 2 === 1

export function wordsOf({ act, actor, target, practice, amount, yes, again }: Step) {
  return `${act} by ${actor} of ${target} at ${practice}, ${amount}, ${yes}${again ? ', twice' : ''}`
}
