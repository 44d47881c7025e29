/** What the addresses of a member’s own pages hold: profile, scorecard, welcome, and My Practices. */

/** The four pages of the profile, in the order of their navigation. */
export const profilePages = ['/profile', '/profile/notifications', '/profile/security', '/profile/data'] as const
export type ProfilePath = (typeof profilePages)[number]

/** The page of each dialog over the profile. Which one is open is in the address, so that Back closes it. */
const profileDialogs = {
  export: '/profile/data',
  delete: '/profile/data',
  'sign-out-everywhere': '/profile/security',
  install: '/profile/security',
} as const satisfies Record<string, ProfilePath>
export type ProfileDialog = keyof typeof profileDialogs

/** The page of each section that has an anchor. */
const profileSections = {
  password: '/profile/security',
  devices: '/profile/security',
  'home-screen': '/profile/security',
  keyboard: '/profile/security',
  notifications: '/profile/notifications',
  history: '/profile/data',
  export: '/profile/data',
  delete: '/profile/data',
} as const satisfies Record<string, ProfilePath>
export type ProfileSection = keyof typeof profileSections

export type ProfileSearch = { open?: ProfileDialog }

export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const open = keysOf(profileDialogs).find((dialog) => dialog === search.open)
  return open === undefined ? {} : { open }
}

/** The page that has this dialog or, without one, this section; `/profile` itself if neither is known. */
export function profilePageFor({ open }: ProfileSearch, hash: string): ProfilePath {
  if (open !== undefined) return profileDialogs[open]
  const section = keysOf(profileSections).find((each) => each === hash)
  return section === undefined ? '/profile' : profileSections[section]
}

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}

/** Which card is open, or the code to join one as a second scorer: empty until it has been typed. */
export type ScorecardSearch = { card?: string; join?: string }

export function readScorecardSearch(search: Record<string, unknown>): ScorecardSearch {
  // The router parses a value that is all digits as a number.
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const [card, join] = [text(search.card), text(search.join)]
  if (typeof card === 'string' && /^[\w-]{8,64}$/.test(card)) return { card }
  return typeof join === 'string' ? { join: join.slice(0, 40) } : {}
}

/** Steps 1 to 5 of the wizard; the welcome screen before them, step 0, doesn't appear in the address. */
const steps = [1, 2, 3, 4, 5] as const
export type Step = (typeof steps)[number]
export const lastStep = 5

export type WelcomeSearch = { step?: Step }

export function readWelcomeSearch(search: Record<string, unknown>): WelcomeSearch {
  const step = steps.find((each) => each === Number(search.step))
  return step === undefined ? {} : { step }
}

/** What the page shows of the history, and which dialog is open over it. */
export type MyPracticesSearch = {
  q?: string
  /** A semester's key, like `fall-2026`. */
  term?: string
  open?: 'car' | 'going' | 'renew-link' | 'remove-link'
  /** For `car` and `going`: the practice. */
  practice?: string
}

const myPracticesDialogs = ['car', 'going', 'renew-link', 'remove-link'] as const

export function readMyPracticesSearch(search: Record<string, unknown>): MyPracticesSearch {
  const open = myPracticesDialogs.find((dialog) => dialog === search.open)
  return {
    ...textOf('q', search),
    ...textOf('term', search),
    ...(open === undefined ? {} : { open }),
    ...(open === 'car' || open === 'going' ? textOf('practice', search) : {}),
  }
}

/** The router parses a value that is all digits as a number. */
function textOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {}
}
