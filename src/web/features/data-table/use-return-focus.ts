import { useEffect, useRef } from 'react'
import { isFocusFree } from '#web/ui/last-control.ts'

/**
 * What stood beside a field only for a while, as the note about it, goes with the press that settles it: the focus goes back
 * to the field.
 */
export function useReturnFocus(shown: boolean, fieldId: string) {
  const before = useRef(shown)
  useEffect(() => {
    const went = before.current && !shown
    before.current = shown
    if (went && isFocusFree()) document.getElementById(fieldId)?.focus()
  }, [shown, fieldId])
}
