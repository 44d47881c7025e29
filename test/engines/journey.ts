import { test as base, expect } from '@playwright/test'
import type { Browser } from 'puppeteer-core'
import { type QuickMember, quickMember } from '../support/quick-member.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { type Driver, type EngineName, engineNames, type Screen } from './drivers/driver.ts'
import { launchPuppeteer, openPuppeteer } from './drivers/puppeteer.ts'
import { openWebKit } from './drivers/webkit.ts'
import { takeSession, type Window, windowOf } from './person.ts'

export type EngineOptions = {
  engine: EngineName
  /** For a second person: another engine, if the machine has one. */
  otherEngine: EngineName
}

export type Person = Window & { newTab(): Promise<Window> }
type Opened = Pick<RunningServer, 'url'>
type OpenPerson = (
  server: Opened,
  options?: Partial<Screen> & { inOther?: boolean; as?: QuickMember },
) => Promise<Person>
type Facts = Partial<Parameters<typeof quickMember>[1]>
type OpenMember = (
  facts?: Facts,
  screen?: Partial<Screen>,
) => Promise<{ server: RunningServer; member: QuickMember; person: Person }>

type Fixtures = {
  /** Servers that stop when the test ends, after its browsers have closed: a page without its server reports errors. */
  servers: AsyncDisposableStack
  /** Set where a test breaks the network, which browsers report as errors; in other tests, no page may report any. */
  networkFails: boolean
  openPerson: OpenPerson
  /** Starts a server with one member, by default Ana Lopez, whose browser is signed in. */
  openMember: OpenMember
}

type JourneyOptions = EngineOptions & {
  /** Shared within a worker: Chromium and Firefox open a context for each person, WebKit starts for each of them. */
  launched: Browser | null
}

/** A journey is written once and runs in each engine that the machine has. */
export const test = base.extend<Fixtures, JourneyOptions>({
  networkFails: [false, { option: true }],
  engine: ['chromium', { option: true, scope: 'worker' }],
  otherEngine: ['chromium', { option: true, scope: 'worker' }],
  launched: [
    async ({ engine }, use) => {
      const browser = engine === 'webkit' ? null : await launchPuppeteer(engine)
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],
  servers: async ({ engine: _ }, use) => {
    await using servers = new AsyncDisposableStack()
    await use(servers)
  },
  // It needs `servers`, so that its browsers close before the servers stop.
  openPerson: async ({ engine, otherEngine, launched, networkFails, servers: _ }, use, testInfo) => {
    const drivers: Driver[] = []
    const others: Browser[] = []
    async function openDriver(name: EngineName, screen: Screen, browser: Browser | null) {
      if (name === 'webkit') return openWebKit(screen)
      if (browser) return openPuppeteer(name, browser, screen)
      const other = await launchPuppeteer(name)
      others.push(other)
      return openPuppeteer(name, other, screen)
    }
    await use(async ({ url }, { width = 390, height = 844, inOther = false, as } = {}) => {
      const driver = await openDriver(inOther ? otherEngine : engine, { width, height }, inOther ? null : launched)
      drivers.push(driver)
      const newTab = async () => windowOf(await driver.newTab(), driver, url)
      const person = { ...(await newTab()), newTab }
      if (as) await takeSession(person, { url }, as)
      return person
    })
    const complaints = networkFails ? [] : drivers.flatMap((driver) => driver.complaints)
    for (const [i, driver] of drivers.entries()) {
      if (testInfo.status !== testInfo.expectedStatus || complaints.length > 0) {
        const path = testInfo.outputPath(`screen-${i + 1}-${driver.engine}.png`)
        await driver.screenshot(path).catch(() => {})
        await testInfo.attach('screen', { path, contentType: 'image/png' }).catch(() => {})
      }
      await driver.close()
    }
    for (const other of others) await other.close()
    expect(complaints).toEqual([])
  },
  openMember: async ({ openPerson, servers }, use) => {
    await use(async (facts = {}, screen = {}) => {
      const server = servers.use(await startServer())
      const member = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', ...facts })
      return { server, member, person: await openPerson(server, { ...screen, as: member }) }
    })
  },
})

/** The next of the installed engines after this one. */
export function otherThan(engine: EngineName, here: readonly EngineName[]): EngineName {
  const others = engineNames.filter((name) => name !== engine && here.includes(name))
  return others.find((name) => engineNames.indexOf(name) > engineNames.indexOf(engine)) ?? others[0] ?? engine
}
