import { useEffect, useRef, useState } from 'react'
import { isRetryable, type Problem, reportProblem, toProblem } from './request.ts'

type Operation<Input, Output> = (input: Input, options: { context: { idempotencyKey: string } }) => PromiseLike<Output>

export type IdempotentMutation<Input, Output> = {
  /** Runs the mutation; a second call while one is pending does nothing. Resolves to null if it failed. */
  act: (input: Input) => Promise<Output | null>
  /** Runs the last mutation again, with the same key if the first may have arrived. */
  retry: () => Promise<Output | null>
  pending: boolean
  problem: Problem | null
  /** Clears the problem. */
  clear: () => void
}

type MutationOptions<Input, Output> = {
  /** The mutation stays pending until the returned promise has settled. */
  onDone?: (output: Output, input: Input) => unknown
  onProblem?: (problem: Problem) => void
}

/**
 * A mutation with an idempotency key. If it fails without a response and the same input is sent again, it uses the same
 * key, so that the server runs it only once.
 *
 * @example const start = useIdempotentMutation(api.practices.start, { onDone: () => toast({ text: 'The practice is
 * live.' }) })
 */
export function useIdempotentMutation<Input, Output>(
  operation: Operation<Input, Output>,
  { onDone, onProblem }: MutationOptions<Input, Output> = {},
): IdempotentMutation<Input, Output> {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const underWay = useRef(false)
  const last = useRef<{ input: Input; key: string; unsettled: boolean } | null>(null)

  async function act(input: Input): Promise<Output | null> {
    if (underWay.current) return null
    underWay.current = true
    const again = last.current?.unsettled && isSame(last.current.input, input)
    const key = again && last.current ? last.current.key : newIdempotencyKey()
    last.current = { input, key, unsettled: true }
    setPending(true)
    setProblem(null)
    try {
      const output = await perform(input, key)
      // Still pending, so that a button stays busy until the result is on the screen.
      if (output !== null) await onDone?.(output, input)
      return output
    } finally {
      underWay.current = false
      setPending(false)
    }
  }

  async function perform(input: Input, key: string) {
    try {
      const output = await operation(input, { context: { idempotencyKey: key } })
      last.current = null
      return output
    } catch (error) {
      const met = toProblem(error)
      last.current = { input, key, unsettled: isRetryable(met) }
      setProblem(met)
      onProblem?.(met)
      reportProblem(met)
      return null
    }
  }

  async function retry() {
    return last.current ? act(last.current.input) : null
  }

  // Clears the offline error once the device is back online.
  const offline = problem?.kind === 'offline'
  useEffect(() => {
    if (!offline) return
    const forget = () => setProblem(null)
    window.addEventListener('online', forget)
    return () => window.removeEventListener('online', forget)
  }, [offline])

  return { act, retry, pending, problem, clear: () => setProblem(null) }
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An idempotency key. `randomUUID` exists only on https and localhost; elsewhere 128 random bits do as well. */
export function newIdempotencyKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
