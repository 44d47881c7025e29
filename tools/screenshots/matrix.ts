import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Checks every screen in every state, on a phone and on a desktop, light, dark, and outdoor, and saves pictures to the ignored folder
 * `pictures/`: `npm run test:matrix`, or `npm run test:matrix -- live` for the scenes with "live" in their name
 * (tools/screenshots/scenes.ts).
 */
const root = join(import.meta.dirname, '../..')
mkdirSync(join(root, 'pictures'), { recursive: true })
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
const { status } = spawnSync(process.execPath, [playwright, 'test', 'screens', '--output', '.cache/matrix-results'], {
  cwd: root,
  env: { ...process.env, QUIVER_MATRIX: process.argv[2] ?? '' },
  stdio: 'inherit',
})
type Suite = {
  specs: { tests: { results: { annotations: { type: string; description?: string }[] }[] }[] }[]
  suites?: Suite[]
}

/** Sums up, from the last run of each test in a suite, the number of checked scenes and of those with errors. */
function countLooks({ specs, suites = [] }: Suite): [looked: number, wrong: number] {
  const notes = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.at(-1)?.annotations ?? []))
  const own = notes
    .filter(({ type }) => type === 'looked')
    .map(({ description = '' }) => description.split(' ').map(Number))
  return [...own, ...suites.map(countLooks)].reduce<[number, number]>(
    ([looked, wrong], [more = 0, found = 0]) => [looked + more, wrong + found],
    [0, 0],
  )
}

const report = JSON.parse(readFileSync(join(root, '.cache/playwright.json'), 'utf8')) as { suites: Suite[] }
const [looked, wrong] = countLooks({ specs: [], suites: report.suites })
process.stdout.write(`${looked} combinations of screen, person, state, theme and width: ${wrong} violations.\n`)
process.stdout.write('The pictures are in pictures/.\n')
process.exitCode = status ?? 1
