import { IconMapPin } from '@tabler/icons-react'
import type { ClubMap } from '#contract/home.ts'
import { destinationOf } from '#domain/maps.ts'
import { Directions } from './directions.tsx'
import { PlainText } from './plain-text.tsx'
import classes from './practice-place.module.css'

/** Where a practice is, as the calendar says it; and with maps the way there, if a map app would find it. */
export function PracticePlace({ location, maps = [] }: { location: string; maps?: ClubMap[] }) {
  if (location === '') return null
  const destination = destinationOf(location, maps)
  return (
    <p className={classes.place}>
      <IconMapPin size={20} stroke={1.75} aria-hidden />
      <span>
        <PlainText>{location}</PlainText>
        {destination !== null && maps.length > 0 && (
          <>
            {' '}
            · <Directions to={destination} name={location} look="line" />
          </>
        )}
      </span>
    </p>
  )
}
