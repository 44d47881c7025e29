import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataDir } from '#server/db/database-file.ts'
import { makePrivate } from '#server/ops/config/data-dir.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { run } from './program.ts'

/**
 * `npm run demo`: runs a server on a realistic club in its own folder, recreated at each start so that its dates are
 * current. Isolated from the real club: it reads only PORT, HOST, BASE_URL, TRUST_PROXY, and LOG_LEVEL from the
 * environment.
 */
const folder = resolve('data/demo')
const marker = join(folder, 'wiped-at-each-start')
const clubConfig = resolve(import.meta.dirname, '../../../../demo/club.config.ts')

const realClub = /^(DATABASE_URL|AUTH_SECRET|SMTP_URL|MAIL_FROM|CALENDAR_ICS_URL|GOOGLE_|S3_|BACKUP_|METRICS_)/

makePrivate()
const refusal = whyNot()
if (refusal === null) await start()
else {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 2
}

async function start() {
  const { env } = process
  for (const name of Object.keys(env)) if (realClub.test(name)) delete env[name]
  Object.assign(env, { DATA_DIR: folder, CLUB_CONFIG: clubConfig, LOG_LEVEL: env.LOG_LEVEL || 'warn' })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(marker, 'The demo club. This folder is deleted and recreated each time the demo starts.\n')
  const code = await run(['seed', 'demo'], {
    env,
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
  if (code === 0) await import('#server/main.ts')
  else process.exitCode = code
}

/** Why the demo can't start, as a sentence; null if it can. */
function whyNot() {
  const baseUrl = process.env.BASE_URL
  if (baseUrl && URL.canParse(baseUrl) && !isLocalhost(new URL(baseUrl).hostname))
    return `The demo only runs on this machine. Leave BASE_URL out (it’s ${baseUrl}).`
  if (!existsSync(folder) || readdirSync(folder).length === 0) return null
  if (!existsSync(marker))
    return `${folder} wasn’t made by the demo, so it won’t be deleted. Move it somewhere else first.`
  return isServed() ? 'The demo is already running. Stop it first.' : null
}

function isServed() {
  const unlock = lockDataDir(folder)
  unlock?.()
  return unlock === null
}
