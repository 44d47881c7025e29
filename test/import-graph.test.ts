import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from './support/empty-folder.ts'

const tool = join(import.meta.dirname, '../tools/import-graph.ts')

/** @param sources by path @returns what `--check` prints for a project of these files, and its exit code */
function checked(sources: Record<string, string>) {
  using place = emptyFolder()
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(join(place.folder, dirname(path)), { recursive: true })
    writeFileSync(join(place.folder, path), text)
  }
  const words = [tool, '--check', '--root', place.folder]
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  return { said: stdout, status }
}

test.each([
  [
    'files in a circle, by a type alone',
    { 'src/domain/a.ts': `import type { B } from './b.ts'`, 'src/domain/b.ts': `import { a } from './a.ts'` },
    'in a circle: src/domain/a.ts, src/domain/b.ts',
  ],
  [
    'folders that import each other by different files',
    {
      'src/web/lib/a.ts': `import { b } from '#web/ui/b.ts'`,
      'src/web/ui/b.ts': '',
      'src/web/ui/c.ts': `const d = () => import('#web/lib/d.ts')`,
      'src/web/lib/d.ts': '',
    },
    'These folders import each other: src/web/lib and src/web/ui',
  ],
  [
    'a rule that loads its facts',
    { 'src/domain/a.ts': `import type { Pool } from '../server/db/b.ts'`, 'src/server/db/b.ts': '' },
    'src/domain/a.ts imports src/server/db/b.ts. src/domain/ may import only src/domain/.',
  ],
])('the check of the structure finds %s', (_what, sources, fault) => {
  const { said, status } = checked(sources as Record<string, string>)
  expect(said).toContain(fault)
  expect(status).toBe(1)
})

test('the check of the structure lets imports pass that go one way', () => {
  const sources = { 'src/domain/a.ts': `import { b } from './text/b.ts'`, 'src/domain/text/b.ts': '' }
  expect(checked(sources)).toEqual({ said: '', status: 0 })
})
