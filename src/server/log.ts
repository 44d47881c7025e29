import { type DestinationStream, type Logger, pino } from 'pino'

/** The program's log, one line of JSON for each thing worth telling. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } }
  return to ? pino(options, to) : pino(options)
}

/** PostgreSQL repeats a row's values with an error ("Key (email)=(…) already exists"); no log needs those (T96). */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { type: name, message, stack, ...('code' in error ? { code: error.code } : {}) }
}
