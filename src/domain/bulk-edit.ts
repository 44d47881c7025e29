import { type Currency, currencies, mostOf, totalOf } from './ledger.ts'
import { heldFrom } from './members.ts'
import { effectivePass, type HeldPass, type PassName, passNames } from './passes.ts'

/**
 * One change to many members: previewed, applied in a single operation, and undoable. Members whose value is no longer
 * what the officer saw are skipped, so no one's edit is overwritten.
 */
export type BulkEdit =
  /** How many to add; negative removes. */
  { of: Currency; by: number } | { of: 'rm01'; until: string } | { of: 'pass'; pass: PassName }

/** Type guard for a stored log entry, which another release may have written. */
export function isBulkEdit(value: unknown): value is BulkEdit {
  if (typeof value !== 'object' || value === null || !('of' in value)) return false
  if (value.of === 'rm01') return 'until' in value && typeof value.until === 'string'
  if (value.of === 'pass') return 'pass' in value && passNames.some((pass) => pass === value.pass)
  return currencies.some((currency) => currency === value.of) && 'by' in value && typeof value.by === 'number'
}

/**
 * A member's value of what is edited: a count, the last day of an approval (null without one), or the effective pass.
 */
export type BulkValue = number | string | null

/** More members than the largest club has. */
export const mostInOneEdit = 5000
/** The same as for a deleted practice and a removed member. */
export const bulkUndoableForDays = 30
const dayMs = 86_400_000

export function bulkUndoableUntil(at: string) {
  return new Date(Date.parse(at) + bulkUndoableForDays * dayMs).toISOString()
}

type MemberValues = { dayPasses: number; paidPractices: number; rm01Until: string | null; pass: PassName }

/** @param member with the effective pass */
export function valueFor(edit: BulkEdit, member: MemberValues): BulkValue {
  if (isOfCounts(edit)) return member[totalOf[edit.of]]
  return edit.of === 'rm01' ? member.rm01Until : member.pass
}

export type LeftOut = 'gone' | 'changed-meanwhile' | 'too-few' | 'too-many'
export type Planned = { outcome: 'changed'; after: BulkValue } | { outcome: 'unchanged' } | Left
type Left = { outcome: 'left-out'; reason: LeftOut }

/** The result of the edit for one value. Counts stay between zero and `mostOf`. */
export function planFor(edit: BulkEdit, before: BulkValue): Planned {
  if (isOfCounts(edit)) return counted(edit.of, Number(before), edit.by)
  const after = edit.of === 'rm01' ? edit.until : edit.pass
  return after === before ? { outcome: 'unchanged' } : { outcome: 'changed', after }
}

function counted(of: Currency, before: number, by: number): Planned {
  const after = before + by
  if (after < 0) return { outcome: 'left-out', reason: 'too-few' }
  if (after > mostOf[of]) return { outcome: 'left-out', reason: 'too-many' }
  return { outcome: 'changed', after }
}

/** @param facts.current undefined if the member has left @param facts.expected the value that the officer saw */
export function decideForOne(edit: BulkEdit, facts: { current: BulkValue | undefined; expected: BulkValue }): Planned {
  const { current, expected } = facts
  if (current === undefined) return { outcome: 'left-out', reason: 'gone' }
  // A changed count is skipped, because the officer chose from other numbers. A value that is already set is no
  // conflict.
  const planned = planFor(edit, current)
  if (current === expected || planned.outcome === 'unchanged') return planned
  return { outcome: 'left-out', reason: 'changed-meanwhile' }
}

export type BulkChange = { memberId: string; before: BulkValue; after: BulkValue }
type ExpectedValue = { memberId: string; expected: BulkValue }
export type BulkDecision =
  | { outcome: 'changed' | 'unchanged'; changes: BulkChange[]; left: { memberId: string; reason: LeftOut }[] }
  | { outcome: 'refused'; reason: 'changed-meanwhile' }

/**
 * Changes the members whose value is still the expected one and lists the others. Refused if every member was skipped.
 */
