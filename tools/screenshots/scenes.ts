import type { Page } from '@playwright/test'
import { fetchWhole } from '#test/support/fetch-whole.ts'
import { bulkScenes } from './bulk-scenes.ts'
import { checkInScenes } from './check-in-scenes.ts'
import { emailLinkScenes } from './email-link-scenes.ts'
import { installScenes } from './install-scenes.ts'
import { kioskScenes } from './kiosk-scenes.ts'
import { membersScenes } from './members-scenes.ts'
import { offlineScenes } from './offline-scenes.ts'
import { paletteScenes } from './palette-scenes.ts'
import { practicesScenes } from './practices-scenes.ts'
import { press } from './presses.ts'
import { scanScenes } from './scan-scenes.ts'
import { scoreScenes } from './score-scenes.ts'
import { storeScenes } from './store-scenes.ts'

/** Who looks at the screen: someone not logged in, someone who hasn't completed the wizard, a member, one who is checked in, an officer. */
export type Who = 'visitor' | 'newcomer' | 'member' | 'guest' | 'officer'

/** Placeholder for the address of the development mailbox, which differs between servers. */
export const ownMailbox = '{mailbox}'

/** One screen in one state. Features add theirs to the lists of scenes, and all checks and pictures include them. */
export type Scene = {
  name: string
  as: Who
  path: string
  /** The fate of the page's data requests; by default, they succeed. `undetermined`: not even the session is known. */
  data?: 'undetermined' | 'loading' | 'offline' | 'trouble'
  /** What the person does there first. */
  act?: (page: Page) => Promise<unknown>
  /** Only in the full matrix: this person is redirected to another scene's screen, or sees the same as someone else. */
  wholeOnly?: boolean
  /** Only on screens narrower than this. */
  below?: number
  /** For someone who hasn't set reduced motion. */
  moving?: true
}

/** The state of the club; tools/screenshots/clubs.ts creates it. */
export type Stage = 'fresh' | 'quiet' | 'many' | 'live' | 'ended-early' | 'nothing' | 'records'

const pressInAttendees = (name: RegExp) => async (page: Page) => {
  await press('Attendees')(page)
  await page.getByRole('dialog').getByRole('button', { name }).first().click()
}
const mapShown = (page: Page) => page.locator('iframe[data-loaded]').first().waitFor()

