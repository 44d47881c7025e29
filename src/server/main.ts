import { join } from 'node:path'
import { pino } from 'pino'
import { boot } from './boot.ts'
import { systemClock } from './clock.ts'
import { SettingError } from './config/club-config.ts'
import { readEnvironment } from './config/environment.ts'
import { loadClub } from './config/load-club.ts'

/** How long a stop may take before the process ends anyway. */
const stopWithinMs = 10_000

async function main() {
  const environment = readEnvironment(process.env)
  const club = await loadClub(environment.clubConfig)
  const log = pino({ level: environment.logLevel })
  const webDir = join(import.meta.dirname, '../../dist/web')
  const quiver = await boot({ environment, club, clock: systemClock, log, webDir })
  await quiver.app.listen({ host: environment.host, port: environment.port })
  say(`${club.name} is ready: ${environment.baseUrl}`)
  if (environment.smtp === null)
    say(`No mail server is set (SMTP_URL), so mails are kept here: ${environment.baseUrl}/dev/mail (this machine only)`)

  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(code === 0 ? 1 : code), stopWithinMs).unref()
    quiver.stop().then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'could not stop in an orderly way')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  // A process that has lost track of itself must not go on half-broken: it stops, and whoever watches it starts anew (T75).
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody expected')
    stop(1)
  })
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

main().catch((error) => {
  if (error instanceof SettingError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    process.stderr.write('The port is in use. Stop the other program, or set PORT (and BASE_URL) to another one.\n')
    process.exit(2)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
