import { IconMapPin } from '@tabler/icons-react'
import type { ClubMap } from '#contract/home.ts'
import { type Destination, destinationOf, directionsUrl } from '#domain/maps.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { PlainText } from './plain-text.tsx'
import classes from './practice-place.module.css'

/**
 * A practice's location as in the calendar, with directions if a map app would find it.
 * @param maps the club's maps, where directions should be shown
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

type DirectionsProps = { to: Destination; name: string; look: 'line' | 'large-button'; gold?: boolean }

/** Link to directions in the phone's map app. */
export function Directions({ to, name, look, gold }: DirectionsProps) {
  return (
    <ExternalLink href={directionsUrl(to, navigator.userAgent)} look={look} gold={gold}>
      Directions<ReadOut> to {name}</ReadOut>
    </ExternalLink>
  )
}
