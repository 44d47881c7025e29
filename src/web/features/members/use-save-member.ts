import { useRef } from 'react'
import type { Problem } from '#web/lib/api-error.ts'
import { type IdempotentMutation, useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from './members-query.ts'

type Operation<Input> = Parameters<typeof useIdempotentMutation<Input, unknown>>[0]

/** An officer's edit, for `useRowEdit`: resolves to what went wrong, or to null, once the list shows what is true. */
export function useSaveMember<Input>(operation: Operation<Input>) {
  const met = useRef<Problem | null>(null)
  const { act }: IdempotentMutation<Input, unknown> = useIdempotentMutation(operation, {
    onDone: refreshMembers,
    onProblem: (problem) => {
      met.current = problem
    },
  })
  return async (input: Input) => {
    met.current = null
    await act(input)
    const problem = met.current as Problem | null
    if (problem?.kind === 'refused' || problem?.kind === 'not-found') await refreshMembers()
    return problem
  }
}
