/**
 * The club's two maps: the range, and the carpool meeting spot. They alternate on the home page unless the member picks
 * one, pauses them, or there is only one.
 */
export const mapPlaces = ['range', 'carpool'] as const
export type MapPlace = (typeof mapPlaces)[number]

/** How long each map is shown. */
export const mapTurnMs = 10_000
/** How often the progress bar grows. */
export const mapBarStepMs = 100

/** Whether the maps alternate; only then is there a progress bar and a pause button. */
export function takesTurns({ maps, reducedMotion }: { maps: number; reducedMotion: boolean }) {
  return maps > 1 && !reducedMotion
}

export type Audience = {
  /** Paused with the button. */
  paused: boolean
  /** Being interacted with: hovered, touched, or focused. */
  held: boolean
  /** Visible: in the viewport, not covered, and in a foreground tab. */
  inSight: boolean
}

/** Whether the shown map's timer runs; otherwise it is paused and continues from there later (WCAG 2.2.2). */
export function timePasses({ paused, held, inSight }: Audience) {
  return inSight && !paused && !held
}

/** The next map, cyclically; the first if this one is not in the list. */
export function mapAfter<Map extends { place: MapPlace }>(maps: readonly Map[], place: MapPlace) {
  const at = maps.findIndex((map) => map.place === place)
  return maps[(at + 1) % maps.length]
}

/** The requested map, or undefined if the club has not set it. */
export function findMap<Map extends { place: MapPlace }>(maps: readonly Map[], place: MapPlace | undefined) {
  return maps.find((map) => map.place === place)
}

/** Coordinates in degrees, or an address. */
export type Destination = { latitude: number; longitude: number } | string

/**
 * The destination for a calendar location: the map whose name or address contains all of its words, or the text itself
 * if it looks like an address (a number and two names). Null for a location that a map app could only guess at.
 */
export function destinationOf<Map extends Exclude<Destination, string> & { title: string; address: string }>(
  location: string,
  maps: readonly Map[],
): Map | string | null {
  const words = wordsOf(location)
  if (words.length === 0 || /^\s*[a-z]+:\/\//i.test(location)) return null
  const map = maps.find(({ title, address }) => {
    const known = wordsOf(`${title} ${address}`)
    return words.every((word) => known.includes(word))
  })
  if (map) return map
  const names = location.match(/\p{L}{3,}/gu) ?? []
  return /\p{N}/u.test(location) && names.length > 1 ? location.trim() : null
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * The URL that opens directions in the phone's map app: Apple Maps on Apple devices, otherwise Google Maps. Both are
 * also web pages, so the link works on a computer or without the app.
 */
export function directionsUrl(destination: Destination, userAgent: string) {
  const place = typeof destination === 'string' ? encodeURIComponent(destination) : inDegrees(destination)
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`
}

/** Fixed-point, never 1e-7; six decimals are about 10 cm. */
function inDegrees({ latitude, longitude }: Exclude<Destination, string>) {
  return `${latitude.toFixed(6)},${longitude.toFixed(6)}`
}
