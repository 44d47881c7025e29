import { expect, type Locator, type Page } from '@playwright/test'
import { barOf, enlarge, moveTime } from './maps-tile.ts'
import { footOf, logoOf } from './page-frame.ts'
import { partOf, zoomOf } from './picture-editor.ts'
import { scorecard } from './score.ts'

/** A locator that must become visible, or a promise that resolves once it was there. */
type Find = (page: Page) => Locator | Promise<unknown>

/** An element that the product promises on a screen, and the step of the journey that looks for it. */
export interface Named {
  /** A step of the journey: who looks at what. */
  at: string
  screen: string
  /** The element's name in the specification. */
  element: string
  find: Find
}

const on = (at: string, screen: string, elements: Record<string, Find>): Named[] =>
  Object.entries(elements).map(([element, find]) => ({ at, screen, element, find }))

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const label = (name: string) => (page: Page) => page.getByLabel(name, { exact: true })
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true })
const role = (role: Role, name: Name) => (page: Page) => page.getByRole(role, { name })
const at = (selector: string) => (page: Page) => page.locator(selector)
const text = (text: Name) => (page: Page) => page.getByText(text)
const inBar = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const inMenu = (name: string, href: string) => (page: Page) =>
  page.getByRole('dialog', { name: 'Menu' }).locator(`a[href="${href}"]`, { hasText: name })
const inFoot = (selector: string) => (page: Page) => footOf(page).locator(selector)
const inGroup = (group: string) => (name: string) => (page: Page) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true })
const column = (name: string) => role('columnheader', name)
const tile = (name: RegExp) => (page: Page) => {
  const tiles = page.getByRole('main').getByRole('listitem')
  return tiles.getByRole('button', { name }).or(tiles.getByRole('link', { name }))
}
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (text: Name) => (page: Page) => dialog(page).getByText(text, { exact: typeof text === 'string' })
const roleInDialog = (role: Role, name: Name) => (page: Page) => dialog(page).getByRole(role, { name })
const toPress = (name: Name) => roleInDialog('button', name)
const inDialogNamed = (name: string, text: string) => (page: Page) => page.getByRole('dialog', { name }).getByText(text)
const live = (page: Page) => page.getByRole('region', { name: /^LIVE/ })
const attendee = (page: Page) =>
  live(page).getByRole('list', { name: 'Checked in' }).getByRole('listitem').filter({ hasText: 'Ana Lopez' })
const inRow = (name: Name) => (page: Page) =>
  page.getByRole('row', { name: /Ana Lopez/ }).getByRole('button', { name, exact: typeof name === 'string' })

/** Elements that are found by their own name. */
const each = (find: (name: string) => Find, names: string[], called = (name: string) => name) =>
  Object.fromEntries(names.map((name) => [called(name), find(name)]))

