import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'

export type FilterInUse = ReturnType<typeof useHistoryFilter>

/**
 * The filter of the history, kept in the address: typing replaces the entry, choosing a semester makes one, so that Back
 * takes the choice back. What is typed filters at once and need not wait for the address.
 */
export function useHistoryFilter() {
  const { q = '', term = '' } = useSearch({ from: '/my-practices' })
  const navigate = useNavigate({ from: '/my-practices' })
  const write = useCallback(
    (typed: string) =>
      void navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true, resetScroll: false }),
    [navigate],
  )
  const { text, setText, replace } = useDebouncedText(q, write)

  function setTerm(key: string) {
    void navigate({ search: (before) => ({ ...before, term: key || undefined }), resetScroll: false })
  }

  function clear() {
    replace('')
    void navigate({ search: (before) => ({ ...before, q: undefined, term: undefined }), resetScroll: false })
  }

  return { text, term, on: text.trim() !== '' || term !== '', setText, setTerm, clear }
}
