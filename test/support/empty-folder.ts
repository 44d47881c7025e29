import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, removed on disposal. */
export function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'quiver-folder-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
