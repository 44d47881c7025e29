import { IconArrowsMaximize, IconMapPin, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { type MapPlace, mapBarStepMs, mapTurnMs } from '#domain/maps.ts'
import { Directions } from '#web/features/practices/directions.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { MapFrame } from './map-frame.tsx'
import classes from './maps-tile.module.css'
import { useHomeDialog } from './use-home-dialog.ts'
import { useMapRotation } from './use-map-rotation.ts'

const barTime = {
  animationDuration: `${mapTurnMs}ms`,
  animationTimingFunction: `steps(${mapTurnMs / mapBarStepMs})`,
}

/** Where to go: both places with their addresses and the way there, and over them the two maps in turn (specification §2). */
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

/** The maps that have been in sight: those are loaded, and stay. */
function useSeen(place: MapPlace | undefined) {
  const [seen, setSeen] = useState<ReadonlySet<MapPlace>>(new Set())
  if (place === undefined || seen.has(place)) return seen
  const more = new Set(seen).add(place)
  setSeen(more)
  return more
}
