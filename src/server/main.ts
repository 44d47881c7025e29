import { SettingError } from '#server/ops/config/club-config.ts'
import { makePrivate } from '#server/ops/config/data-dir.ts'
import { serve } from './serve.ts'

/** How long a stop may take, after the drain (DRAIN_SECONDS), before the process exits anyway. */
const stopWithinMs = 10_000

async function main() {
  makePrivate()
  const { log, drainMs, stop: stopServing } = await serve(process.env, say)

  let stopping = false
  const stop = (code: number) => {
    const atOnce = code !== 0
    if (stopping) {
      // An unexpected error during a stop: don't wait for the rest of the drain.
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
  // After an unexpected error the state may be broken, so the process stops and its supervisor restarts it (T75).
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
