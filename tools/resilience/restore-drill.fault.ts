// Shows: T73

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/db/database.ts'
import type { Manifest } from '#server/ops/backup/manifest.ts'
import { startCommand } from '#test/support/command.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { prepareServer } from '#test/support/server.ts'
import { makeLive } from './check-in-load.ts'
import { type ClubLoad, judge, loadEnv, loadPasses, openLoad, type SentMutation } from './club-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { anyPhoto, sendPhoto } from './picture-load.ts'
import { compareRestored } from './restored-rows.ts'
import { seedClub } from './seeded-club.ts'

const members = 12
const pauseMs = 40
/** The limit for a club of 100 MB. */
const restoreWithinS = 60
const portions = 8
const rowsAPortion = 30_000

export const fault: Fault = {
  name: 'restore-drill',
  promise:
    'A backup that is taken while everybody writes comes back elsewhere row by row as it was taken, whole, with all that was acknowledged before it began, within 60 s for 100 MB (T73).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 30,
  async run(context) {
    const drills = context.rounds(20)
    const club = await seedClub(context, { members, practices: 3, dayPasses: loadPasses, env: loadEnv })
    const server = await club.start()
    await makeLive(club, club.practiceIds[0] ?? '')
    for (const { cookie } of club.members) await sendPhoto(club.url, { cookie, photo: await anyPhoto() })
    const load = openLoad(club)
    const wrong: string[] = []
    const total = { before: 0, during: 0, missing: 0, half: 0, rows: 0, different: 0, slowestS: 0 }
    for (let drill = 1; drill <= drills; drill++) {
      const found = await runDrill(context, server, load)
      wrong.push(...found.wrong.map((what) => `drill ${drill}: ${what}`))
      total.before += found.before
      total.during += found.during
      total.missing += found.missing
      total.half += found.half
      total.rows += found.rows
      total.different += found.different
      total.slowestS = Math.max(total.slowestS, found.restoreS)
      context.say(
        `drill ${drill}: ${found.rows} rows alike, ${found.during} acts meanwhile, ${found.restoreS.toFixed(1)} s`,
      )
    }
    wrong.push(...load.refused)
    await fillUp(club.db)
    const large = await runDrill(context, server, load)
    wrong.push(...large.wrong.map((what) => `100 MB: ${what}`))
    const restoreS = large.restoreS / (large.megabytes / 100)
    context.say(
      `${large.megabytes.toFixed(0)} MB: taken in ${large.backupS.toFixed(1)} s, back in ${large.restoreS.toFixed(1)} s`,
    )
    if (large.megabytes < (drills < 20 ? 0 : 90)) wrong.push(`the large club had ${large.megabytes.toFixed(0)} MB`)
    if (restoreS > restoreWithinS) wrong.push(`100 MB took ${restoreS.toFixed(0)} s to come back`)
    if (total.during === 0) wrong.push('nobody did anything while a backup was taken')
    return outcomeOf(wrong, {
      drills,
      'acknowledged before a backup began': total.before,
      'of these not in it': total.missing,
      'acts while backups were taken': total.during,
      'of these in it by half': total.half,
      'rows compared': total.rows,
      'tables that came back otherwise': total.different,
      'slowest restore of a drill, s': total.slowestS.toFixed(1),
      'large club, MB': large.megabytes.toFixed(0),
      'backup per 100 MB, s': (large.backupS / (large.megabytes / 100)).toFixed(1),
      'restore with its checks per 100 MB, s': restoreS.toFixed(1),
    })
  },
}

/** Takes a backup under load, restores it in a new place, and compares. */
async function runDrill(context: FaultContext, server: Started, load: ClubLoad) {
  const place = await prepareServer()
  const tidyUp = () => rm(place.dataDir, { recursive: true, force: true })
  context.onEnd(tidyUp)
  const backup = join(place.dataDir, 'backup')
  let over = false
  const busy = load.run({ over: () => over, pauseMs })
  await pause(300)
  const before = load.done.length
  let begunAt = performance.now()
  const taken = await startCommand(['backup', backup], { env: server.env }).ended
  const backupS = (performance.now() - begunAt) / 1000
  over = true
  await busy
  if (taken.code !== 0) throw new Error(`the backup failed: ${taken.stderr}`)
  const { env, open } = await emptyPlace(context, server.env)
  begunAt = performance.now()
  const restored = await startCommand(['restore', backup], { env }).ended
  const restoreS = (performance.now() - begunAt) / 1000
  const wrong = restored.code === 0 ? [] : [restored.stdout + restored.stderr]

  const database = open()
  const { different, rows } = await compareRestored(backup, database.db)
  if (different.length > 0) wrong.push(`not as they were taken: ${different.join(', ')}`)
  // Mutations whose traces no later one replaces.
  const lasting = ({ thing }: SentMutation) => thing === undefined
  const first = await judge(database.db, load.done.slice(0, before).filter(lasting))
  const during = load.done.slice(before)
  const then = await judge(database.db, [], during.filter(lasting))
  await database.close()
  const megabytes = await sizeOf(backup)
  await tidyUp()
  wrong.push(...first.wrong, ...then.wrong)
  const counts = {
    before,
    during: during.length,
    missing: first.lost,
    half: then.half,
    rows,
    different: different.length,
  }
  return { ...counts, wrong, backupS, restoreS, megabytes }
}

type Started = { env: Record<string, string> }

/** A place without a club: a folder, and its own database if the club has one. */
async function emptyPlace(context: FaultContext, { DATABASE_URL, AUTH_SECRET = '' }: Record<string, string>) {
  const made = DATABASE_URL === undefined ? null : await createDatabase(DATABASE_URL)
  if (made) context.onEnd(() => made[Symbol.asyncDispose]())
  const { dataDir, env } = await prepareServer({ env: { AUTH_SECRET, ...(made ? { DATABASE_URL: made.url } : {}) } })
  context.onEnd(() => rm(dataDir, { recursive: true, force: true }))
  return { env, open: () => openDatabase(made ? { url: made.url } : { file: join(dataDir, 'quiver.db') }) }
}

async function sizeOf(backup: string) {
  const { tables, files }: Manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
  const bytes = [...Object.values(tables), ...Object.values(files)].reduce((sum, { size }) => sum + size, 0)
  return bytes / 1e6
}

/** Adds a log of 240,000 entries, as if the club were centuries old. */
async function fillUp(db: Db) {
  const reason = 'Because the range was closed, and nobody had told us about it before we came. '.repeat(3)
  for (let portion = 0; portion < portions; portion++)
    await sql`
      insert into audit (id, at, actor, action, target, before, after, reason, request_id)
      with recursive nth (n) as (select 0 union all select n + 1 from nth where n < ${sql.lit(rowsAPortion - 1)})
      select ${sql.lit(`bulk-${portion}-`)} || n, '2026-01-01T12:00:00.000Z', 'system', 'practice.remove-samples', 'samples',
        null, '{"removed":1}', ${sql.lit(reason)}, 'request-' || n from nth`.execute(db)
}
