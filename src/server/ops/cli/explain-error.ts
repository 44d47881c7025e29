/** SQLite's code, in the lowest byte, for a database that somebody else is writing to. */
const busy = 5
const unreachable = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28|3D|57P|53)/

/** One line on a failure that no rule foresaw, with what to do about it; the whole of it with LOG_LEVEL=debug. */
export function explain(error: unknown, env: NodeJS.ProcessEnv) {
  if (['debug', 'trace'].includes(env.LOG_LEVEL ?? '') && error instanceof Error && error.stack) return error.stack
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if ((Number(errcode) & 0xff) === busy) return 'The database is busy. Try again in a moment.'
  if (env.DATABASE_URL && typeof code === 'string' && (unreachable.test(code) || code === ''))
    return `The database in DATABASE_URL can’t be used (${wordsOf(error)}). Check the address, and that PostgreSQL is running.`
  return `That didn’t work: ${wordsOf(error)}. Set LOG_LEVEL=debug to see where.`
}

/** An error's own words. Several addresses that were all tried in vain come as one error without words of its own. */
function wordsOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const words = inner instanceof Error ? inner.message : String(inner)
  return words.replace(/\s+/g, ' ').replace(/\.$/, '')
}
