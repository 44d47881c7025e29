/**
 * A card as stored on the device: its arrows, unsent changes, and undo history. Pure functions; the store
 * (card-sync.ts) saves their results before the next arrow can be placed.
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
  /** User id; other users of this device never see the card. */
  owner: string
  id: string
  setup: Setup
  startedAt: string
  /** Time of the last local change. */
  touchedAt: string
  slots: Slots
  /** The latest version from the server that this device has seen. */
  seen: number | null
  /** In the order they were made. */
  unsent: Change[]
  done: Step[]
  undone: Step[]
  /** Slots where another device's arrow replaced one from here, until someone decides which is right. */
  overtaken: Overtaken[]
  /** Number of ends that were ended with the button. */
  endedEnds: number
  /** The archer, if the card is scored for someone else. */
  archer: string | null
  /** The other scorer's values from the server; null without one. */
  double: Double | null
  /** Confirmed ends that are not sent yet. */
  confirms: Confirmation[]
}

export type Confirmation = { end: number; values: EndValues }

type Step = {
  slot: number
  /** Id of the slot's change after this step. */
  change: string | null
  from: Arrow | null
  to: Arrow | null
}

export type Overtaken = { slot: number; mine: Arrow | null }

type NewCard = Pick<LocalCard, 'owner' | 'id' | 'setup' | 'startedAt'>

export function beginCard(begun: NewCard): LocalCard {
  return {
    ...begun,
    touchedAt: begun.startedAt,
    slots: emptySlots(begun.setup),
    seen: null,
    unsent: [],
    done: [],
    undone: [],
    overtaken: [],
    endedEnds: 0,
    archer: null,
    double: null,
    confirms: [],
  }
}

type ServerCard = Pick<LocalCard, 'id' | 'setup' | 'startedAt' | 'slots' | 'archer' | 'double'> & {
  updatedAt: string
  version: number
}

/** A card from the server, new on this device. */
export function fromServerCard(
  owner: string,
  { id, setup, startedAt, updatedAt, slots, version, archer, double }: ServerCard,
): LocalCard {
  return { ...beginCard({ owner, id, setup, startedAt }), touchedAt: updatedAt, slots, seen: version, archer, double }
}

/** Placeholder for the archer's name on a card scored for someone else, while the name must not be stored. */
export const unnamedArcher = 'another archer'

export function withoutNames(card: LocalCard): LocalCard {
  return { ...card, archer: card.archer === null ? null : unnamedArcher, double: null }
}

/** A user's edit of a slot; `upon` is the change they saw. */
export type SlotEdit = { slot: number; upon: string | null; arrow: Arrow | null; why: string }

/** Sets or clears the arrow of a slot. Null if the slot has changed since it was seen, as by another tab. */
export function write(card: LocalCard, act: SlotEdit, facts: { id: string; now: string }): LocalCard | null {
  // Another tab has already applied it (card-sync.ts).
  if (card.slots[act.slot]?.change === facts.id) return card
  const from = card.slots[act.slot]?.arrow ?? null
  const written = put(card, act, facts)
  const step = { slot: act.slot, change: facts.id, from, to: act.arrow }
  return written && { ...written, done: [...written.done, step], undone: [] }
}

function put(card: LocalCard, act: SlotEdit, { id, now }: { id: string; now: string }): LocalCard | null {
  if ((card.slots[act.slot]?.change ?? null) !== act.upon) return null
  const change = { ...act, id }
  const taken = takeChange(card.slots, change)
  if (taken.outcome !== 'taken') return null
  const overtaken = card.overtaken.filter(({ slot }) => slot !== act.slot)
  return { ...card, slots: taken.slots, unsent: [...card.unsent, change], overtaken, touchedAt: now }
}

/** The last undoable step; slots changed elsewhere since are skipped, because their value isn't from this device. */
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
  const done = renamedStep(before(card.done, step), step.slot, facts.id)
  const endedEnds = Math.min(card.endedEnds, endOf(card.setup, step.slot))
  return { ...written, done, undone: [...card.undone, { ...step, change: facts.id }], endedEnds }
}

