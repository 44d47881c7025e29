import type { SettingJson } from '#contract/club-settings.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { type DemoEvent, plus } from './events.ts'
import { type DemoPerson, president } from './plan-people.ts'
import { storeProducts } from './plan-purchases.ts'

/** What the president sets in the app. The rest is in demo/club.config.ts: maps, and links that need the president's password. */
const values: Partial<Record<SettingName, SettingJson>> = {
  contactEmail: 'archery@purdue.edu',
  socialLinks: [
    { label: 'Instagram', url: 'https://photos.example.com/archery' },
    { label: 'YouTube', url: 'https://video.example.com/archery' },
    { label: 'Slack', url: 'https://chat.example.com/archery/join' },
    { label: 'Campus page', url: 'https://campus.example.edu/organizations/archery' },
  ],
  'storeImport.products': storeProducts,
  resources: [
    { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
    { label: 'Equipment and who has it', url: 'https://docs.example.com/archery/equipment', kind: 'Spreadsheet' },
    { label: 'Meeting minutes', url: 'https://docs.example.com/archery/minutes', kind: 'Folder', date: '2026-11-16' },
    { label: 'Range safety training', url: 'https://docs.example.com/archery/rm01', kind: 'Form', date: '2026-09-01' },
    { label: 'Budget request', url: 'https://campus.example.edu/forms/budget', kind: 'Form' },
    { label: 'Handover notes', url: 'https://docs.example.com/archery/handover', kind: 'Document', date: '2026-05-08' },
  ],
}

/** An hour after joining, one after the other. */
export function planSettings(people: DemoPerson[]) {
  const by = people.find(({ key }) => key === president)
  return Object.entries(values).flatMap(([name, value], index): DemoEvent[] =>
    by ? [{ at: plus(by.joinsAt, 60 + index), kind: 'set', name: name as SettingName, value, by: by.key }] : [],
  )
}
