import { join } from 'node:path'
import { boot } from './boot.ts'
import { systemClock } from './clock.ts'
import { readEnvironment } from './config/environment.ts'
import { loadClub } from './config/load-club.ts'
import { createLog } from './log.ts'

/**
 * The club that these settings describe, listening, with the built web. `say` hears where.
 * @throws SettingError for a setting that can't be; an error with the code EADDRINUSE when another program has the port
 */
export async function serve(settings: NodeJS.ProcessEnv, say: (line: string) => void) {
  const environment = readEnvironment(settings)
  const club = await loadClub(environment.clubConfig)
  const log = createLog(environment.logLevel)
  const webDir = join(import.meta.dirname, '../../dist/web')
  const { app, stop } = await boot({ environment, club, clock: systemClock, log, webDir })
  await app.listen({ host: environment.host, port: environment.port })
  say(`${club.name} is ready: ${environment.baseUrl}`)
  if (environment.smtp === null)
    say(`No mail server is set (SMTP_URL), so mails are kept here: ${environment.baseUrl}/dev/mail (this machine only)`)
  return { log, stop }
}
