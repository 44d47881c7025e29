import { createHash } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncToDisk } from './durable.ts'
import type { FileFacts } from './manifest.ts'

type Bytes = AsyncIterable<Buffer>

/** Where the club's files lie. A backup's own are read and written by the same means; another store (S3) is one more of these. */
export type ClubFiles = {
  /** The paths of all files, in order, with forward slashes. */
  list: () => Promise<string[]>
  /** Null when it is gone. */
  read: (path: string) => Promise<Bytes | null>
  /** There whole and on the disk when it resolves. */
  write: (path: string, content: Bytes) => Promise<void>
}

/** What a process that was killed leaves behind; the next one writes over it. */
const unfinished = '.unfinished'

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
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(file + unfinished, { mode: 0o600, flush: true }))
      await rename(file + unfinished, file)
      await syncToDisk(dirname(file))
    },
  }
}

/** Copies every file, and says what was read. */
export async function copyFiles(from: ClubFiles, to: ClubFiles, tell: (path: string) => void) {
  const copied: Record<string, FileFacts> = {}
  for (const path of await from.list()) {
    const content = await from.read(path)
    // Gone since it was listed. Files outlive their rows, so no row of the snapshot can need it.
    if (content === null) continue
    tell(path)
    const facts = createMeasure()
    await to.write(path, facts.watch(content))
    copied[path] = facts.result()
  }
  return copied
}

/** Size and checksum of what goes by. */
export function createMeasure() {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *watch(content: Bytes) {
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    result: (): FileFacts => ({ size, sha256: hash.digest('hex') }),
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
