import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { isOlder, requireSqlite } from '#server/db/node-sqlite-dialect.ts'

/** No package with a known vulnerability, and only those that were chosen (T97). */
type Entry = { version: string; integrity?: string; resolved?: string; hasInstallScript?: boolean } & Partial<Platform>
type Platform = { dev: boolean; optional: boolean; cpu: string[] }
const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
const packages: Record<string, Entry> = read('package-lock.json').packages
const installed = Object.entries(packages).filter(([folder]) => folder !== '')
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '')

describe('the packages', () => {
  // Shows: T97, ASVS 15.2.1
  test.each([
    ['kysely', '0.29.0'],
    ['nodemailer', '10.4.1'],
    ['sharp', '0.35.0'],
    ['rrule-temporal', '2.2.4'],
  ])('hold %s at %s or newer, everywhere in the tree', (name, floor) => {
    const versions = installed.filter(([folder]) => nameOf(folder) === name).map(([, { version }]) => version)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => isOlder(version, floor))).toEqual([])
  })

  // What a server runs has its own checksum for every platform; some development tools lack a few platforms.
  // Shows: T97, ASVS 15.1.2
  test('have a fingerprint each, but for tools of other platforms; and come from the registry that is set', () => {
    const bare = installed.filter(([, { integrity }]) => !integrity)
    expect(bare.filter(([, { dev, optional, cpu }]) => !dev || !optional || !cpu)).toEqual([])
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  // Shows: T97
  test('run no script when they are installed, but for those that are meant to', () => {
    const allowed = Object.keys(read('package.json').allowScripts)
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => nameOf(folder))
    expect(scripted.toSorted()).toEqual(allowed.toSorted())
  })
})

describe('SQLite', () => {
  // Shows: T97
  test('of this Node can be trusted', () => {
    const database = new DatabaseSync(':memory:')
    const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
    database.close()
    expect(() => requireSqlite(version)).not.toThrow()
  })
})
