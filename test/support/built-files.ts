import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The built app in `dist/`. */
export const webDir = join(import.meta.dirname, '../../dist/web')

/**
 * The file names in `assets/` that a page's document loads, right away or after the first paint; without the scripts
 * that run before the app.
 */
export function filesOf(html: string) {
  const named = [...html.matchAll(/"\/assets\/([^"/]+)"/g)].map(([, name]) => name ?? '')
  return {
    scripts: named.filter((name) => name.endsWith('.js')),
    styles: named.filter((name) => name.endsWith('.css')),
  }
}

/** The total gzipped size of files in `assets/`, in kilobytes of 1000 bytes. */
export function sizeOf(names: string[]) {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(webDir, 'assets', name))).length, 0) / 1000
}
