import { useDocumentVisibility, useInViewport } from '@mantine/hooks'
import { type FocusEvent, useState } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { findMap, type MapPlace, mapAfter, takesTurns, timePasses } from '#domain/maps.ts'
import { useReducedMotion } from '#web/ui/use-media.ts'

/**
 * Which map is shown, and whether its time passes. The time itself is the animation of the bar, so that what one sees is what
 * counts, and nothing ticks when nothing is to be seen: it reports its end by `turn`.
 */
export function useMapRotation(maps: ClubMap[], { covered }: { covered: boolean }) {
  const { ref, inViewport } = useInViewport<HTMLElement>()
  const visible = useDocumentVisibility() === 'visible'
  const reducedMotion = useReducedMotion()
  const [place, setPlace] = useState<MapPlace>('range')
  const [paused, setPaused] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const shown = findMap(maps, place) ?? maps[0]
  const takingTurns = takesTurns({ maps: maps.length, reducedMotion })
  const inSight = inViewport && visible && !covered
  return {
    shown,
    inSight,
    takingTurns,
    running: takingTurns && timePasses({ paused, held: pointed || focused, inSight }),
    paused,
    setPaused,
    turn: () => shown && setPlace(mapAfter(maps, shown.place)?.place ?? place),
    /** For the element whose being looked at counts: pointers over it and fingers on it, the keyboard in it. */
    holders: {
      ref,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A button that was pressed with the mouse keeps the focus, but nobody looks at it for that.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}
