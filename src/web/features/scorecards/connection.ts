/**
 * A connection to IndexedDB that survives a phone's sleep. iOS closes connections in the background, not always with an
 * event and with error names that differ between versions, and an open or request may never finish.
 */
type Closable = { close: () => void }

const timeoutMs = 3000

/** @param open must call `lost` with a connection that was closed */
export function createConnection<Database extends Closable>(
  open: (lost: (gone: Database) => void) => Promise<Database>,
  withinMs = timeoutMs,
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
        // Opened too late: it has been replaced by now.
        opening.then(
          (late) => late.close(),
          () => {},
        )
      },
    )
    return attempt
  }

  /**
   * Runs `act` with the connection. If it fails for any reason or times out, it's retried once on a new connection, so
   * `act` must be safe to repeat. If opening fails, this rejects, and the next use tries to open it again.
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
    // Already closed.
  }
}
