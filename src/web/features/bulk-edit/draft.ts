import type { MemberRow } from '#contract/members.ts'
import { type BulkEdit, type BulkValue, decideForOne, isOfCounts, type LeftOut, valueFor } from '#domain/bulk-edit.ts'
import { mostOf } from '#domain/ledger.ts'
import type { PassName } from '#domain/passes.ts'

/** Values of the form for every kind of edit, so switching between them loses nothing. */
export type Draft = {
  of: BulkEdit['of']
  /** True to add, false to subtract. */
  adds: boolean
  many: number | null
  until: string
  pass: PassName
}

export const emptyDraft: Draft = { of: 'day-passes', adds: true, many: 1, until: '', pass: 'none' }

/** Returns null while the form is incomplete. */
export function editOf({ of, adds, many, until, pass }: Draft): BulkEdit | null {
  if (of === 'pass') return { of, pass }
  if (of === 'rm01') return until === '' ? null : { of, until }
  return many === null || many < 1 || many > mostOf[of] ? null : { of, by: adds ? many : -many }
}

export type PreviewRow = { id: string; name: string; email: string; seen: BulkValue; now: BulkValue }
export type Preview = {
  changes: (PreviewRow & { after: BulkValue })[]
  left: (PreviewRow & { reason: LeftOut })[]
  /** Number of members who already have the target value. */
  unchanged: number
  /** For counts: sum over all changed members. */
  totals: { before: number; after: number } | null
}

/**
 * Previews the edit with the same rule the server applies.
 * @param seen each member as first shown to the officer
 */
export function previewOf(edit: BulkEdit, people: MemberRow[], seen: ReadonlyMap<string, MemberRow>): Preview {
  const preview: Preview = {
    changes: [],
    left: [],
    unchanged: 0,
    totals: isOfCounts(edit) ? { before: 0, after: 0 } : null,
  }
  for (const member of people) {
    const now = valueFor(edit, member)
    const { id, name, email } = member
    const row = { id, name, email, seen: valueFor(edit, seen.get(id) ?? member), now }
    const planned = decideForOne(edit, { current: now, expected: row.seen })
    if (planned.outcome === 'unchanged') preview.unchanged += 1
    if (planned.outcome === 'left-out') preview.left.push({ ...row, reason: planned.reason })
    if (planned.outcome !== 'changed') continue
    preview.changes.push({ ...row, after: planned.after })
    if (preview.totals === null) continue
    preview.totals.before += Number(now)
    preview.totals.after += Number(planned.after)
  }
  return preview
}
