import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A value for what asks for it only when it is pressed: what it is given to is not drawn anew whenever the value changes.
 * @returns what gives the value of the last drawing; always the same function
 */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  return useCallback(() => latest.current, [])
}
