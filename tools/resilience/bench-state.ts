import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FaultContext, Outcome } from './fault.ts'

/** The result of one fault test on one engine. */
export interface UnitResult extends Outcome {
  name: string
  promise: string
  engine: FaultContext['engine']
  seconds: number
  at: string
}

const app = ['src/**/*.{ts,tsx}', 'club.config.ts', 'package-lock.json']
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** A hash of this state of the app. */
export function stampOf(root: string) {
  return digestOf(root, appFiles(root))
}

/** A hash of everything a fault test depends on: the app, its own file, and all files reachable from it. If it changes, the test reruns. */
export function stampOfUnit(root: string, name: string) {
  const own = reachedFrom(root, `tools/resilience/${name}.fault.ts`, new Set())
  const texts = own.map((file) => readFileSync(join(root, file), 'utf8')).join()
  const tests = texts.includes('vitest/vitest.mjs') ? globSync('{src,test}/**/*.test.{ts,tsx}', { cwd: root }) : []
  const journeys = texts.includes('playwright/test/cli.js') ? globSync('test/e2e/*.ts', { cwd: root }) : []
  return digestOf(root, [...appFiles(root), 'tools/resilience/run-unit.ts', ...own, ...tests, ...journeys])
}

function appFiles(root: string) {
  return globSync(app, { cwd: root }).filter((file) => !isTest(file))
}

/** The file and all files in test/ and tools/ whose path it contains, whether it imports or starts them. */
function reachedFrom(root: string, file: string, seen: Set<string>) {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, named = ''] of text.matchAll(/['"`]([#\w./-]+\.m?ts)['"`]/g)) {
    const from = [named.replace(/^#(test|tools)\//, '$1/'), join(dirname(file), named)]
    const next = from.find((each) => /^(test|tools)\//.test(each) && existsSync(join(root, each)))
    if (next !== undefined) reachedFrom(root, next, seen)
  }
  return [...seen]
}

function digestOf(root: string, files: string[]) {
  const digest = createHash('sha256')
  for (const file of [...new Set(files)].sort()) digest.update(file).update(readFileSync(join(root, file)))
  return digest.digest('hex').slice(0, 16)
}

/** Stores results in a file, so that an interrupted run can continue. */
export function openState(folder: string) {
  const file = join(folder, 'state.json')
  const units = new Map(Object.entries(readState(file)))
  const progressOf = (key: string, stamp: string) => join(folder, 'progress', key.replaceAll(' ', '-'), stamp)
  return {
    find(key: string, stamp: string) {
      const kept = units.get(key)
      return kept?.stamp === stamp ? kept.result : undefined
    },
    /** The last result that passed, even if the stamp has changed since. */
    last: (key: string) => units.get(key)?.result,
    keep(key: string, stamp: string, result: UnitResult) {
      // Another run may have stored results since.
      for (const [other, kept] of Object.entries(readState(file))) if (other !== key) units.set(other, kept)
      units.set(key, { stamp, result })
      writeWhole(file, JSON.stringify(Object.fromEntries(units), null, 2))
    },
    /** A folder for the test's own progress; each stamp has its own. */
    progressOf(key: string, stamp: string) {
      const path = progressOf(key, stamp)
      mkdirSync(path, { recursive: true })
      return path
    },
    forget(key: string, stamp: string) {
      units.delete(key)
      rmSync(progressOf(key, stamp), { recursive: true, force: true })
    },
  }
}

type Stored = Record<string, { stamp: string; result: UnitResult }>

function readState(file: string): Stored {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch {
    return {}
  }
}

/** Atomic write: if the run is killed, the old or the new file is there. */
export function writeWhole(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}
