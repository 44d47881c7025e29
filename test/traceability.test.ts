import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { annotationsIn, readAnnotations } from '#tools/traceability/annotations.ts'
import { problemsOf, readLists } from '#tools/traceability/requirements.ts'

const root = join(import.meta.dirname, '..')

test('a test shows each sentence of the specification, threat, bound, and requirement, or a note says why none does', () => {
  expect(problemsOf(root, readLists(root), readAnnotations(root))).toEqual([])
})

describe('an annotation', () => {
  const source = `// Shows: B1

    const shared = 'From all.'
    describe.each(engines)('a rule (%s)', () => {
      // Shows: 1.1, T5
      // Shows: ASVS 1.1.1
      test('holds', () => expect(1).toBe(1))

      // Shows: T6
      test.each([1, 2])('holds for %i', (n) => expect(n).toBe(n))

      test('shows nothing', () => {})
    })`

  test('belongs to the test below it, or else to its file', () => {
    const found = annotationsIn('src/rule.test.ts', source)
    expect(found.map(({ label, title }) => [label, title])).toEqual([
      ['B1', ''],
      ['1.1', 'holds'],
      ['T5', 'holds'],
      ['ASVS 1.1.1', 'holds'],
      ['T6', 'holds for %i'],
    ])
    expect(found[1]?.source).toContain('expect(1).toBe(1)')
    expect(found[1]?.source).toContain('From all.')
    expect(found[1]?.source).not.toContain('expect(n)')
  })
})

describe('noticed is', () => {
  const shown = (label: string, source = '', path = 'test/e2e/screen.e2e.ts') => ({
    label,
    path,
    title: 'a test',
    source,
    imports: [],
  })
  const lists = (texts: Record<string, string>) => readLists(root, (name) => texts[name] ?? '')
  const rows = (name: string, text: string) => lists({ [name]: text })

  test.each([
    ['a sentence that no test shows', rows('specification', '1.1 | a rule | everywhere'), [], '1.1: no test shows it'],
    ['a threat with only a note', rows('threats', 'T1 | a race | later'), [], 'T1: a note is not enough'],
    [
      'a number that is in no list',
      rows('threats', ''),
      [shown('T7')],
      'test/e2e/screen.e2e.ts shows T7, which is in no list: a test',
    ],
    ['a number listed twice', rows('threats', 'T1 | a\nT1 | b'), [shown('T1')], 'T1 is listed twice'],
    [
      'an unknown deviation',
      rows('specification', '1.1 | a rule | everywhere | deviation: the moon is made of cheese'),
      [],
      '1.1: "deviation: the moon is made of cheese" is no reason, or a test shows it all the same',
    ],
    [
      'a text of a screen that the test does not say',
      rows('specification', "## 2. Screens\n2.1 | 'You owe N coins.' | /home"),
      [shown('2.1', 'You own 12 coins.')],
      "2.1: no test says 'You owe N coins.'",
    ],
    [
      'a text that the test has answered itself',
      rows('specification', "## 2. Screens\n2.1 | 'You owe N coins.' | /home"),
      [shown('2.1', "route.fulfill({}); 'You owe 12 coins.'")],
      "2.1: test/e2e/screen.e2e.ts answers in the server's place",
    ],
    [
      'a file that is gone',
      rows('asvs', '1.1.1 | 1 | a rule | pass | `src/gone.ts`'),
      [],
      'ASVS 1.1.1: there is no src/gone.ts',
    ],
    [
      'a pass without evidence',
      rows('asvs', '1.1.1 | 1 | a rule | pass | surely'),
      [],
      'ASVS 1.1.1: it passes, and nothing shows it',
    ],
  ])('%s', (_what, of, tests, problem) => {
    expect(problemsOf(root, of, tests)).toContain(problem)
  })

  test('nothing where all is right', () => {
    const of = lists({
      specification: "## 8. Texts\n8.1 | 'You owe N coins.' | /home",
      asvs: '1.1.1 | 1 | a rule | pass | `src/server/main.ts`',
    })
    expect(problemsOf(root, of, [shown('8.1', "getByText('You owe 12 coins.')")])).toEqual([])
  })
})

test('the lists are whole', () => {
  const { specification, threats, bounds, asvs } = readLists(root)
  const countOf = (sections: typeof threats) => sections.flatMap(({ requirements }) => requirements).length
  expect([specification, threats, bounds, asvs].map(countOf)).toEqual([497, 100, 18, 253])
})
