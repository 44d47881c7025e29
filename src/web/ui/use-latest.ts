import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A getter for the latest value, for event handlers: components that receive it don't rerender when the value changes.
 * @returns the getter, which is always the same function
 */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  return useCallback(() => latest.current, [])
}