export function redo(card: LocalCard, facts: { id: string; now: string }): LocalCard | null {
  const step = redoable(card)
  if (step === null) return null
  const written = put(card, { slot: step.slot, upon: step.change, arrow: step.to, why: '' }, facts)
  if (written === null) return null
  const undone = renamedStep(before(card.undone, step), step.slot, facts.id)
  return { ...written, done: [...card.done, { ...step, change: facts.id }], undone }
}

function before(steps: Step[], step: Step) {
  return steps.slice(0, steps.lastIndexOf(step))
}

/** Renames the slot's previous step to the change that now shows its value. */
function renamedStep(steps: Step[], slot: number, change: string) {
  const at = steps.findLastIndex((step) => step.slot === slot)
  return at === -1 ? steps : arrayWith(steps, at, { ...(steps[at] as Step), change })
}

type SaveResponse = {
  version: number
  slots: Slots | null
  overtaken: { slot: number; now: Slots[number] }[]
  double: Double | null
}

type SentChanges = { changes: readonly Change[]; confirms: readonly Confirmation[] }

/** Applies the server's response to the changes that were sent; local changes made since are reapplied on top. */
export function applyResponse(card: LocalCard, sent: SentChanges, answer: SaveResponse): LocalCard {
  const heard = new Set(sent.changes.map(({ id }) => id))
  const lost = new Set(answer.overtaken.map(({ slot }) => slot))
  let slots = answer.slots ?? card.slots
  for (const { slot, now } of answer.overtaken) slots = arrayWith(slots, slot, now)
  const unsent = []
  for (const change of card.unsent) {
    if (heard.has(change.id)) continue
    const taken = takeChange(slots, change)
    // Based on a change that was overtaken, so it's overtaken, too.
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
 * Merges the card on the screen with stored changes that never reached it, after the device's storage was unavailable.
 * If both have an arrow in one slot, the archer is asked which is right.
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

/** Resolves a conflict in favor of the other device. */
export function acceptRemote(card: LocalCard, slot: number): LocalCard {
  return { ...card, overtaken: card.overtaken.filter((each) => each.slot !== slot) }
}

/** Confirms an end; valid only for exactly these values. */
export function confirmEnd(card: LocalCard, confirmation: Confirmation): LocalCard {
  const others = card.confirms.filter(({ end }) => end !== confirmation.end)
  return endEnd({ ...card, confirms: [...others, confirmation] }, confirmation.end)
}

function isSameConfirmation(one: Confirmation, other: Confirmation) {
  return one.end === other.end && one.values.join() === other.values.join()
}

/** True if changes or confirmations are not sent yet. */
export function hasUnsent({ unsent, confirms }: LocalCard) {
  return unsent.length > 0 || confirms.length > 0
}

/** Number of entries lost by deleting the card here: unsent changes, and unresolved conflicts. */
export function unsentEntries({ unsent, confirms, overtaken }: LocalCard) {
  return unsent.length + confirms.length + overtaken.length
}

/** Index of the slot's end, counted through all rounds. */
export function endOf({ arrowsPerEnd }: Setup, slot: number) {
  return Math.floor(slot / arrowsPerEnd)
}

export function endEnd(card: LocalCard, end: number): LocalCard {
  return { ...card, endedEnds: Math.max(card.endedEnds, end + 1) }
}

/**
 * The end to show: the one with the next arrow; but a full end stays until the first arrow of the next is placed or
 * it's ended with the button.
 */
export function shownEnd({ setup, slots, endedEnds }: LocalCard) {
  const next = firstEmpty(slots)
  const last = endOf(setup, slots.length - 1)
  if (next === null) return last
  const end = endOf(setup, next)
  const begins = endAround(setup, next)[0] === next
  // Arrows after a gap: the next arrow fills it, so show the end with the gap.
  const isGap = arrowsOn(slots)
    .slice(next)
    .some((arrow) => arrow !== null)
  return begins && !isGap && end > 0 && endedEnds < end ? end - 1 : end
}
