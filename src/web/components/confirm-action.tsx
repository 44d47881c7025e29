import { type ReactNode, useEffect } from 'react'
import type { Problem } from '#web/lib/request.ts'
import type { IdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useNeedsConnection } from './connection-notes.tsx'

type ConfirmActionProps<Input> = {
  /** The URL says that it is open. */
  asked: boolean
  /** What to send; null if its subject doesn't exist, or no longer does. */
  input: Input | null
  act: IdempotentMutation<Input, unknown>
  title: string
  text: ReactNode
  confirm: string
  cancel?: string
  tone?: 'red' | 'gold'
  /** A field, below the sentence. */
  children?: ReactNode
  inWords?: (problem: Problem) => string
  onDone?: () => void
  onClose: () => void
  returnFocus?: () => HTMLElement | null
}

/**
 * A confirmation dialog for a mutation, open according to the URL. It closes automatically when its subject is gone,
 * but not while the mutation is pending or has an error to show.
 */
export function ConfirmAction<Input>(props: ConfirmActionProps<Input>) {
  const { asked, input, act, inWords, onDone, onClose, ...question } = props
  const { pending, problem, clear } = act
  const blocked = useNeedsConnection()
  const pointless = asked && input === null && !pending && problem === null

  useEffect(() => {
    if (pointless) onClose()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only closing clears the error
  useEffect(() => {
    if (!asked) clear()
  }, [asked])

  async function confirm() {
    if (input === null) return onClose()
    if ((await act.act(input)) === null) return
    onClose()
    onDone?.()
  }

  return (
    <ConfirmDialog
      {...question}
      open={asked && !pointless}
      pending={pending}
      blocked={blocked}
      error={problem && { ...problem, message: inWords ? inWords(problem) : problem.message }}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
