/**
 * A connection to the browser's database that outlives a phone's sleep. iOS ends connections in the background without always
 * saying so, under error names that differ between versions, and may leave an opening or a question unanswered.
 */
type Closable = { close: () => void }

const answerWithinMs = 3000

/** @param open is told which connection is gone by calling `lost` with it */
export function createConnection<Database extends Closable>(
  open: (lost: (gone: Database) => void) => Promise<Database>,
  withinMs = answerWithinMs,
) {
  let current: Promise<Database> | null = null
  let opened: Database | null = null

  function lost(gone: Database) {
    if (gone !== opened) return
    opened = null
    current = null
  }

  function connect() {
    current ??= begin()
    return current
  }

  function begin() {
    const opening = open(lost)
    const attempt = inTime(opening, withinMs)
    attempt.then(
      (database) => {
        opened = database
      },
      () => {
        if (current === attempt) current = null
        // One that comes too late has been replaced by now.
        opening.then(
          (late) => late.close(),
          () => {},
        )
      },
    )
    return attempt
  }

  /**
   * Lets `act` use the connection. If it fails, for any reason, or takes too long, it gets a second try on a new connection, so
   * `act` must be safe to repeat. A connection that can't be opened fails, and the next use tries to open it again.
   */
  return async function use<T>(act: (database: Database) => Promise<T>): Promise<T> {
    const database = await connect()
    try {
      return await inTime(act(database), withinMs)
    } catch {
      lost(database)
      closeQuietly(database)
      return inTime(act(await connect()), withinMs)
    }
  }
}

async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time.')), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function closeQuietly(database: Closable) {
  try {
    database.close()
  } catch {
    // It is gone already.
  }
}
