import type { ClubConfig } from './club-config.ts'

/** A setting that nobody has decided about yet, and what is missing without it. */
export type MissingSetting = { setting: string; brings: string }

/** Footer links that lead where the club says, and to the login page until it does. */
export const footerPaths = ['/merch', '/sponsorship', '/donate'] as const

/** For officers, who can have them set (D3). One that is `null` or an empty list has been decided about. */
export function listMissingSettings({
  maps,
  storeLinks,
  socialLinks,
  contactEmail,
  redirects,
  resources,
}: ClubConfig): MissingSetting[] {
  const settings: [unknown, MissingSetting][] = [
    [maps.range, { setting: 'maps.range', brings: 'where the range is' }],
    [maps.carpool, { setting: 'maps.carpool', brings: 'where drivers pick people up' }],
    [storeLinks.practices, { setting: 'storeLinks.practices', brings: 'where members buy practices' }],
    [storeLinks.passes, { setting: 'storeLinks.passes', brings: 'where members buy day passes' }],
    [socialLinks, { setting: 'socialLinks', brings: 'your social media links in the footer' }],
    [contactEmail, { setting: 'contactEmail', brings: 'the contact email in the footer' }],
    ...footerPaths.map((path): [unknown, MissingSetting] => [
      redirects[path],
      { setting: `redirects['${path}']`, brings: `where the footer’s ${path} link leads` },
    ]),
    [resources, { setting: 'resources', brings: 'the club’s documents and links, for officers' }],
  ]
  return settings.filter(([value]) => value === undefined).map(([, unset]) => unset)
}
