import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { begunAt } from '#server/ops/backup/retention.ts'
import { type CheckGroup, type CheckInput, type Finding, inWords, ok, warning, wrong } from './check.ts'

/** Practices and check-ins need the clock to be right within a minute. */
const tolerableMs = 60_000
const yearMs = 365 * 24 * 3_600_000
const setIt = 'Set the clock automatically: timedatectl set-ntp true (Debian: apt-get install systemd-timesyncd).'

export const clock: CheckGroup = {
  name: 'Clock',
  async look(input) {
    const findings = [
      ...lookAtFiles(input),
      ...(await askOthers(input)),
      ...(await askDatabase(input)),
      ...(await askTimeService()),
    ]
    if (findings.length === 0) {
      const { timeZone } = input.club
      const now = new Date(input.clock.now()).toLocaleString('en-US', {
        timeZone,
        dateStyle: 'full',
        timeStyle: 'short',
      })
      findings.push(ok(`The club’s time is ${now} (${timeZone}).`))
    }
    return [...findings, ...lookAtZones(input)]
  },
}

/** A file from the future means that the clock is behind. */
function lookAtFiles({ settings, clock }: CheckInput): Finding[] {
  const now = clock.now()
  const { dataDir, backups } = settings
  const files = ['quiver.db', 'quiver.db-wal', 'auth-secret'].map((name) => join(dataDir, name)).filter(existsSync)
  const times = files.map((file) => statSync(file).mtimeMs)
  const kept = existsSync(backups.folder) ? readdirSync(backups.folder) : []
  const newest = Math.max(0, ...times, ...kept.map((name) => begunAt(name) ?? 0))
  if (newest - now <= tolerableMs) return []
  return [
    wrong(
      `The clock says ${new Date(now).toISOString()}, but one of the club’s files is ${inWords(newest - now)} newer than that.`,
      setIt,
    ),
  ]
}

/** Compares the clock with the Date header of the web servers that the club uses; the status doesn't matter. */
async function askOthers({ settings, clock, limits }: CheckInput): Promise<Finding[]> {
  const { calendar, s3, backups } = settings
  const addresses = [
    calendar.kind === 'ics' ? calendar.url : null,
    calendar.kind === 'google' ? calendar.baseUrl : null,
    s3?.endpoint,
    backups.offHost?.bucket.endpoint,
  ]
  const origins = new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))
  const found = await Promise.all(
    [...origins].map(async (origin): Promise<Finding[]> => {
      const date = await dateOf(origin, limits.timeoutMs)
      const apart = date === null ? 0 : clock.now() - date
      if (Math.abs(apart) <= tolerableMs) return []
      const how = apart > 0 ? 'ahead of' : 'behind'
      return [wrong(`The clock is ${inWords(apart)} ${how} the clock of ${new URL(origin).host}.`, setIt)]
    }),
  )
  return found.flat()
}

/** @returns the server's time in epoch milliseconds; null without a response or a Date header */
async function dateOf(origin: string, timeoutMs: number) {
  try {
    const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    // A cached response has an old Date, and its age in the Age header.
    const at = Date.parse(answer.headers.get('date') ?? '') + 1000 * Number(answer.headers.get('age') ?? 0)
    return Number.isNaN(at) ? null : at
  } catch {
    return null
  }
}

async function askDatabase({ database, clock }: CheckInput): Promise<Finding[]> {
  if (database?.engine !== 'postgres') return []
  const { rows } = await sql<{ ms: number }>`select extract(epoch from now())::float8 * 1000 as ms`.execute(database.db)
  const apart = clock.now() - (rows[0]?.ms ?? clock.now())
  if (Math.abs(apart) <= tolerableMs) return []
  return [wrong(`The clock is ${inWords(apart)} ${apart > 0 ? 'ahead of' : 'behind'} the database’s.`, setIt)]
}

/** Checks NTP synchronization with systemd; finds nothing on other systems. */
async function askTimeService(): Promise<Finding[]> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 3000,
    })
    return stdout.trim() === 'no' ? [warning('Nothing keeps this machine’s clock in sync.', setIt)] : []
  } catch {
    return []
  }
}

/** Governments change daylight saving rules with a few months' notice. */
function lookAtZones({ clock }: CheckInput): Finding[] {
  const { tz } = process.versions
  const of = Date.parse(`${tz?.slice(0, 4)}-01-01`)
  if (Number.isNaN(of) || clock.now() - of < 3 * yearMs) return []
  return [
    warning(
      `This Node’s time zone data is from ${tz}; daylight saving rules may have changed since.`,
      'Update Quiver (git pull), which comes with a newer Node.',
    ),
  ]
}
