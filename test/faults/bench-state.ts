import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FaultContext, Outcome } from './fault.ts'

/** What came of one inhabitant on one engine. */
export interface UnitResult extends Outcome {
  name: string
  promise: string
  engine: FaultContext['engine']
  seconds: number
  at: string
}

const inputs = ['src/**/*.{ts,tsx}', 'test/{faults,support}/**/*.ts', 'club.config.ts', 'package-lock.json']

/** Names this state of the sources: with another one, every unit is run again. */
export function stampOf(root: string) {
  const digest = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).sort()) digest.update(file).update(readFileSync(join(root, file)))
  return digest.digest('hex').slice(0, 16)
}

/** The units that are done, kept in a file so that an interrupted run goes on where it was. */
export function openState(folder: string, stamp: string) {
  const file = join(folder, 'state.json')
  const stored = readState(file)
  const units = new Map(stored?.stamp === stamp ? Object.entries(stored.units) : [])
  return {
    find: (key: string) => units.get(key),
    keep(key: string, result: UnitResult) {
      units.set(key, result)
      writeWhole(file, JSON.stringify({ stamp, units: Object.fromEntries(units) }, null, 2))
    },
    /** For what a unit itself wants to keep; gone with the first state of the sources that is another one. */
    progressOf(key: string) {
      const path = join(folder, 'progress', stamp, key.replaceAll(' ', '-'))
      mkdirSync(path, { recursive: true })
      return path
    },
    forget(key: string) {
      units.delete(key)
      rmSync(join(folder, 'progress', stamp, key.replaceAll(' ', '-')), { recursive: true, force: true })
    },
  }
}

type Stored = { stamp: string; units: Record<string, UnitResult> }

function readState(file: string): Stored | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch {
    return null
  }
}

/** Under another name first: a run that is killed leaves the old file or the new one. */
export function writeWhole(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}
