/**
 * The club's two maps: where the range is, and where the cars meet. They take turns on the home page (specification §2, §9),
 * unless somebody looks at one, wants them still, or there is only one.
 */
export const mapPlaces = ['range', 'carpool'] as const
export type MapPlace = (typeof mapPlaces)[number]

/** How long each map is shown. */
export const mapTurnMs = 10_000
/** How often the bar that shows the time grows. */
export const mapBarStepMs = 100

/** Whether the maps take turns at all: only then there is a bar, and a button to stop it. */
export function takesTurns({ maps, reducedMotion }: { maps: number; reducedMotion: boolean }) {
  return maps > 1 && !reducedMotion
}

export type Audience = {
  /** By the button. */
  paused: boolean
  /** Something has hold of it: a pointer over it, a finger on it, the keyboard's focus in it. */
  held: boolean
  /** One can see it: it is within the window, nothing in front of it, its tab not in the background. */
  inSight: boolean
}

/** Whether the time of the shown map passes; otherwise it stands still, and goes on from there (WCAG 2.2.2). */
export function timePasses({ paused, held, inSight }: Audience) {
  return inSight && !paused && !held
}

/** The map after this one, round and round; the first, where this one is not among them. */
export function mapAfter<Map extends { place: MapPlace }>(maps: readonly Map[], place: MapPlace) {
  const at = maps.findIndex((map) => map.place === place)
  return maps[(at + 1) % maps.length]
}

/** The map that is asked for, or none when the club has not set it. */
export function findMap<Map extends { place: MapPlace }>(maps: readonly Map[], place: MapPlace | undefined) {
  return maps.find((map) => map.place === place)
}

/** Degrees, or an address in words. */
export type Destination = { latitude: number; longitude: number } | string

/**
 * Where the calendar's words for a place lead: to the map that has all of them in its name or address, else to the words
 * themselves where they look like an address (a number and two names). Null for a place that a map app could only guess at.
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
 * The address that opens the way there in the phone's map app: Apple's on its devices, and elsewhere Google's, which Android
 * hands to its app. Both are web pages as well, so that a computer or a phone without the app comes to no dead end.
 */
export function directionsUrl(destination: Destination, userAgent: string) {
  const place = typeof destination === 'string' ? encodeURIComponent(destination) : inDegrees(destination)
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`
}

/** Never like 1e-7; six places are a tenth of a metre. */
function inDegrees({ latitude, longitude }: Exclude<Destination, string>) {
  return `${latitude.toFixed(6)},${longitude.toFixed(6)}`
}
