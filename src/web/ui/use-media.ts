import { useSyncExternalStore } from 'react'

/** Kept: each row of a long list asks, each time it is drawn. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string) {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds now, for what is a matter of structure and not of style. */
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

/** From 1050 px the links stand inline and the page has two columns; below, the main action is in the thumb zone. */
export function useDesktop() {
  return useMedia('(min-width: 65.625em)')
}

/** Somebody has asked their device that nothing moves by itself. */
export function useReducedMotion() {
  return useMedia('(prefers-reduced-motion: reduce)')
}
