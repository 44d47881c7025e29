import type { MemberRow } from '#contract/members.ts'
import { type BulkEdit, type BulkValue, decideForOne, isOfCounts, type LeftOut, valueFor } from '#domain/bulk-edit.ts'
import { mostOf } from '#domain/ledger.ts'
import type { PassName } from '#domain/passes.ts'

/** What stands in the form: of each kind of edit what was filled in, so that looking at another one loses nothing. */
export type Draft = {
  of: BulkEdit['of']
  /** More, or fewer. */
  adds: boolean
  many: number | null
  until: string
  pass: PassName
}

export const emptyDraft: Draft = { of: 'day-passes', adds: true, many: 1, until: '', pass: 'none' }

/** Null while it is incomplete. */
export function editOf({ of, adds, many, until, pass }: Draft): BulkEdit | null {
  if (of === 'pass') return { of, pass }
  if (of === 'rm01') return until === '' ? null : { of, until }
  return many === null || many < 1 || many > mostOf[of] ? null : { of, by: adds ? many : -many }
}

export type PreviewRow = { id: string; name: string; email: string; seen: BulkValue; now: BulkValue }
export type Preview = {
  changes: (PreviewRow & { after: BulkValue })[]
  left: (PreviewRow & { reason: LeftOut })[]
  /** Who has it already. */
  unchanged: number
  /** Of a count: what all who are changed have together. */
  totals: { before: number; after: number } | null
}

/**
 * What the edit would do, by the rule that decides it on the server.
 * @param seen each of them as the officer was shown them first
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
