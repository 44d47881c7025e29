import { useEffect, useRef } from 'react'

/**
 * A control may go with the practice that it was about, also by somebody else's act. If it had the focus, the page's
 * heading takes it, so that the keyboard and the screen reader go on from there and not from the top of the document.
 */
export function useKeptFocus() {
  const last = useRef<EventTarget | null>(null)

  useEffect(() => {
    const note = (event: Event) => {
      last.current = event.target
    }
    const forget = () => {
      last.current = null
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget, true)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget, true)
    }
  }, [])

  // After every rendering: any of them may have taken it away.
  useEffect(() => {
    const gone = last.current instanceof Element && !last.current.isConnected
    if (!gone || document.activeElement !== document.body) return
    last.current = null
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
