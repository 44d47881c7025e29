import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeCoverage } from './support/coverage-doc.ts'

/** docs/coverage.md names the tests for each sentence of the specification; this checks the page. */
const root = fileURLToPath(new URL('..', import.meta.url))
const readFile = (path: string) => (existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined)

test('every row of docs/coverage.md names tests that exist and say what it quotes, or says why there is none', () => {
  const deviations = (readFile('docs/deviations.md') ?? '')
    .split('\n')
    .filter((line) => /^\| (?!---|The specification says)/.test(line))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '')
  expect(deviations.length).toBeGreaterThan(10)
  expect(judgeCoverage(readFile('docs/coverage.md') ?? '', { readFile, deviations })).toEqual([])
})

describe('the judge', () => {
  const files: Record<string, string> = {
    'src/rule.test.ts': `
      describe.each(engines)('a rule (%s)', () => {
        test('holds', () => expect(1).toBe(1))
        test.each([1, 2])('holds for %i', (n) => expect(n).toBe(n))
      })
      describe('another', () => { test('holds', () => expect(messages.gone).toBe('All gone.')) })
      test('needs \\'care\\'', () => {})
      // test('is a comment', () => {})
      const text = "test('is a text', () => {})"`,
    'test/e2e/screen.e2e.ts': `
      import * as tasks from '#test/e2e/keyboard/tasks.ts'
      for (const width of [390])
        test(\`a screen at \${width}\`, async ({ page }) => {
          await expect(page.getByText(/^You don't owe 12 coins\\.$/)).toBeVisible()
        })
      test('Nothing here.', async ({ page }) => { await page.goto('/') })
      test('another screen', async ({ page }) => {
        await page.route('**', (route) => route.fulfill({ status: 500 }))
        await expect(page.getByText('No luck.')).toBeVisible()
      })
      const shared = 'From all.'`,
    'test/e2e/keyboard/tasks.ts': `const task = 'By keys.'`,
  }
  const facts = {
    readFile: (path: string) => files[path],
    deviations: ['the moon is made of cheese', 'the sun is cold'],
  }
  const holds = '`src/rule.test.ts › another › holds`'
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its source has it
  const screen = '`test/e2e/screen.e2e.ts › a screen at ${width}`'

  /** The problems found in a document with these rows; the figures are counted correctly unless given. */
  function judge(rows: string[], figures?: Record<string, number>) {
    const chapters = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((chapter) => {
      const own = rows.filter((row) => row.startsWith(`| ${chapter}.`))
      return [`## ${chapter}. A chapter`, '', '| no. | what | where | shown by |', '| --- | --- | --- | --- |', ...own]
    })
    const body = chapters.flat().join('\n')
    const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0
    const head = figures ?? {
      rows: rows.length,
      'shown by tests': count(/\| `[^|]+` \|$/gm),
      'tests named': new Set(body.match(/`[^`]+`/g)).size,
      deviations: count(/\| deviation: /g),
      missing: count(/\| missing: /g),
      'not ours': count(/\| not ours: /g),
      'texts of chapter 8': count(/^\| 8\.\d+ \| '[^|]+' \|/gm),
      'texts of chapter 8 seen': count(/^\| 8\.\d+ \| '[^|]+' \| [^|]+ \| `/gm),
    }
    const table = Object.entries(head).map(([name, value]) => `| ${name} | ${value} |`)
    return judgeCoverage(['# Coverage', ...table, body].join('\n'), facts)
  }

  test('finds nothing wrong with rows that are right', () => {
    const right = [
      `| 1.1 | a rule | everywhere | ${holds}<br>${screen} |`,
      '| 1.2 | for each | everywhere | `src/rule.test.ts › holds for %i` |',
      "| 1.5 | with care | everywhere | `src/rule.test.ts › needs 'care'` |",
      '| 4.1 | cheese | the sky | deviation: the moon is made |',
      '| 4.2 | a footer | every page | missing: members’ side (footer) |',
      '| 7.1 | a cloud | nowhere | not ours: there is a database in its place |',
      `| 8.1 | 'You don't owe N coins.' | /home | ${screen} |`,
      `| 8.2 | 'From all.' | /home | ${screen} |`,
      `| 8.3 | 'By keys.' | /home | ${screen} |`,
      "| 8.4 | 'Not yet.' | /home | missing: offline |",
      `| 9.1 | 'All gone.' | /home | ${holds} |`,
    ]
    expect(judge(right)).toEqual([])
  })

  test.each([
    ['| 1.1 | a rule | everywhere |  |', 'is no row of four cells'],
    ['| 1.1 | a rule | everywhere | sure |', 'says neither a test nor why there is none'],
    ['| 1.1 | a rule | everywhere | `src/gone.test.ts › holds` |', 'there is no src/gone.test.ts'],
    ['| 1.1 | a rule | everywhere | `test/e2e/keyboard/tasks.ts › holds` |', 'there is no test/e2e/keyboard/tasks.ts'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts › never holds` |', 'has 0 tests "never holds"'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts › is a comment` |', 'has 0 tests'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts › is a text` |', 'has 0 tests'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts › another` |', 'has 0 tests'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts` |', 'has 0 tests'],
    ['| 1.1 | a rule | everywhere | `src/rule.test.ts › holds` |', 'has 2 tests "holds"'],
    ['| 1.1 | cheese | the sky | deviation: the moon is made of stone |', 'begins 0 rows'],
    ['| 1.1 | cheese | the sky | deviation: the |', 'begins 2 rows'],
    ['| 1.1 | a footer | every page | missing: some day |', 'none of the parts to come'],
    ['| 2.0 | a rule | everywhere | not ours: nobody has it |', 'out of order'],
    [`| 8.1 | 'All gone.' | /home | ${holds} |`, "'All gone.' is said by no browser test of the row"],
    [`| 8.1 | 'You do owe N coins.' | /home | ${screen} |`, 'is said by no browser test'],
    ["| 8.1 | 'Nothing here.' | /home | `test/e2e/screen.e2e.ts › Nothing here.` |", 'is said by no browser test'],
    ["| 8.1 | 'No luck.' | /home | `test/e2e/screen.e2e.ts › another screen` |", "answers in the server's place"],
    [`| 9.1 | 'None left.' | /home | ${holds} |`, "'None left.' is said by no test of the row"],
  ])('refuses %s', (row, problem) => {
    expect(judge([row]).join('\n')).toContain(problem)
  })

  test('refuses numbers that come twice or back, and figures that are not the count', () => {
    const row = (no: string) => `| ${no} | a rule | everywhere | ${holds} |`
    expect(judge([row('1.2'), row('1.2')])).toEqual(['1.2: the number is out of order'])
    expect(judge([row('1.2'), row('1.1')])).toEqual(['1.1: the number is out of order'])
    expect(judge([row('1.9'), row('1.10'), row('2.1')])).toEqual([])
    const figures = {
      rows: 2,
      'shown by tests': 1,
      'tests named': 1,
      deviations: 0,
      missing: 1,
      'texts of chapter 8': 0,
    }
    expect(judge([row('1.1')], figures)).toEqual([
      'rows: 1, the head says 2',
      'missing: 0, the head says 1',
      'not ours: 0, the head says nothing',
      'texts of chapter 8 seen: 0, the head says nothing',
    ])
    expect(judgeCoverage('## 2. Screens', facts)).toContain('the chapters are not 1 to 9, one after another')
  })
})
