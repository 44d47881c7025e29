import { useSyncExternalStore } from 'react'

/** Whether a media query holds now, for what is a matter of structure and not of style. */
function useMedia(query: string) {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
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
