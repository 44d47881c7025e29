import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The shell that the service worker caches for all pages behind the login (vite.config.ts). */
export const shellPath = '/shell.html'

/** Pages whose document may use the camera. Links to them load a document of their own. */
export const cameraPages = ['/scan', '/kiosk']

/** The same shell for those pages. */
export function withCamera(address: string) {
  return `${address}&camera`
}

/**
 * The URL of the shell, with a hash of the build. During a rolling update processes of two builds respond, and a service worker must not
 * cache the shell of the other build, whose files it doesn't have.
 */
export async function shellAddress(webDir: string) {
  const hash = createHash('sha256')
  // These two list all files of the build, and the file names contain hashes of the contents.
  for (const name of ['index.html', '.vite/manifest.json']) hash.update(await readFile(join(webDir, name)))
  return `${shellPath}?build=${hash.digest('base64url').slice(0, 12)}`
}
