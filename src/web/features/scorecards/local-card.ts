/**
 * A card as the device keeps it: what stands on it, what the server has yet to hear, and what can be undone. Pure; the store
 * (card-sync.ts) saves what comes out of here before the next arrow can be placed.
 */
import type { Double } from '#contract/scorecards.ts'
import {
  type Arrow,
  arrayWith,
  arrowsOn,
  type Change,
  emptySlots,
  endAround,
  firstEmpty,
  isSameArrow,
  type Slots,
  takeChange,
} from '#domain/scorecards/card.ts'
import type { EndValues } from '#domain/scorecards/double-scoring.ts'
import type { Setup } from '#domain/scorecards/setup.ts'

export type LocalCard = {
  /** Whose it is: somebody else on this device never sees it. */
  owner: string
  id: string
  setup: Setup
  startedAt: string
  /** When it was last changed here. */
  touchedAt: string
  slots: Slots
  /** The server's version of the card that this device has seen. */
  seen: number | null
  /** In the order in which they were made. */
  unsent: Change[]
  done: Step[]
  undone: Step[]
  /** Slots in which another device's arrow stands where this one put another; until somebody has said which is right. */
  overtaken: Overtaken[]
  /** So many ends were ended by the button. */
  endedEnds: number
  /** Whose card it is, where it is kept for somebody else. */
  archer: string | null
  /** What the server has said of the other keeper's sheet; null where there is none. */
  double: Double | null
  /** Ends that were confirmed here, and that the server has yet to hear. */
  confirms: Confirmation[]
}

export type Confirmation = { end: number; values: EndValues }

type Step = {
  slot: number
  /** The change that the slot showed after it. */
  change: string | null
  from: Arrow | null
  to: Arrow | null
}

export type Overtaken = { slot: number; mine: Arrow | null }

type Begun = Pick<LocalCard, 'owner' | 'id' | 'setup' | 'startedAt'>

export function beginCard(begun: Begun): LocalCard {
  return {
    ...begun,
    ...{ touchedAt: begun.startedAt, slots: emptySlots(begun.setup), seen: null },
    ...{ unsent: [], done: [], undone: [], overtaken: [], endedEnds: 0 },
    ...{ archer: null, double: null, confirms: [] },
  }
}

type ServerCard = Pick<LocalCard, 'id' | 'setup' | 'startedAt' | 'slots' | 'archer' | 'double'> & {
  updatedAt: string
  version: number
}

/** As the server has it, on a device that had none of it. */
export function keepServerCard(
  owner: string,
  { id, setup, startedAt, updatedAt, slots, version, archer, double }: ServerCard,
): LocalCard {
  return { ...beginCard({ owner, id, setup, startedAt }), touchedAt: updatedAt, slots, seen: version, archer, double }
}

/** Stands on a card that is kept for someone else, where their name is not to be on the device. */
export const unnamedArcher = 'another archer'

export function withoutNames(card: LocalCard): LocalCard {
  return { ...card, archer: card.archer === null ? null : unnamedArcher, double: null }
}

/** What a person does to a slot, as they saw it. */
export type Act = { slot: number; upon: string | null; arrow: Arrow | null; why: string }

/** Puts an arrow into a slot, or takes it away. Null where the slot is not what was seen any more, as by another tab. */
export function write(card: LocalCard, act: Act, facts: { id: string; now: string }): LocalCard | null {
  // Another tab has taken it up already (card-sync.ts).
  if (card.slots[act.slot]?.change === facts.id) return card
  const from = card.slots[act.slot]?.arrow ?? null
  const written = put(card, act, facts)
  const step = { slot: act.slot, change: facts.id, from, to: act.arrow }
  return written && { ...written, done: [...written.done, step], undone: [] }
}

function put(card: LocalCard, act: Act, { id, now }: { id: string; now: string }): LocalCard | null {
  if ((card.slots[act.slot]?.change ?? null) !== act.upon) return null
  const change = { ...act, id }
  const taken = takeChange(card.slots, change)
  if (taken.outcome !== 'taken') return null
  const overtaken = card.overtaken.filter(({ slot }) => slot !== act.slot)
  return { ...card, slots: taken.slots, unsent: [...card.unsent, change], overtaken, touchedAt: now }
}

/** Steps of slots that were changed elsewhere since can't be taken back: they are not of this device any more. */
export function undoable(card: LocalCard) {
  return card.done.findLast((step) => isLatest(card, step)) ?? null
}

export function redoable(card: LocalCard) {
  return card.undone.findLast((step) => isLatest(card, step)) ?? null
}

function isLatest(card: LocalCard, { slot, change }: Step) {
  return (card.slots[slot]?.change ?? null) === change
}

export function undo(card: LocalCard, facts: { id: string; now: string }): LocalCard | null {
  const step = undoable(card)
  if (step === null) return null
  const written = put(card, { slot: step.slot, upon: step.change, arrow: step.from, why: '' }, facts)
  if (written === null) return null
  const done = named(before(card.done, step), step.slot, facts.id)
  const endedEnds = Math.min(card.endedEnds, endOf(card.setup, step.slot))
  return { ...written, done, undone: [...card.undone, { ...step, change: facts.id }], endedEnds }
}

