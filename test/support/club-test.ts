import { describe as vitestDescribe, test as vitestTest } from 'vitest'
import { createTestClub, type EngineName, type TestClub, type TestMember } from './club.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

export * from './club.ts'

type Fixtures = {
  engine: EngineName
  options: Parameters<typeof createTestClub>[1]
  /** A club of this test alone. */
  club: TestClub
  /** An officer. */
  kai: TestMember
  /** Two members. */
  ana: TestMember
  ben: TestMember
  /** A practice tonight from six to eight. */
  practiceId: string
  /** A mail server, which gets the emails of a club with `{ env: mailBy(sink) }` as its options. */
  sink: SmtpSink
}

/**
 * Tests that get a club, and who and what they need in it, by naming them as parameters. `test.override` belongs in a
 * `describe`: elsewhere it would reach other files of the same process.
 */
export const test = vitestTest.extend<Fixtures>({
  engine: 'sqlite',
  options: {},
  club: async ({ engine, options }, use) => {
    await using club = await createTestClub(engine, options)
    await use(club)
  },
  kai: async ({ club }, use) => use(await club.officer()),
  ana: async ({ club }, use) => use(await club.member()),
  ben: async ({ club }, use) => use(await club.member()),
  practiceId: async ({ club }, use) => use(await club.practice()),
  sink: async ({ task: _ }, use) => {
    await using sink = await startSmtpSink()
    await use(sink)
  },
})

/** As Vitest's, but `describe.each(engines)` gives its tests a club on each engine. */
export const describe = Object.assign((title: string, define: () => void) => vitestDescribe(title, define), {
  each: (engines: readonly EngineName[]) => (title: string, define: (engine: EngineName) => void) =>
    vitestDescribe.each(engines)(title, (engine) => {
      test.override({ engine })
      define(engine)
    }),
})
