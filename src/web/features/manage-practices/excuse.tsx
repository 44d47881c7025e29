import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { outlookMessages as text } from '#domain/text/outlook-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { giveFocus, isFocusFree } from '#web/ui/focus.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'

type ExcuseProps = { practiceId: string; person: PracticeRecord['answers'][number] }

/** Excuses a no-show with a reason, which can be undone. */
export function Excuse({ practiceId, person }: ExcuseProps) {
  const { memberId, name, excuse = null } = person
  const [reason, setReason] = useState<string | null>(null)
  const set = useIdempotentMutation(api.managePractices.setExcuse, { onDone: () => refreshRecord(practiceId) })
  const { pending, problem } = set
  const button = useRef<HTMLButtonElement>(null)
  const shown = excuse !== null ? 'undo' : reason !== null ? 'form' : 'ask'
  const before = useRef(shown)

  // The pressed button has been replaced with this one.
  useEffect(() => {
    if (before.current !== shown && isFocusFree()) giveFocus(button.current, { preventScroll: true })
    before.current = shown
  }, [shown])

  const save = (excused: boolean) =>
    set.act({ practiceId, memberId, excused, reason: excused ? (reason ?? '').trim() : '' })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if ((await save(true)) !== null) setReason(null)
  }

  if (excuse !== null)
    return (
      <div className={classes.excuse}>
        <span>
          <bdi>{text.excused(excuse)}</bdi>
        </span>
        <ActionButton
          ref={button}
          sends
          tone="quiet"
          pending={pending}
          label={inLine`${text.undoExcuseOf(name)}`}
          onClick={() => save(false)}
        >
          {text.undoExcuse}
        </ActionButton>
        {problem && <ErrorNote error={problem} onRetry={set.retry} pending={pending} />}
      </div>
    )
  if (reason === null)
    return (
      <div className={classes.excuse}>
        <ActionButton ref={button} tone="quiet" label={inLine`${text.excuseOf(name)}`} onClick={() => setReason('')}>
          {text.excuse}…
        </ActionButton>
      </div>
    )
  return (
    <form className={classes.excuseForm} onSubmit={submit} noValidate>
      <TextField
        label="Reason"
        description={`${text.excuseWhy} ${officerMessages.reasonErased}`}
        descriptionBelow
        autoComplete="off"
        autoFocus
        maxLength={200}
        value={reason}
        error={problem?.fields?.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem && problem.fields?.reason === undefined && (
        <ErrorNote error={problem} onRetry={set.retry} pending={pending} />
      )}
      <div className={classes.tools}>
        <ActionButton onClick={() => setReason(null)}>Cancel</ActionButton>
        <ActionButton sends type="submit" tone="blue" pending={pending}>
          {text.excuse}
        </ActionButton>
      </div>
    </form>
  )
}
