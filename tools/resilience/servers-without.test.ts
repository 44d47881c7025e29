import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as withoutGuard from './servers-without.ts'
import { patched, projectRoot } from './tree-copy.ts'

test('every guard that a negative control takes away is in its file once, and taking it away changes something', () => {
  const stale = Object.values(withoutGuard).filter((patch) => {
    const source = readFileSync(join(projectRoot, patch.file), 'utf8')
    try {
      return patched(source, patch) === source
    } catch {
      return true
    }
  })
  expect(stale.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})

/** The names a text calls or reads a property of, outside of strings. */
const namesUsed = (text: string) =>
  [...text.replace(/'[^']*'/g, "''").matchAll(/(?<![.\w$]|async )([a-z]\w+)(?=[(.])/gi)].map(([, name = '']) => name)

test('what replaces a guard uses names that its file knows', () => {
  const unknown = Object.values(withoutGuard).flatMap(({ file, to }) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    return namesUsed(to)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(source) && !(name in globalThis))
      .filter((name) => to.split(new RegExp(`\\b${name}\\b`)).length < 3)
      .map((name) => `${file}: ${name}`)
  })
  expect(unknown).toEqual([])
})
