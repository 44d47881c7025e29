import { useState } from 'react'
import type { BulkEdit, BulkValue } from '#domain/bulk-edit.ts'
import { bulkValueInWords } from '#domain/text/bulk-edit-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './bulk-edit.module.css'

type ChangeRow = { id: string; name: string; email: string; from: BulkValue; to: BulkValue; note: string | null }

/** Rows shown at first; the rest are one press away. */
const atFirst = 20

/** Each member's value before and after; for a member who is skipped, the reason. */
export function ChangeTable({ label, edit, rows }: { label: string; edit: BulkEdit; rows: ChangeRow[] }) {
  const [all, setAll] = useState(false)
  const day = useFormatDay()
  const say = (value: BulkValue) => bulkValueInWords(edit, value, day)
  if (rows.length === 0) return null
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {(all ? rows : rows.slice(0, atFirst)).map(({ id, name, email, from, to, note }) => (
            <tr key={id} data-left={note !== null || undefined}>
              <th scope="row">
                <bdi>{name}</bdi>
                <span className={classes.email}>{email}</span>
                {note !== null && <span className={classes.note}>{note}</span>}
              </th>
              <td>
                {say(from)}
                {(note === null || to !== null) && (
                  <>
                    <span aria-hidden> → </span>
                    <ReadOut>{note === null ? ' becomes ' : ' is now '}</ReadOut>
                    <span className={classes.to}>{say(to)}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > atFirst && (
        <div>
          <ActionButton onClick={() => setAll(true)}>Show all {rows.length}</ActionButton>
        </div>
      )}
    </>
  )
}

/** Formats a local day the way the club does. */
export function useFormatDay() {
  const times = useClubTimes()
  return (day: string) => times.date(day, serverNow())
}
