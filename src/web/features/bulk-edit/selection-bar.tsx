import { bulkMessages } from '#domain/text/bulk-edit-messages.ts'
import type { Selection } from '#web/features/data-table/row-selection.tsx'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './bulk-edit.module.css'

/** Number of selected rows and the bulk action; stays in view at any scroll position. */
export function SelectionBar({ picked, onEdit }: { picked: Selection; onEdit: () => void }) {
  const { keys, hidden, clear } = picked
  return (
    <ActionBar>
      <div className={classes.bar}>
        <p className={classes.picked}>
          <strong>{keys.length} selected</strong>
          {hidden > 0 && <span className={classes.hidden}>{bulkMessages.hidden(hidden)}</span>}
        </p>
        <div className={classes.tools}>
          <ActionButton onClick={clear}>Clear</ActionButton>
          <ActionButton tone="blue" aria-haspopup="dialog" onClick={onEdit}>
            Edit selected
          </ActionButton>
        </div>
      </div>
    </ActionBar>
  )
}
