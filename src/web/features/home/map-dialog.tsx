import { IconArrowsExchange, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { findMap } from '#domain/maps.ts'
import { Directions } from '#web/features/practices/directions.tsx'
import { useLast } from '#web/shell/use-address-dialog.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ModalFrame } from '#web/ui/modal-frame.tsx'
import classes from './map-dialog.module.css'
import { MapFrame } from './map-frame.tsx'
import { useHomeDialog } from './use-home-dialog.ts'

/** One map on the whole screen, and a button for the other one (specification §2). */
export function MapDialog({ maps }: { maps: ClubMap[] }) {
  const { search, replace, close } = useHomeDialog()
  const asked = findMap(maps, search.map)
  const map = useLast(asked)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  if (map === null) return null
  const other = maps.find(({ place }) => place !== map.place)
  return (
    <ModalFrame open={asked !== undefined} onClose={close} side="all" labelledBy={id} initialFocus={heading}>
      <div className={classes.sheet}>
        <div className={classes.head}>
          <div className={classes.place}>
            <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
              {map.title}
            </h2>
            <p className={classes.address}>{map.address}</p>
          </div>
          <IconButton label="Close" className={classes.close} onClick={close}>
            <IconX size={24} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        <div className={classes.view}>
          {/* A frame of its own for each: a new address in the same one would be a step that Back goes back. */}
          <MapFrame key={map.place} map={map} />
        </div>
        <div className={classes.acts}>
          {other && (
            <ActionButton
              size="lg"
              icon={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
              onClick={() => replace({ map: other.place })}
            >
              Switch to {other.title}
            </ActionButton>
          )}
          <Directions to={map} name={map.title} look="large-button" gold />
        </div>
      </div>
    </ModalFrame>
  )
}
