import { useSyncExternalStore } from 'react'

/** Cached, because every row of a long list queries it at each render. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string) {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query matches, for differences in structure rather than style. */
function useMedia(query: string) {
  return useSyncExternalStore(
    (listener) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => listOf(query).matches,
  )
}

/**
 * From 1050 px on, the links are inline and the page has two columns; below that, the main action is in the thumb zone.
 */
export function useDesktop() {
  return useMedia('(min-width: 65.625em)')
}

/** The person has asked their device for reduced motion. */
export function useReducedMotion() {
  return useMedia('(prefers-reduced-motion: reduce)')
}

/** A phone or tablet, whose main pointer is a finger. */
export function useTouchOnly() {
  return useMedia('(hover: none) and (pointer: coarse)')
}
