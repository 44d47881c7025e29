import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import type { FileFacts } from './manifest.ts'

/** A small file for the owner's eyes only, there whole or not at all. */
export async function writeAtomically(path: string, content: string): Promise<FileFacts> {
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  return { size: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') }
}
