import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Every screen in every state, on a phone and on a desktop, light and dark, with everything that is checked of it and a
 * picture in the ignored folder `pictures/`: `npm run test:matrix`, or `npm run test:matrix -- live` for the scenes whose name
 * has "live" in it (test/matrix/scenes.ts).
 */
const root = join(import.meta.dirname, '..')
mkdirSync(join(root, 'pictures'), { recursive: true })
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
const { status } = spawnSync(process.execPath, [playwright, 'test', 'screens', '--output', '.cache/matrix-results'], {
  cwd: root,
  env: { ...process.env, QUIVER_MATRIX: process.argv[2] ?? '' },
  stdio: 'inherit',
})
process.stdout.write('The pictures lie in pictures/.\n')
process.exitCode = status ?? 1
