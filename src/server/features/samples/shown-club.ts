import { compiled } from '#server/db/compiled-query.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { type ClubConfig, footerPaths, listMissingSettings } from '#server/ops/config/club-config.ts'

/**
 * The club's settings as pages show them: with the samples of a fresh start for as long as those are there. Asked at each request,
 * since another process or a command may have removed them.
 */
export type ShownClub = () => Promise<ClubConfig>

const findSampleSettings = compiled((db) => db.selectFrom('sampleSettings').select('name'))

/** @param local nobody else's club shows samples, whatever its database says */
export function createShownClub({ db }: Database, club: ClubConfig, { local }: { local: boolean }): ShownClub {
  if (!local) return async () => club
  const sampled = withSamples(club)
  // Nothing brings them back.
  let gone = false
  return async () => {
    if (!gone) gone = (await findSampleSettings(db, {})).length === 0
    return gone ? club : sampled
  }
}

export async function addSampleSettings(tx: Tx, now: string) {
  await tx
    .insertInto('sampleSettings')
    .values({ name: 'first-start', addedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether they were there; of two who take them away at once, only the first hears so */
export async function deleteSampleSettings(tx: Tx) {
  const { numDeletedRows } = await tx.deleteFrom('sampleSettings').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * What a new club on its own machine shows until its settings are made. Links lead to addresses that belong to no one; the maps
 * show two public places in West Lafayette on OpenStreetMap.
 */
const samples = {
  maps: {
    range: {
      title: 'The Range',
      embedUrl:
        'https://www.openstreetmap.org/export/embed.html?bbox=-86.9290,40.4250,-86.9156,40.4318&layer=mapnik&marker=40.4284,-86.9223',
      address: '355 N Martin Jischke Dr, West Lafayette, IN 47906',
      latitude: 40.4284,
      longitude: -86.9223,
    },
    carpool: {
      title: 'Carpool Meetup',
      embedUrl:
        'https://www.openstreetmap.org/export/embed.html?bbox=-86.9178,40.4213,-86.9044,40.4281&layer=mapnik&marker=40.4247,-86.9111',
      address: '101 N Grant St, West Lafayette, IN 47906',
      latitude: 40.4247,
      longitude: -86.9111,
    },
  },
  storeLinks: {
    practices: 'https://store.example/practices',
    passes: 'https://store.example/day-passes',
  },
  socialLinks: [
    { label: 'Instagram', url: 'https://photos.example/archery' },
    { label: 'YouTube', url: 'https://video.example/archery' },
    { label: 'Slack', url: 'https://chat.example/archery/join' },
    { label: 'Campus page', url: 'https://campus.example/organizations/archery' },
  ],
  contactEmail: 'archery@club.example',
  redirects: {
    '/merch': 'https://store.example/merch',
    '/sponsorship': 'https://club.example/sponsorship',
    '/donate': 'https://club.example/donate',
  },
  resources: [
    { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF' },
    { label: 'Equipment list', url: 'https://docs.example/equipment', kind: 'Spreadsheet' },
    { label: 'Meeting minutes', url: 'https://docs.example/minutes', kind: 'Folder' },
    { label: 'Range safety training', url: 'https://docs.example/range-safety', kind: 'Form' },
  ],
} satisfies Partial<ClubConfig>

/**
 * The settings, with a sample for each that nobody has decided about: `null` and an empty list are decisions. The same object where
 * all have been decided about.
 */
export function withSamples(club: ClubConfig): ClubConfig {
  if (listMissingSettings(club).length === 0) return club
  const { maps, storeLinks, socialLinks, contactEmail, redirects, resources } = club
  return {
    ...club,
    maps: { range: or(maps.range, samples.maps.range), carpool: or(maps.carpool, samples.maps.carpool) },
    storeLinks: {
      practices: or(storeLinks.practices, samples.storeLinks.practices),
      passes: or(storeLinks.passes, samples.storeLinks.passes),
    },
    socialLinks: or(socialLinks, samples.socialLinks),
    contactEmail: or(contactEmail, samples.contactEmail),
    redirects: {
      ...redirects,
      ...Object.fromEntries(footerPaths.map((path) => [path, or(redirects[path], samples.redirects[path])])),
    },
    resources: or(resources, samples.resources),
  }
}

function or<Value>(set: Value | undefined, sample: Value) {
  return set === undefined ? sample : set
}

/** Whether the footer has links that are samples. */
export function hasSampleFooter(club: ClubConfig, shown: ClubConfig) {
  return (
    club.socialLinks !== shown.socialLinks ||
    club.contactEmail !== shown.contactEmail ||
    footerPaths.some((path) => club.redirects[path] !== shown.redirects[path])
  )
}
