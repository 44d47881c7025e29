import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Problem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { isFocusFree } from '#web/ui/focus.ts'
import { FormMessage } from '#web/ui/form-message.tsx'

type RowDraft<Value> = { expected: Value; value: Value | null }

type EditOptions<Value> = {
  /** The server's value. */
  current: Value
  /** Resolves to the problem, or to null once the screen shows the saved state. */
  save: (change: { expected: Value; value: Value }) => Promise<Problem | null>
  /** Debounce in ms after the last change; without it, changes are not saved automatically. */
  saveAfterMs?: number
  /** A value that fails this is not saved and stays in the field. */
  isFine?: (value: Value) => boolean
  /** @param undo restores the previous value */
  onSaved?: (change: { expected: Value; value: Value }, undo: () => void) => void
  /** Prefix for an error when the row is gone by the time the save fails. */
  about: string
}

type RowEdit<Value> = ReturnType<typeof useRowEdit<Value>>

/**
 * Inline edit with optimistic locking. The value the officer saw is sent along; if someone else changed it first, the
 * new value is shown next to the draft, and nothing typed is lost.
 */
export function useRowEdit<Value>(options: EditOptions<Value>) {
  const { current, save, saveAfterMs, isFine, onSaved, about } = options
  const [draft, setDraft] = useState<RowDraft<Value> | null>(null)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const underWay = useRef(false)
  const here = useRef(true)
  const wanted = draft === null ? current : draft.value
  const isWrong = draft !== null && draft.value !== null && isFine?.(draft.value) === false
  const isUnsaved = draft !== null && draft.value !== null && draft.value !== current
  /** An edit is in progress. */
  const isOpen = draft !== null || pending || problem !== null

  function change(value: Value | null) {
    // After reading the note about a conflict, the officer edits the current value.
    const expected = draft === null || problem !== null ? current : draft.expected
    setProblem(null)
    setDraft({ expected, value })
  }

  async function send(change: { expected: Value; value: Value }) {
    if (underWay.current) return
    underWay.current = true
    setPending(true)
    setProblem(null)
    const met = await save(change)
    underWay.current = false
    setPending(false)
    setProblem(met)
    if (met === null) {
      // A change made in the meantime starts from the saved value.
      setDraft((now) => (now === null || now.value === change.value ? null : { ...now, expected: change.value }))
      onSaved?.(change, () => set(change.expected, change.value))
    } else if (!here.current) toast({ text: `${about}: ${met.message}`, role: 'alert', stays: true })
  }

  /** Saves the draft; an empty draft resets to the current value. */
  function commit() {
    if (draft === null || underWay.current || isWrong) return
    const { expected, value } = draft
    if (value === null || (value === current && problem === null)) return setDraft(null)
    void send({ expected, value })
  }

  /** On blur. After a problem, the officer decides in the note below. */
  function settle() {
    if (problem === null) commit()
  }

  /** Saves this value, regardless of the draft. */
  function set(value: Value, expected = current) {
    setDraft({ expected, value })
    void send({ expected, value })
  }

  function drop() {
    setDraft(null)
    setProblem(null)
  }

  const waiting = saveAfterMs !== undefined && isUnsaved && !isWrong && !pending && problem === null
  const commitNow = useEffectEvent(commit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the timer
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(commitNow, saveAfterMs)
    return () => clearTimeout(timer)
  }, [waiting, draft, saveAfterMs])

  // The row is unmounted, as by a search: pending changes are still saved.
  const leave = useEffectEvent(() => {
    here.current = false
    if (waiting) commit()
  })
  useEffect(() => {
    here.current = true
    return () => leave()
  }, [])

  return { wanted, current, isUnsaved, isOpen, isWrong, pending, problem, change, commit, settle, set, drop }
}

type EditNoteProps<Value> = {
  edit: RowEdit<Value>
  /** Formats a value for the officer: `3 day passes`. */
  say: (value: Value) => string
}

/** Why a change was not saved: a conflict, or it never reached the server. */
export function RowEditNote<Value>({ edit, say }: EditNoteProps<Value>) {
  const { problem, wanted, current, pending, set, commit, drop } = edit
  if (problem === null || wanted === null) return null
  if (problem.reason === 'changed-meanwhile')
    return (
      <FormMessage
        tone="warning"
        actions={
          <>
            <ActionButton sends pending={pending} onClick={() => set(wanted)}>
              Set to {say(wanted)}
            </ActionButton>
            <ActionButton onClick={drop}>Keep {say(current)}</ActionButton>
          </>
        }
      >
        {officerMessages.changedMeanwhile(say(current), say(wanted))}
      </FormMessage>
    )
  return (
    <FormMessage
      tone="error"
      actions={
        <>
          <ActionButton sends pending={pending} onClick={commit}>
            Try again
          </ActionButton>
          <ActionButton onClick={drop}>Keep {say(current)}</ActionButton>
        </>
      }
      details={problem.requestId && `Error ID: ${problem.requestId}`}
    >
      {problem.message}
    </FormMessage>
  )
}

/** Returns the focus to the field when a temporary element, such as its note, is closed by a press in it. */
export function useReturnFocus(shown: boolean, fieldId: string) {
  const before = useRef(shown)
  useEffect(() => {
    const went = before.current && !shown
    before.current = shown
    if (went && isFocusFree()) document.getElementById(fieldId)?.focus()
  }, [shown, fieldId])
}
