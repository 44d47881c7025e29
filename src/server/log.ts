import { type DestinationStream, type Logger, pino } from 'pino'

/** The server's logger: one line of JSON per entry. @param to defaults to standard output */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } }
  return to ? pino(options, to) : pino(options)
}

/** Drops the details of an error: PostgreSQL puts a row's values there ("Key (email)=(…) already exists"; T96). */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { type: name, message, stack, ...('code' in error ? { code: error.code } : {}) }
}
