import { useEffect, useRef } from 'react'

/**
 * What stood beside a field only for a while, as the note about it, goes with the press that settles it: the focus goes back
 * to the field.
 */
export function useFocusBack(shown: boolean, fieldId: string) {
  const before = useRef(shown)
  useEffect(() => {
    const went = before.current && !shown
    before.current = shown
    if (went && document.activeElement === document.body) document.getElementById(fieldId)?.focus()
  }, [shown, fieldId])
}
