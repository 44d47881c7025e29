import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkEditPerson, BulkEditSummary } from '#contract/bulk-edit.ts'
import type { MemberRow } from '#contract/members.ts'
import { bulkUndoableForDays } from '#domain/bulk-edit.ts'
import { bulkMessages, bulkSentence, capital, notUndoneWords } from '#domain/text/bulk-edit-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useLast, useMembersDialog, useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { bulkEditQuery, bulkEditsQuery, refreshMembers } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import classes from './bulk-edit.module.css'
import { ChangeTable, useFormatDay } from './change-table.tsx'

const atFirst = 3

/** Recent bulk edits that can still be undone. */
export function RecentEdits({ now }: { now: number }) {
  const [all, setAll] = useState(false)
  const edits = useQuery(bulkEditsQuery).data?.edits ?? []
  if (edits.length === 0) return null
  return (
    <ListedSection
      title="Bulk edits"
      meaning={bulkMessages.recentMeaning(bulkUndoableForDays)}
      after={
        !all &&
        edits.length > atFirst && (
          <div>
            <ActionButton onClick={() => setAll(true)}>Show all {edits.length}</ActionButton>
          </div>
        )
      }
    >
      {(all ? edits : edits.slice(0, atFirst)).map((edit) => (
        <Recent key={edit.id} made={edit} now={now} />
      ))}
    </ListedSection>
  )
}

function Recent({ made: { id, at, by, edit, people, reason, undone }, now }: { made: BulkEditSummary; now: number }) {
  const times = useClubTimes()
  const { open } = useOpenMember()
  const sentence = bulkSentence(edit, people, useFormatDay())
  return (
    <ListedRow
      actions={
        undone < people && (
          <ActionButton
            label={`Undo: ${sentence}`}
            aria-haspopup="dialog"
            onClick={() => open({ open: 'undo-bulk', edit: id })}
          >
            Undo
          </ActionButton>
        )
      }
    >
      <b>{capital(sentence)}</b>
      {reason !== '' && <p>{reason}</p>}
      <p>
        <bdi>{by}</bdi> · <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time>
        {undone > 0 && ` · ${undone === people ? 'undone' : `undone for ${undone} of ${people}`}`}
      </p>
    </ListedRow>
  )
}

/** Previews the undo for each member before it is done. */
export function UndoDialog({ members, now }: { members: MemberRow[]; now: number }) {
  const { search, close } = useMembersDialog()
  const asked = search.open === 'undo-bulk'
  const editId = useLast(asked ? search.edit : null)
  return (
    <InfoDialog wide open={asked} onClose={close} title="Undo this bulk edit?">
      {editId !== null && <UndoLoader key={editId} editId={editId} members={members} now={now} />}
    </InfoDialog>
  )
}

function UndoLoader({ editId, members, now }: { editId: string; members: MemberRow[]; now: number }) {
  const query = useQuery(bulkEditQuery(editId))
  if (query.data) return <Undoing {...query.data} members={members} now={now} />
  const problem = query.error && toProblem(query.error)
  if (problem?.kind === 'not-found') return <p>{bulkMessages.gone}</p>
  if (problem) return <ErrorNote error={problem} onRetry={query.refetch} pending={query.isFetching} />
  return (
    <Skeletons label="Loading bulk edit">
      <SkeletonCard height={10} />
    </Skeletons>
  )
}

type UndoingProps = { summary: BulkEditSummary; people: BulkEditPerson[]; members: MemberRow[]; now: number }

function Undoing({ summary, people, members, now }: UndoingProps) {
  const { id, edit, by, at, reason } = summary
  const times = useClubTimes()
  const { close } = useMembersDialog()
  const needsConnection = useNeedsConnection()
  const sentence = capital(bulkSentence(edit, summary.people, useFormatDay()))
  const undo = useIdempotentMutation(api.bulkEdit.undo, {
    onDone: async (undone) => {
      await refreshMembers()
      close()
      const { length } = undone.left
      toast({
        text: length === 0 ? bulkMessages.undone(undone.people) : bulkMessages.undoneInPart(undone.people, length),
      })
    },
    onProblem: () => void refreshMembers(),
  })
  const emails = new Map(members.map(({ id, email }) => [id, email]))
  const rowOf = ({ memberId, name, now }: BulkEditPerson) => ({
    id: memberId,
    // Members who haven't entered a name yet are shown by email.
    name: name || (emails.get(memberId) ?? bulkMessages.erased),
    email: name === '' ? '' : (emails.get(memberId) ?? ''),
    from: now,
  })
  const inOrder = [...people].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const back = inOrder.filter((each) => each.undo === 'back')
  const rows = inOrder.flatMap((each) => {
    if (each.undo === 'back' || each.undo === 'undone') return []
    return [{ ...rowOf(each), to: null, note: `Skipped: ${notUndoneWords[each.undo]}.` }]
  })
  const done = people.length - back.length - rows.length
  return (
    <div className={classes.form}>
      <div>
        <p className={classes.sentence}>{sentence}.</p>
        {reason !== '' && <p>{reason}</p>}
        <p className={classes.muted}>
          <bdi>{by}</bdi> · <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time>
        </p>
      </div>
      <p>{bulkMessages.undoMeaning}</p>
      <p role="status">
        <strong>{count(back.length, 'member')}</strong>
        {rows.length > 0 && ` · ${rows.length} skipped`}
        {done > 0 && ` · ${done} already undone`}
      </p>
      <ChangeTable
        label="Members and restored values"
        edit={edit}
        rows={[...rows, ...back.map((each) => ({ ...rowOf(each), to: each.to, note: null }))]}
      />
      {undo.problem && <ErrorNote error={undo.problem} />}
      <div className={classes.end}>
        <ActionButton onClick={close}>Cancel</ActionButton>
        {back.length > 0 && (
          <ActionButton
            tone="blue"
            pending={undo.pending}
            reason={needsConnection}
            onClick={() => undo.act({ editId: id })}
          >
            Undo for {count(back.length, 'member')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** Undo from the toast; members who can't be undone appear in the list of bulk edits. */
export function useUndoBulk() {
  return useIdempotentMutation(api.bulkEdit.undo, {
    onDone: async ({ people, left }) => {
      await refreshMembers()
      toast({ text: left.length === 0 ? bulkMessages.undone(people) : bulkMessages.undoneInPart(people, left.length) })
    },
    onProblem: ({ message }) => {
      void refreshMembers()
      toast({ text: message, role: 'alert', stays: true })
    },
  })
}
