import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policies } from '#contract/policies.ts'
import { routeRows } from '#test/support/who-is-let-in.ts'
import * as withoutGuard from '../servers-without.ts'
import { type Patch, patched, projectRoot } from '../tree-copy.ts'
import { allGuards } from './all-guards.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const guards = allGuards()

test('every guard stands where the list says, once, and its removal changes something', () => {
  const patches: Patch[] = [...guards, ...Object.values(withoutGuard)]
  const stale = patches.filter((patch) => {
    try {
      return patched(read(patch.file), patch) === read(patch.file)
    } catch {
      return true
    }
  })
  expect(stale.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})

test('every guard has a name of its own and tests that are there', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
  const missing = guards.flatMap(({ tests }) => tests).filter((file) => !existsSync(join(projectRoot, file)))
  expect(missing).toEqual([])
})

test('every row of the policy table is removed, and let down by a step unless it is open already', () => {
  const names = guards.map(({ name }) => name)
  for (const [operation, policy] of Object.entries(policies)) {
    expect(names).toContain(`policy of ${operation}, removed`)
    const loosened = names.some((name) => name.startsWith(`policy of ${operation}, ${policy} →`))
    expect([operation, loosened]).toEqual([operation, policy !== 'anyone'])
  }
})

test('every route that is not open to anyone is opened', () => {
  const names = guards.map(({ name }) => name).filter((name) => name.startsWith('policy of '))
  for (const [route, { policy }] of Object.entries(routeRows)) {
    if (policy === 'anyone' || policy === 'operation') continue
    expect([route, names.some((name) => name.includes(route))]).toEqual([route, true])
  }
})

test('every file of the server that locks rows has its locks in the list', () => {
  const listed = (file: string) => guards.filter((guard) => guard.file === file && guard.from.includes('orUpdate'))
  for (const path of globSync('src/server/**/*.ts', { cwd: projectRoot })) {
    const file = path.replaceAll('\\', '/')
    if (file.endsWith('.test.ts')) continue
    const locks = read(file).split('.forUpdate(').length - 1
    const covered = new Set(listed(file).map(({ from }) => from)).size
    expect([file, covered >= locks]).toEqual([file, true])
  }
})
