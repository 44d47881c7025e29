import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long after the last key the text is written. */
const settleMs = 250

/**
 * Debounces the text of a search that is stored elsewhere, as in the address: it applies right away, but is written a
 * moment after the last key.
 * @param kept the stored text; it wins when something else changes it (Back, a link)
 */
export function useDebouncedText(kept: string, write: (text: string) => void) {
  const [text, setText] = useState(kept)
  const written = useRef(kept)
  const writeNow = useEffectEvent(write)

  useEffect(() => {
    if (kept === written.current) return
    written.current = kept
    setText(kept)
  }, [kept])

  useEffect(() => {
    const typed = text.trim()
    if (typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      writeNow(typed)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text])

  /** For a caller that writes the text immediately. */
  function replace(next: string) {
    written.current = next
    setText(next)
  }

  return { text, setText, replace }
}
