import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Problem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { isFocusFree } from '#web/ui/focus.ts'
import { FormMessage } from '#web/ui/form-message.tsx'

type RowDraft<Value> = { expected: Value; value: Value | null }

type EditOptions<Value> = {
  /** As the server has it. */
  current: Value
  /** Resolves to what went wrong, or to null once what is on the screen is true again. */
  save: (change: { expected: Value; value: Value }) => Promise<Problem | null>
  /** So long after the last change it is saved; never, where it is left out. */
  saveAfterMs?: number
  /** What can't be saved stays where it was typed. */
  isFine?: (value: Value) => boolean
  /** @param undo sets it back to what it was */
  onSaved?: (change: { expected: Value; value: Value }, undo: () => void) => void
  /** Says what it was about where its row has gone by the time it fails. */
  about: string
}

type RowEdit<Value> = ReturnType<typeof useRowEdit<Value>>

/**
 * A value that an officer changes where it stands. What they saw before is sent along; where somebody else was faster the
 * new truth is shown beside what was wanted, and nothing typed is lost.
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
  /** Something was begun here that is not over. */
  const isOpen = draft !== null || pending || problem !== null

  function change(value: Value | null) {
    // Who has read that it is another by now starts from there.
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
      // What was changed meanwhile starts from what is there now.
      setDraft((now) => (now === null || now.value === change.value ? null : { ...now, expected: change.value }))
      onSaved?.(change, () => set(change.expected, change.value))
    } else if (!here.current) toast({ text: `${about}: ${met.message}`, role: 'alert', stays: true })
  }

  /** Saves what stands there; what is no value goes back to what it was. */
  function commit() {
    if (draft === null || underWay.current || isWrong) return
    const { expected, value } = draft
    if (value === null || (value === current && problem === null)) return setDraft(null)
    void send({ expected, value })
  }

  /** The focus has left it; whoever goes to the note about it decides there. */
  function settle() {
    if (problem === null) commit()
  }

  /** Saves this, whatever stands there. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(commitNow, saveAfterMs)
    return () => clearTimeout(timer)
  }, [waiting, draft, saveAfterMs])

  // Its row goes, as by a search: what was meant is still done.
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
  /** A value in the officer's words: `3 day passes`. */
  say: (value: Value) => string
}

/** Why a change was not made: somebody else's is there now, or it never arrived. */
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

/**
 * What stood beside a field only for a while, as the note about it, goes with the press that settles it: the focus goes back
 * to the field.
 */
export function useReturnFocus(shown: boolean, fieldId: string) {
  const before = useRef(shown)
  useEffect(() => {
    const went = before.current && !shown
    before.current = shown
    if (went && isFocusFree()) document.getElementById(fieldId)?.focus()
  }, [shown, fieldId])
}
