import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** So long without a key, and what was typed stands where it is kept. */
const settleMs = 250

/**
 * What is typed into a search that is kept elsewhere, as in the address: it counts at once, and is written there a moment
 * after the last key.
 * @param kept as it stands there; when it changes by itself (Back, a link) it wins
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

  /** For what is written at once, by the one who calls. */
  function replace(next: string) {
    written.current = next
    setText(next)
  }

  return { text, setText, replace }
}
