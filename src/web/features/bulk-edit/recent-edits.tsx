import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkEditSummary } from '#contract/bulk-edit.ts'
import { bulkUndoableForDays } from '#domain/bulk-edit.ts'
import { bulkMessages, bulkSentence, capital } from '#domain/text/bulk-edit-messages.ts'
import { bulkEditsQuery } from '#web/features/members/members-query.ts'
import { useOpenMember } from '#web/features/members/use-members-dialog.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'
import { useFormatDay } from './use-format-day.ts'

const atFirst = 3

/** What has been changed for many lately, and can still be undone. */
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
        {by} · <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time>
        {undone > 0 && ` · ${undone === people ? 'undone' : `undone for ${undone} of ${people}`}`}
      </p>
    </ListedRow>
  )
}
