import { type FormEvent, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostAttendance } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './limit-form.module.css'
import { refreshPractices, refreshRecord } from './manage-practices-query.ts'

/** The text that is typed, and the limit that stood there when typing began: two officers don't overwrite each other. */
type Edit = { text: string; expected: number | null }

/** The attendance limit (D29); what was typed stays whatever comes of it. */
export function LimitForm({ practice: { id, attendanceLimit } }: { practice: PracticeRecord['practice'] }) {
  const [edit, setEdit] = useState<Edit | null>(null)
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const set = useIdempotentMutation(api.managePractices.setLimit, {
    onDone: async (_, { limit }) => {
      await Promise.all([refreshRecord(id), refreshPractices()])
      setEdit(null)
      toast({ text: officerMessages.limitSaved(limit) })
    },
    onProblem: ({ reason }) => {
      if (reason === 'changed-meanwhile') void refreshRecord(id)
      field.current?.focus()
    },
  })
  const text = edit?.text ?? textOf(attendanceLimit)
  const overtaken = set.problem?.reason === 'changed-meanwhile'

  function submit(event: FormEvent) {
    event.preventDefault()
    const limit = limitIn(text)
    setWrong(limit === undefined)
    if (limit === undefined) return field.current?.focus()
    if (edit === null) return
    // Who has read what it is now, and saves again, means it.
    void set.act({ practiceId: id, expected: overtaken ? attendanceLimit : edit.expected, limit })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label="Attendance Limit"
        description={officerMessages.limitMeaning}
        descriptionBelow
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={
          wrong
            ? officerMessages.limitWrong(mostAttendance)
            : overtaken
              ? officerMessages.limitChangedMeanwhile(attendanceLimit)
              : undefined
        }
        onChange={(event) => {
          const typed = event.currentTarget.value
          setWrong(false)
          setEdit({ text: typed, expected: edit ? edit.expected : attendanceLimit })
        }}
      />
      <ActionButton sends type="submit" pending={set.pending} reason={edit === null ? '' : null}>
        Save
      </ActionButton>
      {set.problem && !overtaken && (
        <div className={classes.problem}>
          <ErrorNote error={set.problem} onRetry={set.retry} pending={set.pending} />
        </div>
      )}
    </form>
  )
}

function textOf(limit: number | null) {
  return limit === null ? '' : String(limit)
}

/** Undefined where it is none. */
function limitIn(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= mostAttendance ? number : undefined
}
