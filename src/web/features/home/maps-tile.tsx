import { useDocumentVisibility, useInViewport } from '@mantine/hooks'
import { IconArrowsMaximize, IconMapPin, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { findMap, type MapPlace, mapAfter, mapBarStepMs, mapTurnMs, takesTurns, timePasses } from '#domain/maps.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { Directions } from '#web/features/practices/practice-place.tsx'
import { Chip } from '#web/ui/card.tsx'
import { useReducedMotion } from '#web/ui/use-media.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { MapFrame } from './map-frame.tsx'
import classes from './maps-tile.module.css'

const barTime = {
  animationDuration: `${mapTurnMs}ms`,
  animationTimingFunction: `steps(${mapTurnMs / mapBarStepMs})`,
}

/** Both locations with addresses and directions, and a slideshow of the two maps above. */
export function MapsTile({ maps, officer }: { maps: ClubMap[]; officer: boolean }) {
  const { search, open } = useHomeDialog()
  const turns = useMapRotation(maps, { covered: search.open !== undefined || search.map !== undefined })
  const { shown, paused, running } = turns
  const seen = useSeen(turns.inSight ? shown?.place : undefined)
  if (shown === undefined) return null
  return (
    <li data-row>
      <div className={classes.tile} {...turns.holders}>
        <div className={classes.head}>
          <IconMapPin size={24} stroke={1.75} aria-hidden />
          <span className={classes.name}>Maps</span>
          {officer && maps.some(({ sample }) => sample) && <Chip tone="outline">Sample</Chip>}
          {turns.takingTurns && (
            <button type="button" className={classes.pause} onClick={() => turns.setPaused(!paused)}>
              {paused ? (
                <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconPlayerPause size={20} stroke={1.75} aria-hidden />
              )}
              {paused ? 'Play' : 'Pause'}
              <ReadOut> maps</ReadOut>
            </button>
          )}
        </div>
        <div className={classes.view}>
          {maps
            .filter((map) => map === shown || seen.has(map.place))
            .map((map) => (
              <MapFrame key={map.place} map={map} later={!seen.has(map.place)} picture hidden={map !== shown} />
            ))}
          <button
            type="button"
            className={classes.enlarge}
            aria-haspopup="dialog"
            onClick={() => open({ map: shown.place })}
          >
            <span className={classes.label}>
              <ReadOut>Enlarge the map: </ReadOut>
              {shown.title}
              <IconArrowsMaximize size={20} stroke={1.75} aria-hidden />
            </span>
          </button>
        </div>
        {turns.takingTurns && (
          <div className={classes.track} aria-hidden>
            <div
              key={shown.place}
              className={classes.bar}
              style={barTime}
              data-running={running || undefined}
              onAnimationEnd={turns.turn}
            />
          </div>
        )}
        <ul className={classes.places}>
          {maps.map((map) => (
            <li key={map.place}>
              <span className={classes.place}>
                <span className={classes.name}>{map.title}</span>
                <span className={classes.address}>{map.address}</span>
              </span>
              <span className={classes.way}>
                <Directions to={map} name={map.title} look="line" />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** Maps that have been in view: those are loaded, and stay mounted. */
function useSeen(place: MapPlace | undefined) {
  const [seen, setSeen] = useState<ReadonlySet<MapPlace>>(new Set())
  if (place === undefined || seen.has(place)) return seen
  const more = new Set(seen).add(place)
  setSeen(more)
  return more
}

/**
 * Slideshow of the maps. The timer is the CSS animation of the progress bar, so it matches what people see and doesn't
 * run when nothing is in view; the bar calls `turn` when it ends.
 */
function useMapRotation(maps: ClubMap[], { covered }: { covered: boolean }) {
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
    /** Props of the element that pauses the slideshow while a pointer, a finger or the keyboard focus is on it. */
    holders: {
      ref,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A button pressed with the mouse keeps the focus, which must not pause the slideshow.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}
