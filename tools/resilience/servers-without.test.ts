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
