// Shows: T73

import { watch } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { goodPassword } from '#test/support/club.ts'
import { startCommand } from '#test/support/command.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { prepareServer, type RunningServer, startServerProcess } from '#test/support/server.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, p99 } from './phone.ts'
import { type SeededMember, seedClub } from './seeded-club.ts'

/** Phones at a time; each sends its next request as soon as the last one was answered. */
const phones = 8
/** Slowest allowed request: a backup must not be noticeable at the range. */
const slowestMs = 1000

export const fault: Fault = {
  name: 'backup-under-load',
  promise:
    'A backup taken amid 1,000 check-ins restores elsewhere to a club that `verify` finds whole, with each check-in acknowledged before the backup began.',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const size = context.rounds(1000)
    const club = await seedClub(context, { members: 2 * size, dayPasses: 1 })
    const server = await club.start()
    const practiceId = club.practiceIds[0] ?? ''
    await makeLive(club, practiceId)
    const live = { url: club.url, practiceId }

    const quiet = await checkInAll(live, club.members.slice(0, size))
    const backup = await placeFor(context)
    const begunAt = performance.now()
    let taken: ReturnType<typeof startBackup> | undefined
    const busy = await checkInAll(live, club.members.slice(size), (done) => {
      if (done >= size * 0.3) taken ??= startBackup(backup, server)
      // Keep some check-ins for after the backup has begun, however few there are.
      return done >= size * 0.6 ? taken?.begun : undefined
    })
    const result = await taken?.ended
    const wrong: string[] = []
    if (result?.code !== 0) throw new Error(`the backup failed: ${result?.stderr}`)
    context.say(`${result.stdout.trim()} (${Math.round(performance.now() - begunAt)} ms of check-ins)`)

    const { takenAt } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
    const meanwhile = busy.filter(({ askedAt, toldAt }) => toldAt > Date.parse(takenAt) && askedAt < result.endedAt)
    const before = [...quiet, ...busy].filter(({ toldAt }) => toldAt < Date.parse(takenAt))
    const refused = [...quiet, ...busy].filter(({ status }) => status !== 200).length
    const slowest = Math.max(...meanwhile.map(({ ms }) => ms))
    if (refused > 0) wrong.push(`${refused} check-ins were refused`)
    if (meanwhile.length === 0) wrong.push('nobody checked in while the backup was taken')
    if (slowest > slowestMs) wrong.push(`a check-in took ${Math.round(slowest)} ms while the backup was taken`)

    const restored = await restoreElsewhere(context, server, backup)
    wrong.push(...restored.wrong)
    const found = new Set(await attendeesOf(backup))
    const lost = before.filter(({ memberId }) => !found.has(memberId)).length
    if (lost > 0) wrong.push(`${lost} acknowledged check-ins are not in the backup`)
    const shown = await attendeesShown(restored.url, club.officer)
    if (shown !== found.size) wrong.push(`the restored club shows ${shown} of ${found.size}`)
    return outcomeOf(wrong, {
      'check-ins': quiet.length + busy.length,
      'acknowledged before the backup began': before.length,
      'in the backup': found.size,
      lost,
      'checked in meanwhile': meanwhile.length,
      'backup in s': secondsIn(result.stdout),
      'restore in s': secondsIn(restored.said),
      verify: restored.verify,
      'check-in p99 ms without': p99(quiet.map(({ ms }) => ms)),
      'check-in p99 ms of the thousand around it': p99(busy.map(({ ms }) => ms)),
      'check-in p99 ms meanwhile': p99(meanwhile.map(({ ms }) => ms)),
      'p99 ratio': (p99(meanwhile.map(({ ms }) => ms)) / p99(quiet.map(({ ms }) => ms))).toFixed(2),
      'slowest meanwhile, ms': Math.round(slowest),
    })
  },
}

type CheckIn = { memberId: string; status: number; askedAt: number; toldAt: number; ms: number }

/** Each member uses a pass and checks in, `phones` at a time; `onProgress` runs after each and may delay the next. */
async function checkInAll(live: Live, members: SeededMember[], told: OnProgress = () => undefined) {
  const waiting = [...members]
  const all: CheckIn[] = []
  const walk = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const phone = openPhone(live.url, next.cookie)
      await phone.act('passes.use')
      const askedAt = Date.now()
      const { status, ms } = await phone.act('practices.checkIn', { practiceId: live.practiceId })
      all.push({ memberId: next.id, status, askedAt, toldAt: Date.now(), ms })
      await told(all.length)
    }
  }
  await Promise.all(Array.from({ length: phones }, walk))
  return all
}

type Live = { url: string; practiceId: string }
type OnProgress = (done: number) => Promise<unknown> | undefined

function startBackup(folder: string, server: RunningServer) {
  const { ended } = startCommand(['backup', folder], { env: server.env })
  const seen = Promise.withResolvers<void>()
  const watcher = watch(dirname(folder), () => seen.resolve())
  return {
    /** The unfinished backup folder exists; the snapshot comes next. */
    begun: Promise.race([seen.promise, ended]),
    ended: ended.then((result) => {
      watcher.close()
      return { ...result, endedAt: Date.now() }
    }),
  }
}

/** Returns a path that doesn't exist yet, next to an empty data folder. */
async function placeFor(context: FaultContext) {
  const { dataDir } = await prepareServer()
  context.onEnd(() => rm(dataDir, { recursive: true, force: true }))
  return join(dataDir, 'backup')
}

/** Restores into a new folder or database, runs `verify`, and starts a server on it. */
async function restoreElsewhere(context: FaultContext, from: RunningServer, backup: string) {
  const { DATABASE_URL, AUTH_SECRET = '' } = from.env
  const database = DATABASE_URL === undefined ? null : await createDatabase(DATABASE_URL)
  if (database) context.onEnd(() => database[Symbol.asyncDispose]())
  const place = await prepareServer({ env: { AUTH_SECRET, ...(database ? { DATABASE_URL: database.url } : {}) } })
  context.onEnd(() => rm(place.dataDir, { recursive: true, force: true }))
  const command = (...words: string[]) => startCommand(words, { env: place.env }).ended
  const restored = await command('restore', backup)
  const verified = await command('verify')
  const wrong = [restored, verified].filter(({ code }) => code !== 0).map(({ stdout, stderr }) => stdout + stderr)
  const server = await startServerProcess({ again: place })
  context.onEnd(() => server.kill())
  return { wrong, url: server.url, said: restored.stdout, verify: verified.stdout.trim().split('\n').at(-1) ?? '' }
}

async function attendeesOf(backup: string): Promise<string[]> {
  const text = await readFile(join(backup, 'tables', 'attendance.ndjson'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).member_id)
}

async function attendeesShown(url: string, officer: SeededMember) {
  const body = { email: officer.email, password: goodPassword }
  const { headers } = await openPhone(url).post('/api/auth/sign-in/email', body)
  const cookie = headers['set-cookie']?.[0]?.split(';')[0]
  const { json } = await openPhone(url, cookie).home()
  return (json.live as { attendees?: unknown[] } | null)?.attendees?.length ?? 0
}

function secondsIn(said: string) {
  return / in (\d+\.\d) s\./.exec(said)?.[1] ?? '?'
}