export function redo(card: LocalCard, facts: { id: string; now: string }): LocalCard | null {
  const step = redoable(card)
  if (step === null) return null
  const written = put(card, { slot: step.slot, upon: step.change, arrow: step.to, why: '' }, facts)
  if (written === null) return null
  const undone = named(before(card.undone, step), step.slot, facts.id)
  return { ...written, done: [...card.done, { ...step, change: facts.id }], undone }
}

function before(steps: Step[], step: Step) {
  return steps.slice(0, steps.lastIndexOf(step))
}

/** What the slot shows now is what the step of it before this one led to. */
function named(steps: Step[], slot: number, change: string) {
  const at = steps.findLastIndex((step) => step.slot === slot)
  return at === -1 ? steps : arrayWith(steps, at, { ...(steps[at] as Step), change })
}

type Answer = {
  version: number
  slots: Slots | null
  overtaken: { slot: number; now: Slots[number] }[]
  double: Double | null
}

type Sent = { changes: readonly Change[]; confirms: readonly Confirmation[] }

/** What the server has said to changes that it was sent. What was written here since goes on top of it. */
export function answered(card: LocalCard, sent: Sent, answer: Answer): LocalCard {
  const heard = new Set(sent.changes.map(({ id }) => id))
  const lost = new Set(answer.overtaken.map(({ slot }) => slot))
  let slots = answer.slots ?? card.slots
  for (const { slot, now } of answer.overtaken) slots = arrayWith(slots, slot, now)
  const unsent = []
  for (const change of card.unsent) {
    if (heard.has(change.id)) continue
    const taken = takeChange(slots, change)
    // Made upon one that was overtaken: so is this one.
    if (lost.has(change.slot) || taken.outcome === 'overtaken') {
      lost.add(change.slot)
      continue
    }
    if (taken.outcome === 'taken') slots = taken.slots
    unsent.push(change)
  }
  const news = [...lost].flatMap((slot) => {
    const mine = card.slots[slot]?.arrow ?? null
    return isSameArrow(mine, slots[slot]?.arrow ?? null) ? [] : [{ slot, mine }]
  })
  const overtaken = [...card.overtaken.filter(({ slot }) => !lost.has(slot)), ...news]
  const confirms = card.confirms.filter((one) => !sent.confirms.some((other) => isSameConfirmation(one, other)))
  return { ...card, slots, unsent, overtaken, seen: answer.version, double: answer.double, confirms }
}

/**
 * The card on the screen after the device could not be read or written for a while, together with changes that lie on the
 * device and never came to the screen. Where both have an arrow in one slot, the archer is asked which is right.
 */
export function catchUp(shown: LocalCard, kept: LocalCard): LocalCard {
  let card = shown
  for (const change of kept.unsent) {
    const { slot, arrow, id } = change
    const written = write(card, change, { id, now: card.touchedAt })
    if (written !== null) card = written
    else if (takeChange(card.slots, change).outcome === 'overtaken')
      card = { ...card, overtaken: card.overtaken.filter((each) => each.slot !== slot).concat({ slot, mine: arrow }) }
  }
  return card
}

/** The other device is right. */
export function acceptRemote(card: LocalCard, slot: number): LocalCard {
  return { ...card, overtaken: card.overtaken.filter((each) => each.slot !== slot) }
}

/** Says that an end is so; what is confirmed holds for these values alone. */
export function confirmEnd(card: LocalCard, confirmation: Confirmation): LocalCard {
  const others = card.confirms.filter(({ end }) => end !== confirmation.end)
  return endEnd({ ...card, confirms: [...others, confirmation] }, confirmation.end)
}

function isSameConfirmation(one: Confirmation, other: Confirmation) {
  return one.end === other.end && one.values.join() === other.values.join()
}

/** The server has yet to hear of it. */
export function hasUnsent({ unsent, confirms }: LocalCard) {
  return unsent.length > 0 || confirms.length > 0
}

/** What goes with the card, should it be deleted here: what was not sent, and arrows of which nobody has said yet which is right. */
export function unsentEntries({ unsent, confirms, overtaken }: LocalCard) {
  return unsent.length + confirms.length + overtaken.length
}

/** Ends count through all rounds. */
export function endOf({ arrowsPerEnd }: Setup, slot: number) {
  return Math.floor(slot / arrowsPerEnd)
}

export function endEnd(card: LocalCard, end: number): LocalCard {
  return { ...card, endedEnds: Math.max(card.endedEnds, end + 1) }
}

/**
 * The end that is looked at: where the next arrow goes; but a full one stays until the first arrow of the next is placed, or
 * it was ended by the button.
 */
export function shownEnd({ setup, slots, endedEnds }: LocalCard) {
  const next = firstEmpty(slots)
  const last = endOf(setup, slots.length - 1)
  if (next === null) return last
  const end = endOf(setup, next)
  const begins = endAround(setup, next)[0] === next
  // Arrows behind the gap: the next one fills it, so its end is the one to be looked at.
  const isGap = arrowsOn(slots)
    .slice(next)
    .some((arrow) => arrow !== null)
  return begins && !isGap && end > 0 && endedEnds < end ? end - 1 : end
}
