import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openState, stampOfUnit, type UnitResult } from './bench-state.ts'

const project = {
  'src/server/boot.ts': '',
  'src/server/boot.test.ts': '',
  'club.config.ts': '',
  'package-lock.json': '',
  'tools/resilience/run-unit.ts': '',
  'tools/resilience/kill-anytime.fault.ts': `import { load } from './load.ts'\n`,
  'tools/resilience/load.ts': `import { club } from '#test/support/club.ts'\n`,
  'test/support/club.ts': '',
  'tools/resilience/many-cases.fault.ts': `const vitest = join(root, 'node_modules/vitest/vitest.mjs')\n`,
  'tools/resilience/payloads.fault.ts': `import { runJourneys } from './journeys.ts'\n`,
  'tools/resilience/journeys.ts': `const cli = 'node_modules/@playwright/test/cli.js'\n`,
  'test/e2e/payloads.e2e.ts': '',
}

test('a unit is run again when the app or what it is made of has changed, and for nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'quiver-bench-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(project)) write(file, text)
  const units = ['kill-anytime', 'many-cases', 'payloads']
  const stamps = () => units.map((unit) => stampOfUnit(root, unit))
  const changedBy = (file: keyof typeof project) => {
    const before = stamps()
    write(file, `${project[file]}// changed\n`)
    const after = stamps()
    write(file, project[file])
    return units.filter((_, index) => before[index] !== after[index])
  }
  for (const file of ['src/server/boot.ts', 'package-lock.json', 'tools/resilience/run-unit.ts'] as const)
    expect(changedBy(file)).toEqual(units)
  const ofKills = [
    'tools/resilience/kill-anytime.fault.ts',
    'tools/resilience/load.ts',
    'test/support/club.ts',
  ] as const
  for (const file of ofKills) expect(changedBy(file)).toEqual(['kill-anytime'])
  expect(changedBy('src/server/boot.test.ts')).toEqual(['many-cases'])
  expect(changedBy('test/e2e/payloads.e2e.ts')).toEqual(['payloads'])
})

test('two concurrent runs lose nothing of each other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quiver-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one, other] = [openState(folder), openState(folder)]
  one.keep('kills sqlite', '1', { seconds: 1 } as UnitResult)
  other.keep('races sqlite', '1', { seconds: 2 } as UnitResult)
  one.keep('disk sqlite', '1', { seconds: 3 } as UnitResult)
  const all = openState(folder)
  expect(['kills', 'races', 'disk'].map((name) => all.last(`${name} sqlite`)?.seconds)).toEqual([1, 2, 3])
})