/** Opens a path that must redirect to `at` and show an element there. */
const opens =
  (path: string, shows: Find, leadsTo = path): Find =>
  async (page) => {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${leadsTo}$`))
    await (shows(page) as Locator).first().waitFor()
  }
const opensLogin = (path: string) => opens(path, heading('Sign In'), String.raw`/login(\?next=.*)?`)
const shows: Record<string, Find> = {
  '/home': tile(/^Upcoming Practices/),
  '/info': heading('Range calls and rules'),
  '/my-pass': heading('My Pass'),
  '/scorecard': button('Start scoring'),
  '/members': heading('Members'),
  '/manage-practices': heading('Manage Practices'),
  '/my-practices': heading('My Practices'),
  '/resources': heading('Resources'),
}
const asItIs = (path: string) => opens(path, shows[path] ?? heading(path))
const guarded = ['/home', '/info', '/members', '/manage-practices', '/my-pass', '/scorecard']
const ofMembers = ['/home', '/info', '/my-pass', '/scorecard']
const publicPages = {
  'About Archery': '/about-archery',
  'Our Range': '/our-range',
  'Our Team': '/our-team',
  Calendar: '/calendar',
  Competitions: '/competitions',
  Contact: '/contact',
  Join: '/join',
}

async function wheel(page: Page, by: number) {
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, by)
}

async function showsLoading(page: Page) {
  const answer = Promise.withResolvers<void>()
  await page.route('**/rpc/session/get*', async (route) => {
    await answer.promise
    await route.continue()
  })
  try {
    await page.goto('/info', { waitUntil: 'commit' })
    await page.getByText('Loading...', { exact: true }).waitFor()
  } finally {
    answer.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
  await heading('Range calls and rules')(page).waitFor()
}

async function isSlider(page: Page) {
  for (const [name, value] of Object.entries({ min: '1', max: '3', step: '0.1' }))
    await expect(zoomOf(page)).toHaveAttribute(name, value)
  await zoomOf(page).waitFor()
}

async function blurs(page: Page) {
  const filter = await dialog(page).evaluate((menu) => getComputedStyle(menu, '::backdrop').backdropFilter)
  expect(filter).toContain('blur')
}

/** What each screen of a new club shows. */
export const named: Named[] = [
  ...on('stranger', 'Routes', {
    ...each(opensLogin, ['/', ...Object.values(publicPages), '/no-such-page']),
    ...each(opensLogin, ['/welcome', ...guarded], (path) => `${path}, signed out`),
    '/login': opens('/login', heading('Sign In')),
  }),
  ...on('welcome 0', 'Routes', { '/welcome': opens('/welcome', heading('Welcome to Archery Club')) }),
  ...on('member', 'Routes', {
    ...each(asItIs, ofMembers),
    "'Loading...' while the session is being determined": showsLoading,
  }),
  ...on('idle', 'Routes', {
    // After an hour both limits of a session end together; the dialog is that of the one that comes first.
    'Inactivity logout watcher': role('heading', /^(Still there\?|Log in again)$/),
  }),
  ...on('officer', 'Routes', {
    ...each(asItIs, ['/members', '/manage-practices', '/my-practices', '/resources']),
    ...each(asItIs, ofMembers, (path) => `${path}, as an officer`),
  }),

  ...on('signed out menu', 'Navigation bar', {
    ...Object.fromEntries(Object.entries(publicPages).map(([name, path]) => [name, inMenu(name, path)])),
    Login: inMenu('Login', '/home'),
  }),
  ...on('signed out', 'Navigation bar', { 'Logo to /': (page) => logoOf(page).and(page.locator('[href="/"]')) }),
  ...on('member menu', 'Navigation bar', {
    'My Practices': inMenu('My Practices', '/my-practices'),
    Info: inMenu('Info', '/info'),
    'My Pass': inMenu('My Pass', '/my-pass'),
  }),
  ...on('home', 'Navigation bar', { 'Logo to /home': (page) => logoOf(page).and(page.locator('[href="/home"]')) }),
  ...on('officer home', 'Navigation bar', each(inBar, ['Manage Practices', 'Members', 'Resources'])),
  ...on('home', 'Profile menu', { 'The profile photo': button('Profile') }),
  ...on('profile menu', 'Profile menu', {
    'Fly-in animation': (page) => expect(role('dialog', 'Profile')(page)).toHaveCSS('animation-duration', '0.3s'),
    'The photo': (page) => dialog(page).locator('[data-initials="AL"], img'),
    'The full name': inDialog('Ana Lopez'),
    'My Profile': link('My Profile'),
    Logout: button('Logout'),
  }),
  ...on('officer home', 'Layout', { 'Navbar inline above 1050px': role('navigation', 'Main') }),
  ...on('home', 'Layout', {
    'Hamburger menu below': button('Menu'),
    'Navbar hides on scroll down': async (page) => {
      await wheel(page, 500)
      await expect(page.locator('html[data-header-away]')).toBeAttached()
    },
    'Navbar shows on scroll up': async (page) => {
      await wheel(page, -100)
      await expect(logoOf(page)).toBeInViewport()
    },
  }),
  ...on('member menu', 'Layout', {
    'Page scrolling is locked while a menu is open': (page) =>
      expect(page.locator('html')).toHaveCSS('overflow', 'hidden'),
    'The main content is blurred': blurs,
  }),
  ...on('signed out', 'Footer', {
    '/constitution.pdf (new tab)': inFoot('a[href="/constitution.pdf"][target="_blank"]'),
    ...each((path) => inFoot(`a[href="${path}"]`), ['/merch', '/sponsorship', '/donate']),
    'Photo sharing': inFoot('a[href^="https://photos."]'),
    Video: inFoot('a[href^="https://video."]'),
    'Chat workspace invite': inFoot('a[href^="https://chat."]'),
    'Campus organization page': inFoot('a[href^="https://campus."]'),
    'Club email mailto': inFoot('a[href^="mailto:"]'),
    'Copyright line with the current year': (page) =>
      footOf(page).getByText(`© ${new Date().getFullYear()} Archery Club`),
  }),

  ...on('signed out', 'Login screen', {
    'Sign In': heading('Sign In'),
    ...each(label, ['Purdue Email', 'Password']),
    ...each(link, ['Create an Account', 'Forgot Password?']),
  }),
  ...on('create account', 'Login screen', {
    'Create Account': heading('Create Account'),
    'Already have an account? Login': role('link', /^Already have an account\? Login$/),
  }),
  ...on('reset password', 'Login screen', {
    'Reset Password': heading('Reset Password'),
    'Password is hidden in reset mode': (page) => expect(label('Password')(page)).toHaveCount(0),
    'Back to Login': link('Back to Login'),
  }),

  ...on('welcome 0', 'Welcome wizard', {
    'Welcome screen': heading('Welcome to Archery Club'),
    Start: button('Start'),
  }),
  ...on('welcome 1', 'Welcome wizard', each(label, ['Preferred first name', 'Last name', 'Birthday'])),
  ...on('welcome 2', 'Welcome wizard', { 'Choose a file': button('Choose a photo'), Skip: button('Skip') }),
  ...on('welcome 2, a photo chosen', 'Welcome wizard', {
    'Crop it round at a square aspect': partOf,
    'Zoom slider from 1 to 3 in steps of 0.1': isSlider,
    'Next crops the photo': button('Next'),
  }),
  ...on('welcome 3', 'Welcome wizard', {
    ...each(inGroup('Bow type'), ['Compound', 'Recurve', 'Barebow', "I'm not sure yet!"], (bow) => `Bow type: ${bow}`),
    ...each(inGroup('Do you have personal equipment?'), ['Yes', 'No'], (reply) => `Personal equipment: ${reply}`),
  }),
  ...on('welcome 4', 'Welcome wizard', { 'A checkbox for having a car': role('group', 'I can give rides') }),
  ...on('welcome 4, with a car', 'Welcome wizard', {
    'Car capacity 1 to 8 (including the driver)': role('spinbutton', 'Car capacity'),
    ...each(text, ['RM01 Completed & Approved']),
  }),
  ...on('welcome 5', 'Welcome wizard', {
    ...each(inGroup('Pronouns'), ['He/Him', 'She/Her', 'They/Them', 'Specify']),
    Finish: button('Finish'),
  }),
  ...on('welcome 5, chosen', 'Welcome wizard', {
    'Free text': label('Your pronouns'),
    'Removable chips': button('Remove She/Her'),
  }),
  ...on('greeting', 'Welcome wizard', {
    'A full-screen greeting with the first name': role('dialog', 'Welcome, Ana!'),
  }),

  ...on('home', 'Home dashboard', {
    'Next Practice panels': role('region', /^Sample practice/),
    'Purchase Pass': tile(/^Purchase Pass/),
    'My Past Practices': tile(/^My Past Practices/),
    Maps: (page) => page.getByText('Maps', { exact: true }),
    'Upcoming Practices': tile(/^Upcoming Practices/),
    'One empty tile (which has the scorecard)': tile(/^Scorecard/),
  }),
  ...on('officer home', 'Home dashboard', {
    'Tile 1 to /manage-practices': tile(/^Manage Practices/),
    'Tile 2 to the members': tile(/^Members/),
  }),
  ...on('upcoming dialog', 'Home dashboard', { 'Tiles open modals': dialog }),
  ...on('pass dialog', 'Home dashboard', {
    'The number of day passes': inDialog(/2\s*day passes left/),
    'Use Pass': toPress('Use Pass'),
    'Buy Pass': roleInDialog('link', /^Buy Pass/),
  }),
  ...on('home with a pass', 'Home dashboard', { 'My Pass card': tile(/^My Pass/) }),
  ...on('past dialog, one outstanding', 'Home dashboard', {
    'Practice name': (page) => dialog(page).getByRole('listitem').getByText('Sample practice'),
    'Practice date': (page) => dialog(page).getByRole('listitem').locator('time'),
    'The count attended': inDialog('Attended'),
    'Outstanding practices': inDialog(/1 outstanding/),
    'A purchase link': roleInDialog('link', /^Purchase practices/),
  }),
  ...on('past dialog, some left', 'Home dashboard', { 'Purchased practices left': inDialog(/2 left/) }),

  ...on('live', 'Live practice panel', {
    'A live-practice panel': live,
    'Event title': (page) => live(page).getByRole('heading', { name: 'Sample practice' }),
    'Date and time range': (page) => live(page).locator('time', { hasText: /,.*·.*–/ }),
    'A toggle for location, description and organizer': (page) => live(page).getByRole('button', { name: 'Details' }),
    'Members in Attendance': (page) => live(page).getByText(/^Members? in Attendance$/),
    'Check In': button('Check In'),
  }),
  ...on('checked in', 'Live practice panel', {
    'Member grid: photo': (page) => attendee(page).locator('[data-initials="AL"], img'),
    'Member grid: name': (page) => attendee(page).getByText('Ana Lopez', { exact: true }),
    'Member grid: pronouns': (page) => attendee(page).getByText('She/Her'),
  }),
  ...on(
    'live, details open',
    'Live practice panel',
    each((name) => (page) => live(page).getByText(name, { exact: true }), ['Location', 'Description']),
  ),
  ...on('officer live', 'Live practice panel', {
    'End Practice Early': button('End Practice Early'),
  }),
  ...on('officer live, attendees open', 'Live practice panel', {
    'A remove (X) button per member': button('Remove Ana Lopez'),
  }),

  ...on('maps', 'Maps tile', {
    'The Range': (page) => enlarge(page, 'The Range'),
    'An embedded map of The Range': at('iframe[title="Map: The Range"]'),
    'A progress bar': (page) => barOf(page).locator('..'),
    'Carpool Meetup': async (page) => {
      // A pointer that rests on the tile holds the map.
      await page.mouse.move(0, 0)
      await moveTime(page, 9950)
      await enlarge(page, 'Carpool Meetup').waitFor()
    },
    'An embedded map of Carpool Meetup': at('iframe[title="Map: Carpool Meetup"]'),
  }),
  ...on('map dialog', 'Maps tile', {
    'A full-screen map': dialog,
    'A button to switch to the other map': toPress(/^Switch to /),
    'The back button closes it': async (page) => {
      await page.goBack()
      await expect(dialog(page)).toHaveCount(0)
    },
  }),

  ...on('my pass', 'My Pass page', {
    'My Pass': heading('My Pass'),
    'The purchase card': role('heading', 'Purchase Pass'),
  }),
  ...on('my pass, with one', 'My Pass page', { 'A tilt card with the pass name': role('region', 'Day Pass') }),
  ...on('info', 'Info page', {
    'Range calls': role('region', 'Range calls'),
    Rules: role('region', 'Range rules'),
    'Got it!': button('Got it!'),
  }),

  ...on('members', 'Manage Members', {
    'A search box by name or email': role('searchbox', 'Search by name or email'),
    ...each(column, ['Name', 'Email', 'Attended Practices', 'Remaining Day Passes', 'Current Pass', 'Role', 'Actions']),
    'An editable day-pass count': role('spinbutton', 'Remaining Day Passes for Ana Lopez'),
    'Role select (Member or Officer)': async (page) => {
      await label('Role for Ana Lopez')(page).waitFor()
      await expect(label('Role for Ana Lopez')(page).locator('option')).toHaveText(['Member', 'Officer'])
    },
  }),
  ...on('member actions', 'Manage Members', {
    'Action Remove': inRow('Remove'),
    'Action View Practices': inRow(/View Practices/),
  }),
  ...on('member details', 'Manage Members', {
    'Detail modal': role('dialog', 'Ana Lopez'),
    ...each(inDialog, ['Email', 'Attended Practices'], (name) => `Details: ${name}`),
    'Details: editable Total Paid Practices': roleInDialog('spinbutton', 'Total Paid Practices'),
    'Details: Role': (page) => dialog(page).getByLabel('Role'),
    ...each(toPress, ['Remove', 'View Practices'], (name) => `Details: ${name}`),
  }),

  ...on('practices', 'Manage Practices', {
    'Search by name or date': role('searchbox', 'Search by name or date'),
    ...each(column, ['Name', 'Date', 'Attendance Limit', 'Length', 'Actions']),
    'Length in hours and minutes': (page) => page.getByRole('cell', { name: '2 h', exact: true }),
    'Action Remove': role('button', /^Remove Sample practice/),
    'Action View Details': role('button', /^View Details: /),
    'Action View Carpool': role('button', /^View Carpool: /),
    'Sorted newest first': (page) => column('Date')(page).and(page.locator('[aria-sort="descending"]')),
  }),
  ...on('practice details', 'Manage Practices', {
    'Details: Name': roleInDialog('heading', 'Sample practice'),
    'Details: Attendance Limit': inDialog('Attendance Limit'),
    'Details: Length in minutes': inDialog('120 minutes'),
    ...each(inDialog, ['Description', 'Date'], (name) => `Details: ${name}`),
    'View Attendees': roleInDialog('tab', /^Here/),
    'View Carpool List': roleInDialog('tab', /^Carpool/),
  }),
  ...on('practice menu', 'Manage Practices', { 'Delete Practice': button('Delete Practice') }),
  ...on('attendee list', 'Manage Practices', {
    'Attendee list: name': inDialogNamed('Sample practice', 'Ana Lopez'),
    'Attendee list: email': inDialogNamed('Sample practice', 'ana@purdue.edu'),
  }),
  ...on('carpool list', 'Manage Practices', {
    'Carpool list: name': inDialogNamed('Sample practice', 'Ana Lopez'),
    'Carpool list: email': inDialogNamed('Sample practice', 'ana@purdue.edu'),
  }),

  ...on('scorecard', 'Scorecard', { 'A setup form': button('Start scoring') }),
  ...on('scoring', 'Scorecard', {
    'An SVG target': (page) => scorecard(page).target,
    'Click-to-place arrows': async (page) => {
      await scorecard(page).click(0, 0.1)
      await scorecard(page).expectArrows(1)
    },
    'A score table': at('table[data-arrows]'),
  }),
]

/** Whether the element is there; one that takes longer than a moment isn't. */
async function isFound(page: Page, { find }: Named) {
  const found = find(page)
  try {
    await (found instanceof Promise ? found : found.filter({ visible: true }).first().waitFor({ timeout: 15_000 }))
    return true
  } catch {
    return false
  }
}

/** Looks for elements during a journey and reports at its end which were missing. */
export function elementFinder(wanted: Named[] = named) {
  const found = new Set<Named>()
  return {
    /** The elements of this step. */
    async look(page: Page, at: string) {
      const here = wanted.filter((each) => each.at === at)
      if (here.length === 0) throw new Error(`nothing is named at "${at}"`)
      for (const each of here) if (await isFound(page, each)) found.add(each)
    },
    named: () => wanted.length,
    found: () => found.size,
    missing: () => wanted.filter((each) => !found.has(each)).map(({ screen, element }) => `${screen}: ${element}`),
  }
}
