/** The address and place of a map that someone has pasted from a map service. */
export type PastedMap = { embedUrl: string; latitude?: string; longitude?: string }

/**
 * Reads what map services let people copy: the whole `<iframe>`, or the address in it. Google Maps and OpenStreetMap also have the
 * coordinates in that address. Other text is returned as it is.
 */
export function readPastedMap(pasted: string): PastedMap {
  const src = /<iframe[^>]*?\bsrc\s*=\s*["']([^"']+)["']/i.exec(pasted)?.[1]
  const embedUrl = (src ?? pasted).replaceAll('&amp;', '&').trim()
  const google = /!2d(-?\d+(?:\.\d+)?)!3d(-?\d+(?:\.\d+)?)/.exec(embedUrl)
  if (google) return { embedUrl, latitude: shortened(google[2]), longitude: shortened(google[1]) }
  const marker = /[?&]marker=(-?\d+(?:\.\d+)?)(?:,|%2C)(-?\d+(?:\.\d+)?)/i.exec(embedUrl)
  if (marker) return { embedUrl, latitude: shortened(marker[1]), longitude: shortened(marker[2]) }
  return { embedUrl }
}

/** Six decimals are about 10 cm. */
function shortened(degrees = '') {
  return String(Number(Number(degrees).toFixed(6)))
}
