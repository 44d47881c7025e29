import { IconMapPin } from '@tabler/icons-react'
import type { ClubMap } from '#contract/home.ts'
import { destinationOf } from '#domain/maps.ts'
import { Directions } from './directions.tsx'
import { PlainText } from './plain-text.tsx'
import classes from './practice-place.module.css'

/**
 * Where a practice is, as the calendar says it; and the way there, if a map app would find it.
 * @param maps the club's, where the way is to be shown
 */
export function PracticePlace({ location, maps }: { location: string; maps?: ClubMap[] }) {
  if (location === '') return null
  const destination = maps ? destinationOf(location, maps) : null
  return (
    <p className={classes.place}>
      <IconMapPin size={20} stroke={1.75} aria-hidden />
      <span>
        <PlainText>{location}</PlainText>
        {destination !== null && (
          <>
            {' '}
            · <Directions to={destination} name={location} look="line" />
          </>
        )}
      </span>
    </p>
  )
}
