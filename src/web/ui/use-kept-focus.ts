import { useEffect } from 'react'
import { isControlGone, isFocusFree } from './last-control.ts'

/**
 * A control may go with the practice that it was about, also when someone else acts. If it was the one in use, the page's
 * heading takes the focus, so that the keyboard and the screen reader go on from there and not from the top of the document.
 */
export function useKeptFocus() {
  // After every rendering: any of them may have taken it away.
  useEffect(() => {
    if (isControlGone() && isFocusFree()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
