import { type Destination, directionsUrl } from '#domain/maps.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'

type DirectionsProps = { to: Destination; name: string; look: 'line' | 'large-button'; gold?: boolean }

/** The way there, in the phone's map app. */
export function Directions({ to, name, look, gold }: DirectionsProps) {
  return (
    <ExternalLink href={directionsUrl(to, navigator.userAgent)} look={look} gold={gold}>
      Directions<ReadOut> to {name}</ReadOut>
    </ExternalLink>
  )
}
