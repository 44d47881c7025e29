import { SettingError } from '#server/ops/config/club-config.ts'
import { makePrivate } from '#server/ops/config/data-dir.ts'
import { serve } from './serve.ts'

/** How long a stop may take before the process ends anyway, after what it is preceded by (DRAIN_SECONDS). */
const stopWithinMs = 10_000

async function main() {
  makePrivate()
  const { log, drainMs, stop: stopServing } = await serve(process.env, say)

  let stopping = false
  const stop = (code: number) => {
    const atOnce = code !== 0
    if (stopping) {
      // Broken amid a stop that takes its time: it may not take all of it.
      if (atOnce) setTimeout(() => process.exit(code), stopWithinMs).unref()
      return
    }
    stopping = true
    setTimeout(() => process.exit(atOnce ? code : 1), stopWithinMs + (atOnce ? 0 : drainMs)).unref()
    stopServing({ atOnce }).then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'could not shut down cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  // A process that has lost track of itself must not go on half-broken: it stops, and whoever watches it starts anew (T75).
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error')
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
    process.stderr.write(
      'The port is already in use. Stop the other program, or set PORT (and BASE_URL) to a different one.\n',
    )
    process.exit(2)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
