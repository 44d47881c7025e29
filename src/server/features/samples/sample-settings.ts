import { compiled } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type ClubConfig, footerPaths, listMissingSettings } from '#server/ops/config/club-config.ts'

const findSampleSettings = compiled((db) => db.selectFrom('sampleSettings').select('name'))

/** Whether a new club on its own machine still has its samples; once removed, they never come back. */
export async function hasSampleSettings(db: Db) {
  return (await findSampleSettings(db, {})).length > 0
}

export async function addSampleSettings(tx: Tx, now: string) {
  await tx
    .insertInto('sampleSettings')
    .values({ name: 'first-start', addedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether there were any; of two concurrent calls, only the first returns true */
export async function deleteSampleSettings(tx: Tx) {
  const { numDeletedRows } = await tx.deleteFrom('sampleSettings').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Shown by a new local club until its settings are made. Links use reserved domains; the maps show two public places in West
 * Lafayette on OpenStreetMap.
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
 * The settings with a sample for each unset one; `null` and an empty list count as set. Returns the same object if all are set.
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

/** Whether the footer shows any sample links. */
export function hasSampleFooter(club: ClubConfig, shown: ClubConfig) {
  return (
    club.socialLinks !== shown.socialLinks ||
    club.contactEmail !== shown.contactEmail ||
    footerPaths.some((path) => club.redirects[path] !== shown.redirects[path])
  )
}
