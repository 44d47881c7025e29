import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

export type FilterInUse = ReturnType<typeof useHistoryFilter>

/** So long without a key, and what was typed stands in the address. */
const settleMs = 250

/**
 * The filter of the history, kept in the address: typing replaces the entry, choosing a semester makes one, so that Back
 * takes the choice back. What is typed filters at once and need not wait for the address.
 */
export function useHistoryFilter() {
  const { q = '', term = '' } = useSearch({ from: '/my-practices' })
  const navigate = useNavigate({ from: '/my-practices' })
  const [text, setText] = useState(q)
  const written = useRef(q)

  // The address has changed by itself: Back, or a link.
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  useEffect(() => {
    const typed = text.trim()
    if (typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      void navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true, resetScroll: false })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text, navigate])

  function setTerm(key: string) {
    void navigate({ search: (before) => ({ ...before, term: key || undefined }), resetScroll: false })
  }

  function clear() {
    written.current = ''
    setText('')
    void navigate({ search: (before) => ({ ...before, q: undefined, term: undefined }), resetScroll: false })
  }

  return { text, term, on: text.trim() !== '' || term !== '', setText, setTerm, clear }
}
