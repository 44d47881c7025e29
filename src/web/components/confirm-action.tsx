import { type ReactNode, useEffect } from 'react'
import type { Problem } from '#web/lib/request.ts'
import type { IdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useNeedsConnection } from './connection-notes.tsx'

type ConfirmActProps<Input> = {
  /** The URL asks for it. */
  asked: boolean
  /** What to send; null while there is nothing (any more) to do it to. */
  input: Input | null
  act: IdempotentMutation<Input, unknown>
  title: string
  text: ReactNode
  confirm: string
  cancel?: string
  tone?: 'red' | 'gold'
  inWords?: (problem: Problem) => string
  onDone?: () => void
  onClose: () => void
  returnFocus?: () => HTMLElement | null
}

/**
 * A question before an act, in the URL. It closes by itself when there is nothing left to do it to, but never while it is
 * under way or has a refusal to show.
 */
export function ConfirmAction<Input>(props: ConfirmActProps<Input>) {
  const { asked, input, act, inWords, onDone, onClose, ...question } = props
  const { pending, problem, clear } = act
  const blocked = useNeedsConnection()
  const pointless = asked && input === null && !pending && problem === null

  useEffect(() => {
    if (pointless) onClose()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only closing forgets what went wrong
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