export function decideBulkEdit(
  edit: BulkEdit,
  facts: { seen: ExpectedValue[]; current: Map<string, BulkValue> },
): BulkDecision {
  const changes: BulkChange[] = []
  const left: { memberId: string; reason: LeftOut }[] = []
  for (const { memberId, expected } of facts.seen) {
    const current = facts.current.get(memberId)
    const planned = decideForOne(edit, { current, expected })
    if (planned.outcome === 'left-out') left.push({ memberId, reason: planned.reason })
    if (planned.outcome === 'changed') changes.push({ memberId, before: current ?? null, after: planned.after })
  }
  if (changes.length > 0) return { outcome: 'changed', changes, left }
  return left.length > 0 ? { outcome: 'refused', reason: 'changed-meanwhile' } : { outcome: 'unchanged', changes, left }
}

/** One value that an edit changed, and its current state. */
export type Undoable = {
  memberId: string
  before: BulkValue
  after: BulkValue
  /** Null if the member has been erased. */
  now: { value: BulkValue; held: HeldPass } | null
  /**
   * For a pass edit: the pass held before, when the edit set its pass, and whether an officer has set another since.
   */
  pass?: { held: HeldPass; setAt: string; setSince: boolean }
}
export type UndoPlan = { outcome: 'back'; to: BulkValue } | Left

/**
 * How to undo the edit of one value. Counts are shifted back, so what was used or added since is preserved; a day or a
 * pass is restored only if no one has changed it since.
 */
export function planUndo(edit: BulkEdit, { before, after, now, pass }: Undoable, startOfToday: string): UndoPlan {
  if (now === null) return { outcome: 'left-out', reason: 'gone' }
  if (isOfCounts(edit)) {
    const planned = counted(edit.of, Number(now.value), Number(before) - Number(after))
    return planned.outcome === 'changed' ? { outcome: 'back', to: planned.after } : (planned as Left)
  }
  const isAsSet =
    edit.of === 'rm01'
      ? now.value === after
      : pass !== undefined && isUnchangedPass(now.held, edit.pass, pass, startOfToday)
  return isAsSet ? { outcome: 'back', to: before } : { outcome: 'left-out', reason: 'changed-meanwhile' }
}

/** An expired Day Pass is cleared at sign-in, which does not count as someone's edit. */
function isUnchangedPass(held: HeldPass, set: PassName, pass: NonNullable<Undoable['pass']>, startOfToday: string) {
  const asSet = heldFrom(set, pass.setAt)
  if (held.pass === asSet.pass && held.passUsedAt === asSet.passUsedAt) return true
  return held.pass === 'none' && effectivePass(asSet, startOfToday) === 'none' && !pass.setSince
}

export type BulkUndoRefusal = 'too-late' | 'nobody-to-undo'
export type BulkUndoDecision<Entry> =
  | { outcome: 'changed'; back: (Entry & { to: BulkValue })[]; left: { memberId: string; reason: LeftOut }[] }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: BulkUndoRefusal }

/** @param facts.open members for whom it has not been undone yet */
export function decideBulkUndo<Entry extends Undoable>(
  edit: BulkEdit,
  facts: { at: string; now: string; open: Entry[]; startOfToday: string },
): BulkUndoDecision<Entry> {
  if (facts.open.length === 0) return { outcome: 'unchanged' }
  if (facts.now >= bulkUndoableUntil(facts.at)) return { outcome: 'refused', reason: 'too-late' }
  const back: (Entry & { to: BulkValue })[] = []
  const left: { memberId: string; reason: LeftOut }[] = []
  for (const entry of facts.open) {
    const plan = planUndo(edit, entry, facts.startOfToday)
    if (plan.outcome === 'back') back.push({ ...entry, to: plan.to })
    else left.push({ memberId: entry.memberId, reason: plan.reason })
  }
  return back.length === 0 ? { outcome: 'refused', reason: 'nobody-to-undo' } : { outcome: 'changed', back, left }
}

export function isOfCounts(edit: BulkEdit): edit is Extract<BulkEdit, { of: Currency }> {
  return currencies.some((currency) => currency === edit.of)
}
