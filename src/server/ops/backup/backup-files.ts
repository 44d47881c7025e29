import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import type { Bytes, ClubFiles } from '#server/ops/files/club-files.ts'
import type { FileFacts } from './manifest.ts'

/**
 * Copies every file and returns size and checksum by path. Files in `known` are already at the target and are skipped,
 * because the content of a file name never changes.
 */
export async function copyFiles(
  from: ClubFiles,
  to: ClubFiles,
  progress: (path: string) => void,
  known: Record<string, FileFacts> = {},
) {
  const copied: Record<string, FileFacts> = {}
  for (const path of await from.list()) {
    const facts = known[path]
    if (facts) {
      copied[path] = facts
      continue
    }
    const content = await from.read(path)
    // Deleted since the listing. Files outlive their rows, so no row of the snapshot refers to it.
    if (content === null) continue
    progress(path)
    const measure = createMeasure()
    await to.write(path, measure.watch(content))
    copied[path] = measure.result()
  }
  return copied
}

/** Counts size and checksum of a stream as it passes. */
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

/** Writes a small file atomically, readable only by its owner. */
export async function writeAtomically(path: string, content: string): Promise<FileFacts> {
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  return { size: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') }
}
