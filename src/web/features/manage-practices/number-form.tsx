import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import type { Problem } from '#web/lib/request.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { limitText } from './limit-text.ts'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './plan-form.module.css'

type NumberFormProps = {
  /** What it's about, above the field. */
  children: ReactNode
  field: RefObject<HTMLInputElement | null>
  label: string
  meaning: string
  /** Null where the field is empty. */
  current: number | null
  /** Undefined for what is no such number. */
  read: (text: string) => number | null | undefined
  wrong: string
  /** Says that someone else has just changed it. */
  changed: (now: number | null) => string
  saving: { pending: boolean; problem: Problem | null; retry: () => unknown }
  onSave: (facts: { expected: number | null; value: number | null }) => void
  onClose: () => void
}

/**
 * Saves such a number of a practice. If another officer has changed it, their number is loaded, and the form shows it.
 */
export function useSavedNumber<Input, Output>(
  operation: Parameters<typeof useIdempotentMutation<Input, Output>>[0],
  practiceId: string,
  onDone: (output: Output, input: Input) => unknown,
) {
  const field = useRef<HTMLInputElement>(null)
  const saving = useIdempotentMutation(operation, {
    onDone,
    onProblem({ reason }) {
      if (reason === 'changed-meanwhile') void refreshRecord(practiceId)
      field.current?.focus()
    },
  })
  return { field, saving }
}

/** The typed text, and the number at the time typing began, for the optimistic lock. */
type NumberEdit = { text: string; expected: number | null }

/** Changes one number of a practice, which may be empty. The typed value stays if saving fails. */
export function NumberForm({ children, field, current, read, saving, onSave, onClose, ...words }: NumberFormProps) {
  const [edit, setEdit] = useState<NumberEdit | null>(null)
  const [isWrong, setWrong] = useState(false)
  const text = edit?.text ?? limitText(current)
  const overtaken = saving.problem?.reason === 'changed-meanwhile'

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = read(text)
    setWrong(value === undefined)
    if (value === undefined) return field.current?.focus()
    if (edit === null) return onClose()
    // Saving again after reading the note about a conflict overwrites the new number.
    onSave({ expected: overtaken ? current : edit.expected, value })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.about}>{children}</p>
      <OfflineGuard>
        <TextField
          ref={field}
          label={words.label}
          description={words.meaning}
          descriptionBelow
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isWrong ? words.wrong : overtaken ? words.changed(current) : undefined}
          onChange={(event) => {
            const typed = event.currentTarget.value
            setWrong(false)
            setEdit({ text: typed, expected: edit ? edit.expected : current })
          }}
        />
        {saving.problem && !overtaken && (
          <ErrorNote error={saving.problem} onRetry={saving.retry} pending={saving.pending} />
        )}
        <div className={classes.actions}>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton sends type="submit" tone="blue" pending={saving.pending}>
            Save
          </ActionButton>
        </div>
      </OfflineGuard>
    </form>
  )
}
