import { type ReactNode, useState } from 'react'
import type { PreviewLine, PreviewMember, StorePreview } from '#contract/store-orders.ts'
import { countedReasons } from '#domain/store-orders/order-file.ts'
import { count } from '#domain/text/public-messages.ts'
import {
  conflictText,
  gainInWords,
  harmless,
  storeMessages,
  unreadText,
  waitTexts,
} from '#domain/text/store-messages.ts'
import { FilterChips } from '#web/features/data-table/list-filters.tsx'
import { EmailText } from '#web/features/manage-practices/person-row.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { OrderLineSummary } from './order-lines.tsx'
import classes from './store.module.css'

const views = ['changes', 'waits', 'partly', 'unread', 'there'] as const
type View = (typeof views)[number]
const labels: Record<View, string> = {
  changes: 'Members',
  waits: 'Needs review',
  partly: 'Refunded in part',
  unread: 'Skipped',
  there: 'Already imported',
}
/** Rows shown at first. */
const shownAtFirst = 100

type PreviewProps = { preview: StorePreview; pending: boolean; onApply: () => unknown }

/** What the file would change, what waits, what is skipped and why; then the button that applies it. */
export function Preview({ preview, pending, onApply }: PreviewProps) {
  const { members, lines } = preview
  const of = (outcome: PreviewLine['outcome']) => lines.filter((line) => line.outcome === outcome)
  const [books, waits, there] = [of('book'), of('wait'), of('there')]
  const unread = [
    ...of('conflict').map((line) => ({ number: line.number ?? 0, text: conflictText, mild: false })),
    ...preview.unread.filter(({ reason }) => !countedReasons.has(reason)).map(toNote),
  ].sort((a, b) => a.number - b.number)
  const partly = preview.unread.filter(({ reason }) => countedReasons.has(reason)).map(toNote)
  const counts: Record<View, number> = {
    changes: members.length,
    waits: waits.length,
    partly: partly.length,
    unread: unread.length,
    there: there.length,
  }
  const [asked, setAsked] = useState<View | null>(null)
  const view = asked ?? views.find((each) => counts[each] > 0) ?? 'changes'
  const total = members.reduce((sum, { before, after }) => add(sum, gainOf(before, after)), nothing)
  return (
    <div className={classes.preview}>
      <FilterChips
        legend="Preview"
        value={view}
        onChange={setAsked}
        filters={views
          .filter((value) => value !== 'partly' || partly.length > 0)
          .map((value) => ({ value, label: labels[value], count: counts[value] }))}
      />
      <Rows key={view} label={labels[view]} empty={empties[view]}>
        {view === 'changes' && members.map((member) => <MemberChange key={member.memberId} member={member} />)}
        {view === 'waits' && waits.map((line) => <Line key={keyOf(line)} line={line} />)}
        {view === 'partly' && partly.map(toNoteRow)}
        {view === 'unread' && unread.map(toNoteRow)}
        {view === 'there' && there.map((line) => <Line key={keyOf(line)} line={line} />)}
      </Rows>
      {preview.seen === '' ? (
        <FormMessage tone="info">{storeMessages.nothingChanges}</FormMessage>
      ) : (
        <div className={classes.apply}>
          <p>
            Total <b>{gainInWords(total)}</b>
            {waits.length > 0 && `; ${count(waits.length, 'order needs', 'orders need')} review`}.
          </p>
          <ActionButton sends tone="gold" size="lg" pending={pending} onClick={onApply}>
            {books.length > 0
              ? `Import ${count(books.length, 'order')} for ${count(members.length, 'member')}`
              : `Save ${count(waits.length, 'order')} for later`}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

const empties: Record<View, string> = {
  changes: 'No changes for any member.',
  waits: 'Nothing to review.',
  partly: 'Nothing was refunded in part.',
  unread: 'Nothing was skipped.',
  there: 'None were imported before.',
}

type Note = { number: number; text: string; mild: boolean }

function toNote({ number, reason, said }: StorePreview['unread'][number]): Note {
  return { number, text: unreadText(reason, said), mild: harmless.has(reason) }
}

function toNoteRow({ number, text, mild }: Note, at: number) {
  return (
    // A line may be there twice.
    <li key={at} className={classes.row}>
      <span className={classes.number}>Line {number}</span>
      <span className={mild ? classes.muted : undefined}>{text}</span>
    </li>
  )
}

function keyOf({ number, order, product }: PreviewLine) {
  return `${number} ${order} ${product}`
}

function Rows({ label, empty, children }: { label: string; empty: string; children: ReactNode }) {
  const [all, setAll] = useState(false)
  const rows = [children].flat(2).filter(Boolean)
  if (rows.length === 0)
    return (
      <Card flush>
        <EmptyState>{empty}</EmptyState>
      </Card>
    )
  const more = rows.length - shownAtFirst
  return (
    <Card flush>
      <ul aria-label={label}>{all ? rows : rows.slice(0, shownAtFirst)}</ul>
      {more > 0 && !all && (
        <div className={classes.more}>
          <ActionButton onClick={() => setAll(true)}>Show {more} more</ActionButton>
        </div>
      )}
    </Card>
  )
}

type Gain = { paidPractices: number; dayPasses: number }
const nothing: Gain = { paidPractices: 0, dayPasses: 0 }

function gainOf(before: Gain, after: Gain): Gain {
  return { paidPractices: after.paidPractices - before.paidPractices, dayPasses: after.dayPasses - before.dayPasses }
}

function add(one: Gain, other: Gain): Gain {
  return { paidPractices: one.paidPractices + other.paidPractices, dayPasses: one.dayPasses + other.dayPasses }
}

function MemberChange({ member: { name, email, lines, before, after } }: { member: PreviewMember }) {
  return (
    <li className={classes.row} data-member>
      <span className={classes.who}>
        <span className={classes.name}>{name || email}</span>
        <span className={classes.muted}>
          <EmailText>{email}</EmailText> · {count(lines, 'order')}
        </span>
      </span>
      <Change label="Paid practices" before={before.paidPractices} after={after.paidPractices} />
      <Change label="Day passes" before={before.dayPasses} after={after.dayPasses} />
    </li>
  )
}

function Change({ label, before, after }: { label: string; before: number; after: number }) {
  const same = before === after
  return (
    <span className={classes.change} data-same={same || undefined}>
      <span className={classes.muted}>{label}</span>
      <span>{same ? before : `${before} → ${after}`}</span>
    </span>
  )
}

function Line({ line }: { line: PreviewLine }) {
  return (
    <li className={classes.row}>
      <span className={classes.number}>{line.number === null ? 'Earlier' : `Line ${line.number}`}</span>
      <div className={classes.who}>
        <OrderLineSummary line={line} />
        {line.why && <span className={classes.why}>{waitTexts[line.why]}</span>}
      </div>
    </li>
  )
}
