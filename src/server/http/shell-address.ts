import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The page that the service worker keeps for all pages behind the sign-in (vite.config.ts). */
export const shellPath = '/shell.html'

/**
 * Where a worker asks for it. The address names the build, so that no worker keeps the page of another one, whose files it does
 * not have: while a new version is rolled out, processes of both answer.
 */
export async function shellAddress(webDir: string) {
  const hash = createHash('sha256')
  // These name every file of the build, and the names tell the contents.
  for (const name of ['index.html', '.vite/manifest.json']) hash.update(await readFile(join(webDir, name)))
  return `${shellPath}?build=${hash.digest('base64url').slice(0, 12)}`
}
