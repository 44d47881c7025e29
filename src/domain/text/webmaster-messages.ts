/**
 * What officers ask their webmaster for. Officers read plain words; only the text for the webmaster names settings,
 * because they have the server.
 */
export type MissingSetting = { setting: string; brings: string }

/** By how a setting's name begins, in display order. */
const subjects = {
  maps: 'the maps',
  storeLinks: 'the store links',
  contactEmail: 'the contact email',
  socialLinks: 'the social media links',
  redirects: 'the footer links',
  resources: 'the officers’ documents',
} as const

type MissingSubject = {
  /** `the maps` */
  name: string
  /** What each of its settings brings. */
  brings: string[]
}

/** The settings by subject. */
export function missingSubjects(missing: MissingSetting[]): MissingSubject[] {
  const found = new Map<string, string[]>()
  for (const key of Object.keys(subjects)) found.set(key, [])
  for (const { setting, brings } of missing) {
    const key = /^\w+/.exec(setting)?.[0] ?? setting
    found.set(key, [...(found.get(key) ?? []), brings])
  }
  return [...found]
    .filter(([, brings]) => brings.length > 0)
    .map(([key, brings]) => ({ name: subjects[key as keyof typeof subjects] ?? 'the other settings', brings }))
}

export const webmasterMessages = {
  /** `Ask your webmaster to set the maps and the store links.` */
  askToSet(names: string[]) {
    const [first = '', second = '', ...more] = names
    const rest = more.length === 0 ? '' : `, and ${more.length} more`
    const and = second === '' ? '' : more.length === 0 ? ` and ${second}` : `, ${second}`
    return `Ask your webmaster to set ${first}${and}${rest}.`
  },
  missingUntilThen: 'Until then, this is missing:',
  copyMessage: 'Copy message',
  messageCopied: 'Message copied. Send it to your webmaster.',
  messageNotCopied: 'Your browser didn’t allow copying. Select the message and copy it yourself.',
  messageTitle: 'Message for your webmaster',
  askForDocuments: 'Ask your webmaster to add them.',
  askForProducts:
    'No products are set up yet, so you’ll set a value for each one. Your webmaster can set them up once.',
  /** What the webmaster needs to know. */
  message(missing: MissingSetting[]) {
    const lines = missing.map(({ setting, brings }) => `- ${setting}: ${brings}`)
    return [
      'Hi! Could you set this for our club’s app, in club.config.ts?',
      '',
      ...lines,
      '',
      'The comments in the file say how. If the club has none, use null (for a list: []). Thanks!',
    ].join('\n')
  },
}

/** The setting for the page of documents. */
export const documentsSetting: MissingSetting = {
  setting: 'resources',
  brings: 'the officers’ documents and links; for each a name, a link, and if useful, a type and date',
}

/** The setting for what the store sells. */
export const productsSetting: MissingSetting = {
  setting: 'storeImport.products',
  brings: 'what each product of the store includes: day passes, or paid practices',
}
