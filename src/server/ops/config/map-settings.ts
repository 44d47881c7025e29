import * as z from 'zod/mini'
import type { ClubMap } from '#contract/home.ts'
import { mapPlaces } from '#domain/maps.ts'
import { isLocalhost } from './is-localhost.ts'

const shortText = (what: string) => z.string({ error: what }).check(z.minLength(1, what), z.maxLength(200, what))

/** The address in a map service's embed code, without the HTML around it. */
const embedUrl = z.string({ error: 'should be the address of the embedded map' }).check(
  z.refine((value) => !value.includes('<'), {
    error: 'should be only the address inside src="…" of the embed code, not the whole <iframe>',
    abort: true,
  }),
  z.refine((value) => isEmbedUrl(value), {
    error: 'should be a web address without a password that starts with https:// (http:// only on this machine)',
  }),
)

/** The host goes into the content security policy, so it must be a plain name. */
function isEmbedUrl(value: string) {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  if (!/^[a-z0-9.-]+$/.test(hostname) || username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname))
}

function degrees(most: number) {
  const error = `should be a number of degrees from -${most} to ${most}`
  return z.number({ error }).check(z.gte(-most, error), z.lte(most, error))
}

function mapOf(title: string) {
  return z.optional(
    z.nullable(
      z.strictObject({
        title: z._default(shortText('should be the name of the place, 1 to 200 characters'), title),
        embedUrl,
        /** The address as people say it; shown as text next to the map. */
        address: shortText('should be the street address, 1 to 200 characters'),
        /** Where "Directions" leads to. */
        latitude: degrees(90),
        longitude: degrees(180),
      }),
    ),
  )
}

export const mapSettings = z.strictObject({ range: mapOf('The Range'), carpool: mapOf('Carpool Meetup') })
type MapSettings = z.output<typeof mapSettings>

/** The configured maps, in display order. */
export function clubMaps(settings: MapSettings): Omit<ClubMap, 'sample'>[] {
  return mapPlaces.flatMap((place) => {
    const map = settings[place]
    return map ? [{ place, ...map }] : []
  })
}

/** The hosts that maps set in the app may come from: those that the webmaster allows, and those of the maps in the file. */
export function allowedMapHosts({ maps, mapHosts }: { maps: MapSettings; mapHosts: string[] }) {
  return [...new Set([...mapHosts, ...clubMaps(maps).map(({ embedUrl }) => new URL(embedUrl).host)])]
}

type MapConfig = { maps: MapSettings; mapHosts: string[] }

/**
 * The origins that maps may come from, for the content security policy: all allowed ones, because the service worker stores pages with
 * their policy, while officers change maps at any time.
 * @param file the settings in `club.config.ts` @param sampled the same, with the samples of a new local club
 */
export function mapOrigins(file: MapConfig, sampled: MapConfig) {
  const own = [file, sampled].flatMap(({ maps }) => clubMaps(maps).map(({ embedUrl }) => new URL(embedUrl).origin))
  const others = file.mapHosts.map((host) => `${isLocalhost(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}`)
  return [...new Set([...own, ...others])]
}
