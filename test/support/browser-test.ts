import { expect, test as playwright } from '@playwright/test'
import { openPerson } from './person.ts'
import { type QuickMember, quickMember, takeSession } from './quick-member.ts'
import { type RunningServer, startServer } from './server.ts'

type Options = NonNullable<Parameters<typeof openPerson>[2]> & {
  /** Logged in as this member; by default nobody is. */
  as?: QuickMember | undefined
  /** The path of the page to open. */
  at?: string
  /** For tests that cause errors on purpose, such as a lost connection. */
  mayComplain?: boolean
}
export type Open = (server: Pick<RunningServer, 'url'>, options?: Options) => ReturnType<typeof openPerson>

type Fixtures = {
  /** Starts a server that runs until the test ends. */
  start: typeof startServer
  /** Such a server, without settings. */
  server: RunningServer
  /** A member of it. */
  ana: QuickMember
  /** An officer of it. */
  kai: QuickMember
  /** Opens a page in a new browser context. When the test ends, none of these pages may have logged an error. */
  open: Open
}

/** Browser tests in which servers stop, and browsers close, when the test ends. */
export const test = playwright.extend<Fixtures>({
  start: async ({ browser: _ }, use) => {
    const running: RunningServer[] = []
    await use(async (settings) => {
      const server = await startServer(settings)
      running.push(server)
      return server
    })
    for (const server of running) await server.dispose()
  },
  server: async ({ start }, use) => use(await start()),
  ana: async ({ server }, use) =>
    use(await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })),
  kai: async ({ server }, use) =>
    use(await quickMember(server, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })),
  // It needs `start`, so that its pages close before the servers stop.
  open: async ({ browser, start: _ }, use) => {
    const people: { context: Awaited<ReturnType<Open>>['context']; mistakes: string[] }[] = []
    await use(async (server, { as, at, mayComplain = false, ...options } = {}) => {
      const person = await openPerson(browser, server, options)
      people.push({ context: person.context, mistakes: mayComplain ? [] : person.complaints })
      if (as) await takeSession(person.context, server as RunningServer, as)
      if (at !== undefined) await person.page.goto(at)
      return person
    })
    const mistakes = people.flatMap((person) => person.mistakes)
    for (const { context } of people) await context.close()
    expect(mistakes).toEqual([])
  },
})
