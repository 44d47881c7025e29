import { createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Storage for files that members upload, currently photos. File names are generated, never the member's own. */
export type ClubFiles = {
  /** All paths, sorted, with forward slashes. */
  list: () => Promise<string[]>
  /** Null if the file doesn't exist. */
  read: (path: string) => Promise<Bytes | null>
  /** Atomic and durable once it resolves. */
  write: (path: string, content: Bytes) => Promise<void>
  /** Also resolves if the file doesn't exist. */
  remove: (path: string) => Promise<void>
}

export type Bytes = AsyncIterable<Buffer>

/** Thrown if the storage is unreachable or rejects writes for now; worth retrying (T66). */
export class FilesUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} (${cause instanceof Error ? `${cause.name}: ${cause.message}` : cause})`, { cause })
    this.name = 'FilesUnavailable'
  }
}

/** Reads a small file into memory. */
export async function readWhole(content: Bytes) {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function* inOnePiece(content: Buffer): Bytes {
  yield content
}

/** Suffix of a file being written. After a crash it stays, and the next write replaces it. */
const unfinished = '.unfinished'

/** Stores files in a folder of this machine, for the club or its backups. */
export function filesIn(folder: string): ClubFiles {
  return {
    async list() {
      const entries = await unlessGone(readdir(folder, { recursive: true, withFileTypes: true }))
      const path = (entry: Dirent) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished))
        .map(path)
        .sort()
    },
    async read(path) {
      const handle = await unlessGone(open(join(folder, path)))
      return handle?.createReadStream() ?? null
    },
    async write(path, content) {
      const file = join(folder, path)
      await makeFolder(dirname(file))
      await pipeline(content, createWriteStream(file + unfinished, { mode: 0o600, flush: true }))
      await rename(file + unfinished, file)
      await syncToDisk(dirname(file))
    },
    async remove(path) {
      const file = join(folder, path)
      await rm(file, { force: true })
      await rm(file + unfinished, { force: true })
    },
  }
}

/** Creates a folder and its parents, and syncs each new entry to disk. */
async function makeFolder(path: string) {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const above = dirname(resolve(first))
  for (let made = resolve(path); made !== above; made = dirname(made)) await syncToDisk(dirname(made))
}

/** Syncs a file's content or a folder's entries to disk; before that, a power failure may undo them. */
export async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessGone<T>(found: Promise<T>) {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
