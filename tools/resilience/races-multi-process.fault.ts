// Shows: T41

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { brokenRules } from '#test/support/broken-rules.ts'
import { peopleFor, raceCheckIns, raceEnd } from '#test/support/check-in-races.ts'
import { type Api, createTestClub, type TestClub, tuesdayEvening } from '#test/support/club.ts'
import {
  raceCredit,
  raceEditAgainstUse,
  raceEntering,
  raceMemberRemoval,
  racePracticeDeletion,
  raceRainOut,
} from '#test/support/officer-races.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { raceLastPass } from '#test/support/races.ts'
import { raceAnswers, racePlaces } from '#test/support/rsvp-races.ts'
import { prepareServer, type ServerProcess, startServerProcess } from '#test/support/server.ts'
import { createServerClock } from '#test/support/server-clock.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { withoutTransactions } from './servers-without.ts'
import { openRounds } from './stored-rounds.ts'
import { copyTree } from './tree-copy.ts'

const processes = 3
/** A new club after this many rounds, because growing tables would distort the race. */
const roundsAClub = 50
const controls = 20
const mustNotice = 10
const secret = 'a test secret that is long enough 0123456789'

type Race = { name: string; rounds: number; run: (club: TestClub) => Promise<string[]> }

const deletions: Race[] = [
  { name: 'a practice deleted under 41 acts', rounds: 1000, run: racePracticeDeletion },
  { name: 'a member removed under 40 acts', rounds: 1000, run: raceMemberRemoval },
]
const races: Race[] = [
  ...deletions,
  { name: '20 check-ins against the end', rounds: 100, run: async (club) => raceEnd(club, await peopleFor(club)) },
  { name: 'last day pass ×50', rounds: 100, run: raceLastPass },
  { name: 'double check-in ×50', rounds: 100, run: raceCheckIns },
  { name: 'archer and driver ×50', rounds: 100, run: raceAnswers },
  { name: '20 answers for 5 places', rounds: 100, run: racePlaces },
  { name: 'credit ×50', rounds: 100, run: raceCredit },
  { name: '10 edits against Use Pass', rounds: 100, run: raceEditAgainstUse },
  { name: 'rain-out ×20', rounds: 100, run: raceRainOut },
  { name: 'check-in entered ×21', rounds: 100, run: raceEntering },
]

export const fault: Fault = {
  name: 'races-multi-process',
  promise:
    'With three servers on one PostgreSQL, asked over HTTP, whoever acts at once with others counts once and is there whole, and the tables’ rules hold afterwards (T29–T42, T41).',
  engines: ['postgres'],
  limitMinutes: 150,
  async run(context) {
    const postgres = await startPostgres()
    context.onEnd(() => postgres.stop())
    const progress = openRounds<Batch>(context.progress)
    for (const race of races) {
      const rounds = context.rounds(race.rounds)
      const done = () => sum(progress.rounds, race.name, 'rounds')
      while (done() < rounds) {
        const size = Math.min(rounds - done(), roundsAClub)
        progress.keep(await runBatch(context, race, size, () => openApart(context, postgres.url)))
        context.say(`${race.name}: ${done()} of ${rounds} rounds`)
      }
    }
    const wrong = progress.rounds.flatMap((batch) => batch.wrong)
    const figures: Record<string, number | string> = { 'server processes': processes }
    for (const { name } of races)
      figures[name] = `${sum(progress.rounds, name, 'rounds')} rounds, ${sum(progress.rounds, name, 'broken')} broken`
    figures['looks at the rules of the tables'] = progress.rounds.length
    figures['of these broken'] = progress.rounds.reduce((total, { rules }) => total + rules, 0)
    const { root } = await copyTree(context, [withoutTransactions])
    for (const race of deletions) {
      await using club = await openApart(context, postgres.url, root)
      let noticed = 0
      for (let round = 0; round < controls; round++) if ((await race.run(club)).length > 0) noticed += 1
      if (noticed < mustNotice) wrong.push(`${race.name}: the control noticed ${noticed} of ${controls} times`)
      figures[`${race.name}, without transactions (control)`] = `${noticed} of ${controls} broken`
    }
    return outcomeOf(wrong, figures)
  },
}

type Batch = { race: string; rounds: number; broken: number; rules: number; wrong: string[] }

/** Runs these rounds on one club, then checks all its tables. */
async function runBatch(context: FaultContext, race: Race, rounds: number, open: () => Promise<TestClub>) {
  await using club = await open()
  const batch: Batch = { race: race.name, rounds, broken: 0, rules: 0, wrong: [] }
  for (let round = 0; round < rounds; round++) {
    context.signal.throwIfAborted()
    const found = await race.run(club)
    batch.broken += found.length > 0 ? 1 : 0
    batch.wrong.push(...found.map((what) => `${race.name}: ${what}`))
  }
  const rules = await brokenRules(club.ctx)
  batch.rules = rules.length
  batch.wrong.push(...rules.map((rule) => `${race.name}: ${rule}`))
  return batch
}

function sum(batches: Batch[], race: string, of: 'rounds' | 'broken') {
  return batches.filter((batch) => batch.race === race).reduce((total, batch) => total + batch[of], 0)
}

/** Opens a club on its own database, behind several servers with the same time of day; members' phones are spread over them. */
async function openApart(context: FaultContext, postgresUrl: string, root?: string): Promise<TestClub> {
  const database = await createDatabase(postgresUrl)
  const club = await createTestClub('postgres', { beside: { databaseUrl: database.url } })
  const clock = await createServerClock(tuesdayEvening)
  const servers: ServerProcess[] = []
  // Sequentially: without transactions (the control), they couldn't start in parallel.
  for (let n = 0; n < processes; n++) {
    const env = { ...clock.env, AUTH_SECRET: secret, DATABASE_URL: database.url }
    const again = await prepareServer({ env })
    const server = await startServerProcess({ again, ...(root === undefined ? {} : { root }) })
    context.onEnd(() => server.kill())
    servers.push(server)
  }
  let next = 0
  return {
    ...club,
    async member(facts = {}) {
      const member = await club.member(facts)
      next += 1
      return { ...member, api: apiOf(servers[next % processes]?.url ?? '', member.cookie) }
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        await server.stop()
        await rm(server.dataDir, { recursive: true, force: true })
      }
      await clock[Symbol.asyncDispose]()
      await club[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** The typed API over HTTP, each mutation with its own idempotency key. */
function apiOf(url: string, cookie: string): Api {
  return createORPCClient(
    new RPCLink({
      url: `${url}/rpc`,
      method: (_options, path) => (path.at(-1) === 'get' ? 'GET' : 'POST'),
      headers: () => ({ cookie, 'idempotency-key': randomUUID() }),
    }),
  )
}
