import type { ClubMap } from '#contract/home.ts'
import { directionsUrl } from '#domain/maps.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'

/** The way there, in the phone's map app. */
export function Directions({ map, look, gold }: { map: ClubMap; look: 'line' | 'large-button'; gold?: boolean }) {
  return (
    <ExternalLink href={directionsUrl(map, navigator.userAgent)} look={look} gold={gold}>
      Directions<ReadOut> to {map.title}</ReadOut>
    </ExternalLink>
  )
}
