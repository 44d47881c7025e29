// Shows: T72

import { setTimeout as pause } from 'node:timers/promises'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { giveCars, lostOf, statusesOf, steadyLoad, type TimedResponse } from './steady-load.ts'
import { follow } from './stream-follower.ts'
import { copyTree, type Patch } from './tree-copy.ts'

const forMs = 20_000
const people = 40

/** A next release that only adds to tables: a column of each kind, an index, a table. */
const addsOnly = nextSteps(
  `await db.schema.alterTable('rsvp').addColumn('remark', 'text').execute()
   await db.schema.createIndex('rsvp_remark').on('rsvp').column('remark').execute()
   await db.schema.createTable('remark').addColumn('id', 'text', (c) => c.primaryKey()).execute()`,
  `await db.schema.alterTable('practice').addColumn('places_kept', 'integer', (c) => c.notNull().defaultTo(0)).execute()`,
)
/** A next release that renames something. */
const renames = nextSteps(`await db.schema.alterTable('rsvp').renameColumn('kind', 'answer').execute()`)

function nextSteps(...steps: string[]): Patch {
  return {
    file: 'src/server/db/migrate.ts',
    from: ']\nexport const schemaVersion',
    to: `${steps.map((step) => `  { up: async (db) => {${step}} },\n`).join('')}]\nexport const schemaVersion`,
  }
}

export const fault: Fault = {
  name: 'two-releases',
  promise:
    'A process of the next release brings the tables up to date while one of this release is asked fifty times a second: no request fails, nothing acknowledged is lost, each hears of the other, and once stopped this release is not started again on them (T72).',
  engines: ['postgres'],
  limitMinutes: 15,
  async run(context) {
    const wrong: string[] = []
    const found = await rollOut(context, addsOnly)
    const failed = found.answered.filter(({ status }) => status !== 200)
    if (failed.length > 0) wrong.push(`answers were ${statusesOf(found.answered)}, and the log says ${found.why}`)
    if (found.lost > 0) wrong.push(`${found.lost} acknowledged ones are gone`)
    if (found.heard !== 'both') wrong.push(`heard of the other: ${found.heard}`)
    if (!/updated by a newer release/.test(found.refusal)) wrong.push(`started again, it said: ${found.refusal}`)
    const control = await rollOut(context, renames)
    const stumbled = control.answered.filter(({ status }) => status !== 200).length
    if (stumbled === 0) wrong.push('the control did not notice: what is called otherwise is found all the same')
    return outcomeOf(wrong, {
      answers: statusesOf(found.answered),
      'acknowledged writes': found.acknowledged,
      lost: found.lost,
      'of these asked after the update': found.after,
      'slowest answer ms': Math.round(Math.max(...found.answered.map(({ ms }) => ms))),
      'failed where a column is called otherwise (control)': stumbled,
    })
  },
}

async function rollOut(context: FaultContext, next: Patch) {
  const club = await seedClub(context, { members: people, practices: 4 })
  await giveCars(club)
  const old = await club.start()
  const over = new AbortController()
  const load = steadyLoad({ club, rate: 50, forMs: 10 * 60_000, writes: 50, phones: 100, signal: over.signal })
  await pause(3000)
  const { root } = await copyTree(context, [next])
  const again = await prepareServer({ env: club.shared })
  const newer = await startServerProcess({ again, root })
  context.onEnd(() => newer.dispose())
  const updatedAt = performance.now()
  await pause(forMs, undefined, { signal: context.signal })
  over.abort()
  const answered: TimedResponse[] = await load
  const { lost, acknowledged } = next === addsOnly ? await lostOf(club, answered) : { lost: 0, acknowledged: 0 }
  const heard = next === addsOnly ? await hearEachOther(club, newer.url) : 'not asked'
  const why = /"err":\{[^}]*?"message":"([^"]*)/.exec(old.output())?.[1]
  await old.stop()
  const refusal = await club.start().then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  return {
    answered,
    why,
    lost,
    acknowledged,
    heard,
    refusal,
    after: answered.filter(({ atMs }) => atMs > updatedAt).length,
  }
}

/** Clients of one process learn of writes by the other. */
async function hearEachOther(club: SeededClub, newer: string) {
  const heardBy = async (followed: string, asked: string) => {
    const heard = Promise.withResolvers<boolean>()
    const follower = follow(followed, club.officer.cookie, (event, data) => {
      if (event === 'change' && data.topic === 'practices') heard.resolve(true)
    })
    await follower.up()
    const phone = openPhone(asked, club.members[0]?.cookie)
    for (const answer of [null, 'archer'])
      await phone.act('practices.answer', { practiceId: club.practiceIds[0], answer })
    const isHeard = await Promise.race([heard.promise, pause(5000, false)])
    follower.close()
    return isHeard
  }
  const [byNewer, byOld] = [await heardBy(newer, club.url), await heardBy(club.url, newer)]
  if (byNewer && byOld) return 'both'
  return byNewer || byOld ? 'one' : 'neither'
}
