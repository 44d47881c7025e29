import { createHash } from 'node:crypto'
import { open, rename, writeFile } from 'node:fs/promises'
import type { FileFacts } from './manifest.ts'

/** Puts a file's content, or a folder's list of names, on the disk: until then a loss of power may undo it. */
export async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A small file for the owner's eyes only, there whole or not at all. */
export async function writePrivately(path: string, content: string): Promise<FileFacts> {
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  return { size: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') }
}