/** Created by the first viewer; later ones find it. */
const withCalendarLink = async (page: Page) => {
  const make = page.getByRole('button', { name: 'Get my calendar link' })
  const made = page.getByRole('textbox', { name: 'Your calendar link' })
  await make.or(made).waitFor()
  if (await make.isVisible()) await make.click()
  await made.waitFor()
}
const chooseScenery = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles('docs/pictures/phones.webp')
  await page.getByRole('slider', { name: 'Zoom' }).fill('1.8')
}
/** Loads the page, then makes its stream fail. */
const loseStream = async (page: Page) => {
  await page.route('**/live', (route) => route.abort())
  await page.reload()
  await page.getByText('Reconnecting…').waitFor()
}
/** Also makes all other requests fail. */
const loseServer = async (page: Page) => {
  await page.route(/\/(live|rpc\/)/, (route) => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('Showing information from').waitFor()
}
const below = 1050
const token = 'x'.repeat(43)

/** Every route as everyone. Those without access are redirected. */
const routes = [
  '/login',
  '/verify',
  '/reset',
  '/unsubscribe',
  '/reply',
  '/code',
  '/welcome',
  '/home',
  '/my-practices',
  '/info',
  '/my-pass',
  '/scan',
  '/profile',
  '/profile/notifications',
  '/profile/security',
  '/profile/data',
  '/scorecard',
  '/members',
  '/manage-practices',
  '/resources',
  '/settings',
]
const allPeople = ['visitor', 'newcomer', 'member', 'officer'] as const
const everywhere: Scene[] = routes.flatMap((path) =>
  allPeople.map((as) => ({
    name: `${path.slice(1).replaceAll('/', '-')}-as-${as}`,
    as,
    path,
    wholeOnly: !isOwnScreen(path, as),
  })),
)

function isOwnScreen(path: string, as: Who) {
  if (as === 'visitor') return ['/login', '/verify', '/reset', '/unsubscribe', '/reply', '/code'].includes(path)
  if (as === 'newcomer') return path === '/welcome'
  const ofOfficers = ['/members', '/manage-practices', '/resources', '/scan', '/settings']
  if (as === 'officer') return ['/home', ...ofOfficers].includes(path)
  return !['/login', '/verify', '/reset', '/unsubscribe', '/reply', '/code', '/welcome', ...ofOfficers].includes(path)
}

function resources(tab: string, more = ''): Scene {
  const path = tab === '' ? '/resources' : `/resources?tab=${tab}${more}`
  return { name: ['resources', tab].filter(Boolean).join('-'), as: 'officer', path }
}

export const scenes: Record<Stage, Scene[]> = {
  fresh: [
    { name: 'login-idle', as: 'visitor', path: '/login?reason=idle' },
    { name: 'login-create', as: 'visitor', path: '/login?mode=create' },
    { name: 'login-reset', as: 'visitor', path: '/login?mode=reset' },
    {
      name: 'login-sent',
      as: 'visitor',
      path: '/login?mode=create',
      async act(page) {
        await page.evaluate(() => {
          const signUp = { email: 'ana@purdue.edu', sentAtMs: Date.now() - 20_000 }
          sessionStorage.setItem('quiver:signed-up', JSON.stringify(signUp))
        })
        await page.goto('/login?mode=sent')
        await page.getByText('ana@purdue.edu').waitFor()
      },
    },
    { name: 'login-gaps', as: 'visitor', path: '/login', act: press('Sign In') },
    { name: 'login-menu', as: 'visitor', path: '/login', act: press('Menu'), below },
    {
      name: 'login-server-away',
      as: 'visitor',
      path: '/login?mode=create',
      data: 'offline',
      async act(page) {
        await page.getByLabel('Purdue Email').fill('ana@purdue.edu')
        await page.getByLabel('Password', { exact: true }).fill('quiet gold at eighteen metres')
        await page.getByRole('button', { name: 'Create Account' }).click()
        await page.getByText(/^Failed to create an account:/).waitFor()
      },
    },
    {
      name: 'login-create-wrong',
      as: 'visitor',
      path: '/login?mode=create',
      async act(page) {
        await page.getByLabel('Purdue Email').fill('ana@gmail.com')
        await page.getByRole('button', { name: 'Create Account' }).click()
      },
    },
    { name: 'verify-link', as: 'visitor', path: `/verify#token=${token}` },
    { name: 'reset-link', as: 'visitor', path: `/reset#token=${token}` },
    { name: 'unsubscribe-link', as: 'visitor', path: `/unsubscribe#token=${token.repeat(2)}` },
    ...emailLinkScenes,
    { name: 'code-changed-link', as: 'visitor', path: '/code?why=changed' },
    { name: 'code-gaps', as: 'visitor', path: '/code?why=missing', act: press('Continue') },
    {
      name: 'code-wrong',
      as: 'visitor',
      path: '/code',
      async act(page) {
        await page.getByLabel('Purdue Email').fill('ana@purdue.edu')
        await page.getByLabel('Code').fill('ABCD-EFGH')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByText(/^This code doesn’t match/).waitFor()
      },
    },
    { name: 'dev-mail', as: 'visitor', path: ownMailbox },
    ...[1, 2, 3, 4, 5].map(
      (step): Scene => ({ name: `welcome-${step}`, as: 'newcomer', path: `/welcome?step=${step}` }),
    ),
    { name: 'welcome-1-gaps', as: 'newcomer', path: '/welcome?step=1', act: press('Next') },
    { name: 'welcome-2-cropping', as: 'newcomer', path: '/welcome?step=2', act: chooseScenery },
    {
      name: 'welcome-2-unreadable',
      as: 'newcomer',
      path: '/welcome?step=2',
      act: (page) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }),
    },
    {
      name: 'welcome-2-not-sent',
      as: 'newcomer',
      path: '/welcome?step=2',
      async act(page) {
        await chooseScenery(page)
        await page.route('**/profile/picture', (route) => route.abort())
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByRole('button', { name: 'Try now' }).waitFor()
      },
    },
    {
      name: 'welcome-2-chosen',
      as: 'newcomer',
      path: '/welcome?step=2',
      async act(page) {
        // Don't send one, because other scenes use the same newcomer.
        await page.route(/\/rpc\/session\/get/, async (route) => {
          const response = await fetchWhole(route)
          const body = await response.text()
          await route.fulfill({ response, body: body.replace('/default-pfp.png', '/apple-touch-icon.png') })
        })
        await page.reload()
        await page.getByRole('img', { name: 'Your photo' }).waitFor()
        await page.getByRole('button', { name: 'Profile' }).waitFor()
      },
    },
    {
      name: 'welcome-4-car',
      as: 'newcomer',
      path: '/welcome?step=4',
      act: (page) => page.getByText('Yes', { exact: true }).click(),
    },
    { name: 'welcome-5-gaps', as: 'newcomer', path: '/welcome?step=5', act: press('Finish') },
    { name: 'welcome-loading', as: 'newcomer', path: '/welcome', data: 'loading' },
    { name: 'welcome-offline', as: 'newcomer', path: '/welcome', data: 'offline' },
    { name: 'welcome-trouble', as: 'newcomer', path: '/welcome', data: 'trouble' },
  ],
  quiet: [
    ...everywhere,
    ...['pass', 'past', 'upcoming'].map(
      (dialog): Scene => ({ name: `home-${dialog}`, as: 'member', path: `/home?open=${dialog}` }),
    ),
    { name: 'home-pass-officer', as: 'officer', path: '/home?open=pass' },
    {
      name: 'home-maps',
      as: 'member',
      path: '/home',
      moving: true,
      async act(page) {
        await page.getByRole('button', { name: /^Enlarge the map/ }).scrollIntoViewIfNeeded()
        await mapShown(page)
        await page.getByText('Pause maps').click()
        await page.evaluate(() => scrollTo(0, 0))
      },
    },
    { name: 'home-map-range', as: 'member', path: '/home?map=range', act: mapShown },
    { name: 'home-map-carpool', as: 'officer', path: '/home?map=carpool', act: mapShown },
    {
      name: 'home-map-away',
      as: 'member',
      path: '/home?map=range',
      async act(page) {
        await page.evaluate(() => {
          Object.defineProperty(navigator, 'onLine', { get: () => false })
          dispatchEvent(new Event('offline'))
        })
        await page.getByRole('button', { name: /^Switch/ }).click()
        await page.getByText(/The map will appear once/).waitFor()
      },
    },
    { name: 'home-stream-lost', as: 'member', path: '/home', act: loseStream },
    { name: 'home-old', as: 'member', path: '/home', act: loseServer },
    { name: 'my-pass-stream-lost', as: 'member', path: '/my-pass', act: loseStream },
    {
      name: 'home-new-version',
      as: 'member',
      path: '/home',
      async act(page) {
        const body = 'event: versions\ndata: {}\n\nevent: build\ndata: {"entry":"/assets/next.js"}\n\n'
        await page.route('**/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
        await page.reload()
        await page.getByText('A new version is ready.').waitFor()
      },
    },
    { name: 'home-car', as: 'member', path: '/home', act: press('Driver') },
    { name: 'home-menu', as: 'member', path: '/home', act: press('Menu'), below },
    { name: 'home-profile', as: 'member', path: '/home', act: press('Profile') },
    { name: 'home-start', as: 'officer', path: '/home', act: press('Start Practice') },
    { name: 'home-samples', as: 'officer', path: '/home', act: press('Remove samples') },
    {
      name: 'home-first-visit',
      as: 'member',
      path: '/home',
      async act(page) {
        await page.evaluate(() => history.replaceState({ ...history.state, firstVisit: true }, ''))
        await page.reload()
        await page.getByRole('region', { name: /^Your first practice: / }).waitFor()
      },
    },
    { name: 'profile-loading', as: 'member', path: '/profile', data: 'loading' },
    { name: 'profile-offline', as: 'member', path: '/profile', data: 'offline' },
    { name: 'profile-trouble', as: 'member', path: '/profile', data: 'trouble' },
    {
      name: 'profile-unsaved',
      as: 'member',
      path: '/profile',
      async act(page) {
        for (const facts of ['Name and birthday', 'Carpool']) await press(`Edit: ${facts}`)(page)
        await page.getByLabel('Last name').fill('Haddad-Okonkwo')
        await page.getByText('Yes', { exact: true }).click()
        await page.getByRole('spinbutton', { name: 'Car capacity' }).fill('5')
      },
    },
    {
      name: 'profile-gaps',
      as: 'member',
      path: '/profile',
      async act(page) {
        for (const facts of ['Name and birthday', 'Pronouns']) await press(`Edit: ${facts}`)(page)
        await page.getByLabel('Preferred first name').fill(' ')
        await press('Save')(page)
        await press('Remove They/Them')(page)
        await page.getByRole('button', { name: 'Save' }).last().click()
        await page.getByText('Please select or add at least one pronoun').first().waitFor()
      },
    },
    { name: 'profile-password-gaps', as: 'member', path: '/profile/security', act: press('Change password') },
    {
      name: 'profile-password-wrong',
      as: 'member',
      path: '/profile/security',
      async act(page) {
        await page.getByLabel('Current password').fill('not the one')
        await page.getByLabel('New password').fill('green silver at thirty metres')
        await press('Change password')(page)
        await page.getByText('That’s not your password.').waitFor()
      },
    },
    { name: 'profile-sign-out-everywhere', as: 'member', path: '/profile/security', act: press('Log out everywhere') },
    { name: 'profile-export', as: 'member', path: '/profile/data', act: press('Download my data') },
    { name: 'profile-delete', as: 'member', path: '/profile/data', act: press('Delete my account') },
    {
      name: 'profile-delete-gaps',
      as: 'member',
      path: '/profile/data?open=delete',
      act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click(),
    },
    {
      name: 'profile-delete-last-officer',
      as: 'officer',
      path: '/profile/data?open=delete',
      async act(page) {
        const dialog = page.getByRole('alertdialog')
        await dialog.getByLabel('Password', { exact: true }).fill('quiet gold at eighteen metres')
        await dialog.getByText('Delete everything.').click()
        await dialog.getByRole('button', { name: 'Delete my account' }).click()
        await page.getByText('You’re the club’s only officer.').waitFor()
      },
    },
    { name: 'home-undetermined', as: 'member', path: '/home', data: 'undetermined' },
    { name: 'home-loading', as: 'member', path: '/home', data: 'loading' },
    { name: 'home-offline', as: 'member', path: '/home', data: 'offline' },
    { name: 'home-trouble', as: 'member', path: '/home', data: 'trouble' },
    ...['info', 'my-pass'].flatMap((page) =>
      (['loading', 'offline', 'trouble'] as const).map(
        (data): Scene => ({ name: `${page}-${data}`, as: 'member', path: `/${page}`, data }),
      ),
    ),
    { name: 'home-add-to-calendar', as: 'member', path: '/home', act: press(/^Add to calendar/) },
    ...scoreScenes,
    ...practicesScenes.planned,
    ...installScenes.quiet,
    ...checkInScenes.quiet,
    ...kioskScenes.quiet,
    ...offlineScenes.quiet,
    { name: 'my-practices-loading', as: 'member', path: '/my-practices', data: 'loading' },
    { name: 'my-practices-offline', as: 'member', path: '/my-practices', data: 'offline' },
    { name: 'my-practices-trouble', as: 'member', path: '/my-practices', data: 'trouble' },
    ...['', 'attendance', 'audit'].flatMap((tab) =>
      (['loading', 'offline', 'trouble'] as const).map(
        (data): Scene => ({ ...resources(tab), name: `${resources(tab).name}-${data}`, data }),
      ),
    ),
    { ...resources('attendance'), name: 'resources-attendance-empty' },
    { ...resources('exports'), name: 'resources-exports' },
    { ...resources('audit'), name: 'resources-audit-one' },
  ],
  many: [...storeScenes.many, ...membersScenes, ...bulkScenes, ...paletteScenes, ...offlineScenes.many],
  live: [
    { name: 'home-live-no-pass', as: 'member', path: '/home' },
    { name: 'home-live-details', as: 'member', path: '/home', act: press('Details') },
    { name: 'home-live-checked-in', as: 'guest', path: '/home' },
    { name: 'home-live-my-pass', as: 'guest', path: '/home?open=pass' },
    { name: 'my-pass-valid', as: 'guest', path: '/my-pass' },
    { name: 'home-live-officer', as: 'officer', path: '/home' },
    { name: 'home-live-remove', as: 'officer', path: '/home', act: pressInAttendees(/^Remove /) },
    { name: 'home-live-end', as: 'officer', path: '/home', act: press('End Practice Early') },
    {
      name: 'home-live-attendees',
      as: 'officer',
      path: '/home?open=attendees',
      act: (page) => page.getByLabel('Add someone by name or email').fill('ha'),
    },
    { name: 'home-live-sell', as: 'officer', path: '/home', act: pressInAttendees(/^Sell to /) },
    {
      name: 'home-live-sold',
      as: 'officer',
      path: '/home?open=attendees',
      act: (page) => page.getByRole('list', { name: 'Sales' }).scrollIntoViewIfNeeded(),
    },
    { name: 'home-live-add-guest', as: 'officer', path: '/home?open=attendees', act: press('Add a guest') },
    { name: 'home-live-undo-sale', as: 'officer', path: '/home', act: pressInAttendees(/^Undo the sale /) },
    { name: 'home-live-carpool', as: 'officer', path: '/home?open=carpool' },
    ...installScenes.live,
    ...checkInScenes.live,
    ...scanScenes,
    ...kioskScenes.live,
    ...offlineScenes.live,
  ],
  'ended-early': [
    { name: 'home-ended-early', as: 'guest', path: '/home' },
    { name: 'home-ended-early-past', as: 'guest', path: '/home?open=past' },
    { name: 'home-upcoming-full', as: 'member', path: '/home?open=upcoming' },
    { name: 'my-practices-full', as: 'guest', path: '/my-practices' },
    { name: 'my-practices-going', as: 'guest', path: '/my-practices', act: press(/Show the list/) },
    { name: 'my-practices-none-found', as: 'guest', path: '/my-practices?q=crossbow' },
    { name: 'my-practices-found', as: 'guest', path: '/my-practices?q=thursday' },
    { name: 'my-practices-add', as: 'guest', path: '/my-practices', act: press(/^Add to calendar/) },
    { name: 'my-practices-link', as: 'guest', path: '/my-practices', act: withCalendarLink },
    {
      name: 'my-practices-renew',
      as: 'guest',
      path: '/my-practices',
      async act(page) {
        await withCalendarLink(page)
        await press('Replace link')(page)
      },
    },
    {
      name: 'my-practices-link-reset',
      as: 'guest',
      path: '/my-practices',
      async act(page) {
        const json = { json: { feed: null, wasReset: true } }
        await page.route(/\/rpc\/calendarFeed\/get/, (route) => route.fulfill({ json }))
        await page.reload()
        await page.getByRole('button', { name: 'Get a new calendar link' }).waitFor()
      },
    },
    { name: 'home-ended-early-officer', as: 'officer', path: '/home' },
    ...practicesScenes.recorded,
    ...offlineScenes.recorded,
  ],
  nothing: [
    { name: 'home-nothing', as: 'member', path: '/home' },
    { name: 'home-nothing-upcoming', as: 'member', path: '/home?open=upcoming' },
    { name: 'home-nothing-officer', as: 'officer', path: '/home' },
    { name: 'manage-practices-none', as: 'officer', path: '/manage-practices' },
    { name: 'members-few', as: 'officer', path: '/members' },
    ...['contactEmail', 'maps.range', 'terms', 'info.calls', 'storeImport.products', 'resources'].map(
      (setting): Scene => ({ name: `settings-${setting}`, as: 'officer', path: `/settings?edit=${setting}` }),
    ),
    { name: 'settings-set-up', as: 'officer', path: '/settings?setup=contactEmail' },
    { name: 'settings-set-up-done', as: 'officer', path: '/settings?setup=done' },
    { ...resources(''), name: 'resources-documents-empty' },
    { ...resources('attendance'), name: 'resources-attendance-few' },
    { ...resources('audit'), name: 'resources-audit-few' },
    { ...resources('audit', '&act=practice.limit'), name: 'resources-audit-none-found' },
    ...storeScenes.nothing,
    { ...resources('audit', '&open=person'), name: 'resources-audit-person' },
  ],
  records: [
    ...storeScenes.records,
    ...offlineScenes.records,
    { ...resources('attendance'), name: 'resources-attendance-many' },
    { ...resources('audit'), name: 'resources-audit-many' },
    { ...resources('audit', '&act=member.day-passes&from=2026-01-01'), name: 'resources-audit-filtered' },
  ],
}
