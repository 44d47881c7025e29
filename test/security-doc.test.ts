import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeAsvs, requirements } from './support/asvs-doc.ts'
import { judgeSecurity } from './support/security-doc.ts'

/** docs/security.md names the tests for each threat and fault; this checks the page. */
const root = fileURLToPath(new URL('..', import.meta.url))
const readFile = (path: string) => (existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined)

test('every row of docs/security.md names tests that exist, and what is missing where something is', () => {
  expect(judgeSecurity(readFile('docs/security.md') ?? '', { readFile })).toEqual([])
})

test('every requirement of docs/asvs.md stands there once, with what shows it or why it is not so', () => {
  expect(judgeAsvs(readFile('docs/asvs.md') ?? '', { readFile })).toEqual([])
})

describe('the judge', () => {
  const files: Record<string, string> = {
    'src/rule.test.ts': "test('holds', () => {})",
    'tools/resilience/races.fault.ts': '',
  }
  const facts = { readFile: (path: string) => files[path] }
  const row = (no: number) => `| T${no} | something | held | \`src/rule.test.ts › holds\` | – |`

  /** A hundred good rows, with one of them replaced. */
  function judge(at: number, other: string, head = { held: 100, partly: 0, open: 0 }) {
    const rows = Array.from({ length: 100 }, (_, index) => (index + 1 === at ? other : row(index + 1)))
    const figures = Object.entries(head).map(([state, count]) => `| ${state} | ${count} |`)
    return judgeSecurity([...figures, ...rows].join('\n'), facts)
  }

  test('finds nothing wrong with rows that are right', () => {
    expect(judge(3, row(3))).toEqual([])
    expect(judge(3, '| T3 | a race | held | `npm run faults -- races` | – |')).toEqual([])
    const open = { held: 99, partly: 0, open: 1 }
    expect(judge(3, '| T3 | a race | open | – | all of it |', open)).toEqual([])
  })

  test.each([
    ['| T4 | a race | held | `src/rule.test.ts › holds` | – |', 'T3: the row is missing'],
    ['| T3 | a race | sure | `src/rule.test.ts › holds` | – |', 'T3: "sure" is no state'],
    ['| T3 | a race | held | – | – |', 'T3: nothing shows it'],
    ['| T3 | a race | held | `src/rule.test.ts › holds` | more |', 'T3: it is held, and something is missing'],
    ['| T3 | a race | partly | `src/rule.test.ts › holds` | – |', 'T3: it says not what is missing'],
    ['| T3 | a race | held | `src/gone.test.ts › holds` | – |', 'T3: there is no src/gone.test.ts'],
    ['| T3 | a race | held | `src/rule.test.ts › held` | – |', 'T3: src/rule.test.ts has no test "held"'],
    ['| T3 | a race | held | `npm run faults -- rain` | – |', 'T3: there is no tools/resilience/rain.fault.ts'],
  ])('refuses %s', (other, problem) => {
    expect(judge(3, other)).toContain(problem)
  })

  test('refuses figures that are not the count', () => {
    expect(judge(3, row(3), { held: 99, partly: 1, open: 0 })).toEqual([
      'held: 100, the head says 99',
      'partly: 0, the head says 1',
    ])
  })
})

describe('the judge of requirements', () => {
  const good = '`src/rule.ts` is named'
  const facts = { readFile: (path: string) => (path === 'src/rule.ts' ? '' : undefined) }

  /** Every requirement, with the row of the first one replaced. */
  function judge(first: string, head = { pass: requirements.size, 'n/a': 0, deviation: 0 }) {
    const rows = [...requirements].map(([no, level]) => `| ${no} | ${level} | something | pass | ${good} |`)
    const figures = Object.entries(head).map(([state, count]) => `| ${state} | ${count} |`)
    return judgeAsvs([...figures, first, ...rows.slice(1)].join('\n'), facts)
  }

  test('knows those of levels 1 and 2', () => {
    expect(requirements.size).toBe(253)
    expect([...requirements.values()].filter((level) => level === '1')).toHaveLength(70)
  })

  test('finds nothing wrong with rows that are right', () => {
    expect(judge(`| 1.1.1 | 2 | something | pass | ${good} |`)).toEqual([])
    const head = { pass: requirements.size - 1, 'n/a': 0, deviation: 1 }
    expect(judge('| 1.1.1 | 2 | something | deviation | it is not so, because it can’t be |', head)).toEqual([])
  })

  test.each([
    ['', '1.1.1: the row is missing'],
    [`| 1.1.2 | 2 | something | pass | ${good} |`, '1.1.2: it stands here twice'],
    [`| 1.5.3 | 3 | something | pass | ${good} |`, '1.5.3: there is no such requirement of level 1 or 2'],
    [`| 1.1.1 | 1 | something | pass | ${good} |`, '1.1.1: it is of level 2'],
    [`| 1.1.1 | 2 | something | well | ${good} |`, '1.1.1: "well" is no state'],
    ['| 1.1.1 | 2 | something | pass | surely `is` so |', '1.1.1: nothing shows it'],
    ['| 1.1.1 | 2 | something | pass | `src/gone.ts` |', '1.1.1: there is no src/gone.ts'],
    ['| 1.1.1 | 2 | something | deviation | – |', '1.1.1: it says not why'],
  ])('refuses %j', (first, problem) => {
    expect(judge(first)).toContain(problem)
  })

  test('refuses figures that are not the count', () => {
    const head = { pass: 1, 'n/a': 0, deviation: 0 }
    expect(judge(`| 1.1.1 | 2 | something | pass | ${good} |`, head)).toEqual([`pass: 253, the head says 1`])
  })
})
