import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The built app as it lies in `dist/`. */
export const webDir = join(import.meta.dirname, '../../dist/web')

/** The names in `assets/` of what a page's document asks for, at once or once it is painted; without what runs before the app. */
export function filesOf(html: string) {
  const named = [...html.matchAll(/"\/assets\/([^"/]+)"/g)].map(([, name]) => name ?? '')
  return {
    scripts: named.filter((name) => name.endsWith('.js')),
    styles: named.filter((name) => name.endsWith('.css')),
  }
}

/** Of files in `assets/`, in kilobytes of 1000 bytes, with gzip. */
export function sizeOf(names: string[]) {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(webDir, 'assets', name))).length, 0) / 1000
}
