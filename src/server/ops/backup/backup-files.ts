import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import type { Bytes, ClubFiles } from '#server/ops/files/club-files.ts'
import type { FileFacts } from './manifest.ts'

/**
 * Copies every file, and says what was read. What is `known` lies there already: a name of ours never gets other content.
 */
export async function copyFiles(
  from: ClubFiles,
  to: ClubFiles,
  tell: (path: string) => void,
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
    // Gone since it was listed. Files outlive their rows, so no row of the snapshot can need it.
    if (content === null) continue
    tell(path)
    const measure = createMeasure()
    await to.write(path, measure.watch(content))
    copied[path] = measure.result()
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

/** A small file for the owner's eyes only, there whole or not at all. */
export async function writeAtomically(path: string, content: string): Promise<FileFacts> {
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  return { size: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') }
}
