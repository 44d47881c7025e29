import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { BulkEditSummary } from '#contract/bulk-edit.ts'
import { bulkUndoableForDays } from '#domain/bulk-edit.ts'
import { bulkMessages, bulkSentence, capital } from '#domain/bulk-messages.ts'
import { bulkEditsQuery } from '#web/members/members-query.ts'
import { useMembersDialog } from '#web/members/use-members-dialog.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import classes from './bulk-edit.module.css'
import { useDayInWords } from './use-day-in-words.ts'

const atFirst = 3

/** What has been changed for many lately, and can still be undone. */
export function RecentEdits({ now }: { now: number }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const edits = useQuery(bulkEditsQuery).data?.edits ?? []
  if (edits.length === 0) return null
  return (
    <section aria-labelledby={id} className={classes.recent}>
      <div>
        <h2 id={id}>Bulk edits</h2>
        <p className={classes.muted}>{bulkMessages.recentMeaning(bulkUndoableForDays)}</p>
      </div>
      <Card flush>
        <ul>
          {(all ? edits : edits.slice(0, atFirst)).map((edit) => (
            <Recent key={edit.id} made={edit} now={now} />
          ))}
        </ul>
      </Card>
      {!all && edits.length > atFirst && (
        <div>
          <ActionButton onClick={() => setAll(true)}>Show all {edits.length}</ActionButton>
        </div>
      )}
    </section>
  )
}

function Recent({ made: { id, at, by, edit, people, reason, undone }, now }: { made: BulkEditSummary; now: number }) {
  const times = useClubTimes()
  const { open } = useMembersDialog()
  const sentence = bulkSentence(edit, people, useDayInWords())
  return (
    <li className={classes.made}>
      <div className={classes.about}>
        <p className={classes.sentence}>{capital(sentence)}</p>
        {reason !== '' && <p>{reason}</p>}
        <p className={classes.muted}>
          {by} · <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time>
          {undone > 0 && ` · ${undone === people ? 'undone' : `undone for ${undone} of ${people}`}`}
        </p>
      </div>
      {undone < people && (
        <ActionButton
          label={`Undo: ${sentence}`}
          aria-haspopup="dialog"
          onClick={() => open({ open: 'undo-bulk', edit: id })}
        >
          Undo
        </ActionButton>
      )}
    </li>
  )
}
