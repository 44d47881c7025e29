import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { requireBrowser } from './find-browser.mjs'

/**
 * Takes a picture of every screen and state of the built app, at two widths, light and dark, to be looked at after a
 * change of the interface: `npm run pictures`, or `npm run pictures -- home` for those whose name has "home" in it.
 */
const folder = join(import.meta.dirname, '../pictures')
const widths = [390, 1280]
const schemes = ['light', 'dark'] as const
const withStore = {
  club: {
    storeLinks: { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' },
  },
}
const wanted = process.argv[2] ?? ''

type Scene = {
  name: string
  as: QuickMember | null
  path: string
  /** What to do on the page before the picture. */
  act?: (page: Page) => Promise<unknown>
}

const browser = await chromium.launch({ executablePath: await requireBrowser(), args: ['--no-sandbox'] })
await mkdir(folder, { recursive: true })
try {
  await withServer({}, async (server) => {
    const newcomer = await quickMember(server, { email: 'new@purdue.edu', wizard: false })
    await takeAll(browser, server, [...signInScenes(), ...wizardScenes(newcomer)])
  })
  await withServer(withStore, async (server) => {
    const people = await gatherClub(server)
    await takeAll(browser, server, quietScenes(people))
    await people.officer.call('practices.start', { practiceId: people.practiceId })
    for (const guest of people.guests) await guest.call('passes.use')
    for (const guest of people.guests) await guest.call('practices.checkIn', { practiceId: people.practiceId })
    await takeAll(browser, server, liveScenes(people))
    await people.officer.call('practices.endEarly', { practiceId: people.practiceId })
    await takeAll(browser, server, [{ name: 'home-ended-early-officer', as: people.officer, path: '/home' }])
    await people.officer.call('practices.removeSamples')
    await takeAll(browser, server, [{ name: 'home-nothing', as: people.member, path: '/home' }])
  })
} finally {
  await browser.close()
}

function signInScenes(): Scene[] {
  return [
    { name: 'login', as: null, path: '/login' },
    { name: 'login-idle', as: null, path: '/login?reason=idle' },
    { name: 'login-create', as: null, path: '/login?mode=create' },
    {
      name: 'login-create-wrong',
      as: null,
      path: '/login?mode=create',
      async act(page) {
        await page.getByLabel('Purdue Email').fill('ana@gmail.com')
        await page.getByRole('button', { name: 'Create Account' }).click()
      },
    },
    { name: 'login-reset', as: null, path: '/login?mode=reset' },
    { name: 'verify', as: null, path: `/verify#token=${'x'.repeat(43)}` },
    { name: 'verify-dead', as: null, path: '/verify' },
    { name: 'reset', as: null, path: `/reset#token=${'x'.repeat(43)}` },
  ]
}

function wizardScenes(newcomer: QuickMember): Scene[] {
  const steps = [1, 2, 3, 4, 5].map((step) => ({
    name: `welcome-${step}`,
    as: newcomer,
    path: `/welcome?step=${step}`,
  }))
  const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
  return [
    { name: 'welcome-0', as: newcomer, path: '/welcome' },
    ...steps,
    { name: 'welcome-1-gaps', as: newcomer, path: '/welcome?step=1', act: press('Next') },
    {
      name: 'welcome-4-car',
      as: newcomer,
      path: '/welcome?step=4',
      act: (page) => page.getByText('I have a car').click(),
    },
    { name: 'welcome-5-gaps', as: newcomer, path: '/welcome?step=5', act: press('Finish') },
  ]
}

type People = Awaited<ReturnType<typeof gatherClub>>

function quietScenes({ member, officer }: People): Scene[] {
  return [
    { name: 'home-upcoming', as: member, path: '/home' },
    { name: 'home-upcoming-officer', as: officer, path: '/home' },
    { name: 'home-pass', as: member, path: '/home?open=pass' },
    { name: 'home-past', as: member, path: '/home?open=past' },
    { name: 'home-list', as: member, path: '/home?open=upcoming' },
    {
      name: 'home-car',
      as: member,
      path: '/home',
      act: (page) => page.getByRole('button', { name: 'Driver' }).first().click(),
    },
    {
      name: 'home-start',
      as: officer,
      path: '/home',
      act: (page) => page.getByRole('button', { name: 'Start Practice' }).click(),
    },
    {
      name: 'home-samples',
      as: officer,
      path: '/home',
      act: (page) => page.getByRole('button', { name: 'Remove samples' }).click(),
    },
  ]
}

function liveScenes({ member, officer, guests }: People): Scene[] {
  return [
    { name: 'home-live-no-pass', as: member, path: '/home' },
    { name: 'home-live-checked-in', as: guests[0] ?? member, path: '/home' },
    { name: 'home-live-officer', as: officer, path: '/home' },
    {
      name: 'home-live-details',
      as: member,
      path: '/home',
      act: (page) => page.getByRole('button', { name: 'Details' }).click(),
    },
    {
      name: 'home-live-remove',
      as: officer,
      path: '/home',
      act: (page) =>
        page
          .getByRole('button', { name: /^Remove / })
          .first()
          .click(),
    },
    {
      name: 'home-live-end',
      as: officer,
      path: '/home',
      act: (page) => page.getByRole('button', { name: 'End Practice Early' }).click(),
    },
  ]
}

async function gatherClub(server: RunningServer) {
  const names = [
    'Jo Meyer',
    'Kai Tanaka',
    'Ravi Singh',
    'Lena Petrov',
    'Omar Diallo',
    'Elise Weber',
    'Ben Nakamura',
    'Mia Costa',
    'Tom Shaw',
    'Yuki Lin',
  ]
  const pronouns = ['She/Her', 'They/Them', 'He/Him']
  const guests: QuickMember[] = []
  for (const [i, name] of names.entries()) {
    const [first = '', last = ''] = name.split(' ')
    guests.push(
      await quickMember(server, {
        email: `guest${i}@purdue.edu`,
        first,
        last,
        pronouns: [pronouns[i % 3] ?? ''],
        car: 4,
      }),
    )
  }
  const officer = await quickMember(server, {
    email: 'officer@purdue.edu',
    first: 'Avery',
    last: 'Bowman',
    officer: true,
  })
  const member = await quickMember(server, { email: 'member@purdue.edu', first: 'Noor', last: 'Haddad' })
  const home = (await officer.call('home.get')) as { next: { id: string }[] }
  const practiceId = home.next[0]?.id ?? ''
  for (const [i, guest] of guests.entries())
    await guest.call('practices.answer', { practiceId, answer: i % 4 === 0 ? 'driver' : 'archer' })
  return { officer, member, guests, practiceId }
}

async function takeAll(browser: Browser, server: RunningServer, scenes: Scene[]) {
  for (const scene of scenes.filter(({ name }) => name.includes(wanted)))
    for (const width of widths)
      for (const colorScheme of schemes) {
        const context = await browser.newContext({
          viewport: { width, height: width === 390 ? 844 : 900 },
          baseURL: server.url,
          colorScheme,
          timezoneId: 'America/Indiana/Indianapolis',
          reducedMotion: 'reduce',
        })
        if (scene.as) await takeSession(context, server, scene.as)
        const page = await context.newPage()
        await page.goto(scene.path)
        await page.getByRole('heading').first().waitFor()
        await scene.act?.(page)
        await page.waitForTimeout(500)
        const dialog = await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()
        await page.screenshot({
          path: join(folder, `${scene.name}-${width}-${colorScheme}.png`),
          fullPage: dialog === 0,
        })
        await context.close()
      }
}

async function withServer(options: Parameters<typeof startServer>[0], use: (server: RunningServer) => Promise<void>) {
  const server = await startServer(options)
  try {
    await use(server)
  } finally {
    await server.dispose()
  }
}
