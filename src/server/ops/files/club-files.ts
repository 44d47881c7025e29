import { createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What members put there: pictures so far. Names are ours, never theirs. */
export type ClubFiles = {
  /** The paths of all files, in order, with forward slashes. */
  list: () => Promise<string[]>
  /** Null when it is gone. */
  read: (path: string) => Promise<Bytes | null>
  /** There whole and for good when it resolves. */
  write: (path: string, content: Bytes) => Promise<void>
  /** Also when it is gone already. */
  remove: (path: string) => Promise<void>
}

export type Bytes = AsyncIterable<Buffer>

/** The place of the files can't be reached, or takes nothing just now: worth trying again (T66). */
export class FilesAway extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} (${cause instanceof Error ? `${cause.name}: ${cause.message}` : cause})`, { cause })
    this.name = 'FilesAway'
  }
}

/** A small file in one piece. */
export async function readWhole(content: Bytes) {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function* inOnePiece(content: Buffer): Bytes {
  yield content
}

/** What a process that was killed leaves behind; the next one writes over it. */
const unfinished = '.unfinished'

/** Files in a folder of this machine: of the club, and of its backups. */
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

/** With those above it, each of them named on the disk. */
async function makeFolder(path: string) {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const above = dirname(resolve(first))
  for (let made = resolve(path); made !== above; made = dirname(made)) await syncToDisk(dirname(made))
}

/** Puts a file's content, or a folder's list of names, on the disk: until then a loss of power may undo it. */
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
