import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { findStrayImports, readSource } from './support/import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const aliases = packageJson.imports

test('imports run one way: web/ui ← web/<feature> → contract → domain ← server/<feature> → server/db', () => {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  expect(paths.length).toBeGreaterThan(10)
  const files = paths.map((path) => readSource(path, readFileSync(`${root}/${path}`, 'utf8')))
  expect(findStrayImports(files, aliases)).toEqual([])
})

describe('the judge', () => {
  function judge(sources: Record<string, string>) {
    return findStrayImports(
      Object.entries(sources).map(([path, text]) => readSource(path, text)),
      aliases,
    )
  }

  test.each([
    ['src/domain/a.ts', `import { pool } from '#server/db/database.ts'`, 'domain imports only domain'],
    ['src/domain/a.ts', `import type { Pool } from '../server/db/database.ts'`, 'domain imports only domain'],
    ['src/domain/a.ts', `import { z } from 'zod/mini'`, 'domain imports only domain'],
    ['src/domain/a.ts', `import { readFile } from 'fs'`, 'What needs Node.js belongs in src/server'],
    ['src/domain/a.ts', `type Row = import('../server/db/schema.ts').Row`, 'domain imports only domain'],
    ['src/contract/a.ts', `import * as z from 'zod'`, 'zod/mini'],
    ['src/contract/a.ts', `export { z } from 'zod/v4'`, 'zod/mini'],
    ['src/contract/a.ts', `import { useQuery } from '@tanstack/react-query'`, 'contract imports only'],
    ['src/contract/a.ts', `export * from '#web/api.ts'`, 'contract imports only'],
    ['src/web/ui/button.tsx', `import { rsvp } from '#domain/rsvp.ts'`, 'web/ui knows nothing of the club'],
    ['src/web/ui/button.tsx', `import { Card } from '../home/card.tsx'`, 'web/ui knows nothing of the club'],
    ['src/web/lib/a.ts', `import { toast } from '#web/ui/toasts.tsx'`, 'web/lib imports only web/lib'],
    ['src/web/components/a.tsx', `import { Card } from '../features/home/card.tsx'`, 'web/components imports only'],
    ['src/web/home/page.tsx', `const more = () => import('../../server/app.ts')`, 'web imports only web'],
    ['src/web/home/page.tsx', `new Worker(new URL('../../server/worker.ts', import.meta.url))`, 'web imports only web'],
    ['src/web/home/page.tsx', `import { join } from 'node:path'`, 'What needs Node.js belongs in src/server'],
    ['src/web/home/page.tsx', `import 'zod'`, 'zod/mini'],
    ['src/server/app.ts', `import { routes } from '#web/routes.ts'`, 'server imports only server'],
    ['src/server/app.ts', `import { clock } from '#test/support/test-clock.ts'`, 'only tests import from test/'],
    ['src/server/db/write.ts', `import { find } from '../passes/queries.ts'`, 'server/db imports only'],
    ['src/other/a.ts', `import './b.ts'`, 'no rule knows this folder'],
  ])('%s: %s', (path, text, verdict) => {
    expect(judge({ [path]: `\n${text}\n` })).toEqual([expect.stringContaining(`${path}:2 imports `)])
    expect(judge({ [path]: text })).toEqual([expect.stringContaining(verdict)])
  })

  test('a feature may use another’s queries, not its procedures', () => {
    const other = { 'src/server/features/rsvp/procedures.ts': '', 'src/server/features/rsvp/queries.ts': '' }
    const uses = (path: string, file: string) =>
      judge({
        ...other,
        'src/server/features/passes/procedures.ts': '',
        [path]: `import '#server/features/rsvp/${file}'`,
      })
    expect(uses('src/server/features/passes/grant.ts', 'procedures.ts')).toEqual([
      expect.stringContaining('src/server/features/rsvp/queries.ts'),
    ])
    expect(uses('src/server/features/passes/grant.ts', 'queries.ts')).toEqual([])
    expect(uses('src/server/features/rsvp/more.ts', 'procedures.ts')).toEqual([])
    expect(uses('src/server/http/rpc.ts', 'procedures.ts')).toEqual([])
  })

  test('what is allowed passes, and text that only looks like an import is none', () => {
    expect(
      judge({
        'src/domain/a.ts': `import { b } from './b.ts'\n// import { x } from '../server/x.ts'\nconst s = "import '../server/x.ts'"`,
        'src/domain/a.test.ts': `import fc from 'fast-check'\nimport { clock } from '#test/support/test-clock.ts'`,
        'src/contract/a.ts': `import * as z from 'zod/mini'\nimport { oc } from '@orpc/contract'\nimport '#domain/a.ts'`,
        'src/web/home/page.tsx': `import './page.css'\nimport 'virtual:theme.css'\nimport '#contract/a.ts'\nimport '../ui/button.tsx'\nexport const P = () => <p>Don't import 'zod' from "here"</p>`,
        'src/web/ui/button.tsx': `import { IconX } from '@tabler/icons-react'`,
        'src/server/features/passes/procedures.ts': `import '#contract/a.ts'\nimport '#domain/a.ts'\nimport '#server/db/write.ts'\nimport { z } from 'zod'`,
        'src/server/features/passes/passes.test.ts': `import { createTestClub } from '#test/support/club.ts'`,
      }),
    ).toEqual([])
  })
})
