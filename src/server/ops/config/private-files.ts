import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o077

/**
 * From now on whatever this process and its children make is for its owner alone, whatever the shell or the service manager says, and
 * whoever makes it: SQLite asks no one for the rights of its files.
 */
export function makePrivate() {
  process.umask(others)
}

/** What only a club's folder has. A mistyped DATA_DIR may be /var or /proc, and a server that runs as root may change those. */
const marks = ['quiver.db', 'auth-secret']

/** What Quiver makes in DATA_DIR. Whatever else lies there is someone's own. */
const made =
  /^(quiver\.db(-wal|-shm|-journal)?|quiver\.rescued-.*\.db|server\.lock(-journal)?|auth-secret|mail|files|backups)$/

/**
 * Takes from other users what an earlier release, a copy, or a restore left open to them. @returns what was open, of which some may
 * still be: where the system doesn't let us, the doctor says so
 */
export function restrictAccess(dataDir: string) {
  const isOfClub = marks.some((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile())
  if (process.platform === 'win32' || !isOfClub) return []
  const open: string[] = []
  const close = (path: string) => {
    const state = lstatSync(path, { throwIfNoEntry: false })
    // A link's own rights mean nothing, and what it leads to is not in this folder.
    if (!state || state.isSymbolicLink() || (state.mode & others) === 0) return
    open.push(path)
    try {
      chmodSync(path, state.mode & 0o700)
    } catch {
      // Another user's, or a disk without rights.
    }
  }
  // Never one that everyone shares, like /tmp.
  if (((lstatSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0) & 0o1000) === 0) close(dataDir)
  for (const entry of entriesOf(dataDir).filter(({ name }) => made.test(name))) {
    const path = join(dataDir, entry.name)
    close(path)
    if (entry.isDirectory()) for (const child of entriesOf(path, true)) close(join(child.parentPath, child.name))
  }
  return open
}

function entriesOf(folder: string, recursive = false): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch {
    // Not ours to read; the start says so when it needs it.
    return []
  }
}
