import { posix } from 'node:path'
import { readTests, type TestFile, type WrittenTest } from './test-titles.ts'

/** One sentence or constant of the specification, and the tests that show it. */
interface CoverageRow {
  chapter: number
  no: string
  what: string
  shownBy: string
}

export interface CoverageSources {
  /** The contents of a file of the project; undefined if it doesn't exist. */
  readFile: (path: string) => string | undefined
  /** The first column of docs/deviations.md. */
  deviations: string[]
}

const chapters = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** Chapters about screens: only a browser test counts for their texts. */
const onScreen = [2, 5, 8]
const partsToCome = ['members’ side', 'officers’ side', 'scorecard', 'offline', 'import and export']
const figureNames = [
  'rows',
  'shown by tests',
  'tests named',
  'deviations',
  'missing',
  'not ours',
  'texts of chapter 8',
  'texts of chapter 8 seen',
] as const
type Figures = Record<(typeof figureNames)[number], number>

/** The problems in docs/coverage.md, one sentence each. */
export function judgeCoverage(markdown: string, facts: CoverageSources): string[] {
  const { rows, wrong } = readRows(markdown)
  const openFile = readerOf(facts)
  return [...wrong, ...judgeNumbers(rows), ...rows.flatMap((row) => judgeRow(row)), ...judgeFigures(markdown, rows)]

  function judgeRow(row: CoverageRow): string[] {
    const { no, shownBy } = row
    const [, kind, rest = ''] = /^(deviation|missing|not ours): (.+)$/.exec(shownBy) ?? []
    const found = facts.deviations.filter((each) => each.startsWith(rest)).length
    if (kind === 'deviation' && (rest.length < 10 || found !== 1))
      return [`${no}: "${rest}" begins ${found} rows of docs/deviations.md`]
    if (kind === 'missing' && !partsToCome.some((part) => rest === part || rest.startsWith(`${part} (`)))
      return [`${no}: "${rest}" is none of the parts to come`]
    if (kind !== undefined) return []
    const references = referencesIn(shownBy)
    if (references === null) return [`${no}: "${shownBy}" says neither a test nor why there is none`]
    const wrong = references.flatMap((reference) => whatIsWrong(reference).map((each) => `${no}: ${each}`))
    return wrong.length > 0 ? wrong : judgeTexts(row, references)
  }

  function whatIsWrong({ path, titles }: Reference): string[] {
    const file = openFile(path)
    if (!file) return [`there is no ${path}`]
    const count = testsOf(file, titles).length
    return count === 1 ? [] : [`${path} has ${count} tests "${titles.join(' › ')}"`]
  }

  /** A text that the row quotes from a screen must appear word for word in its tests, which must trigger it for real. */
  function judgeTexts({ chapter, no, what }: CoverageRow, references: Reference[]): string[] {
    const quoted = textsIn(what)
    const browser = references.filter(({ path }) => path.endsWith('.e2e.ts'))
    const asked = onScreen.includes(chapter) ? browser : references
    const sources = asked.map(({ path, titles }) => sourceOf(path, titles))
    const faked = browser.filter(({ path, titles }) => /\.fulfill\(/.test(sourceOf(path, titles)))
    return [
      ...quoted
        .filter((text) => !sources.some((source) => says(source, text)))
        .map(
          (text) =>
            `${no}: '${text}' is ` + `said by no ${onScreen.includes(chapter) ? 'browser ' : ''}test of the row`,
        ),
      ...(quoted.length > 0 ? faked : []).map(({ path }) => `${no}: ${path} answers in the server's place`),
    ]
  }

  /** The test's source, with what its file shares and the keyboard tasks that it calls. */
  function sourceOf(path: string, titles: string[]) {
    const file = openFile(path)
    if (!file) return ''
    const body = testsOf(file, titles)[0]?.body ?? ''
    const tasks = file.imports
      .filter((specifier) => specifier.startsWith('#test/e2e/keyboard/'))
      .map((specifier) => facts.readFile(specifier.slice(1)) ?? '')
    return [body, file.shared, ...tasks].join('\n')
  }
}

function countFigures(rows: CoverageRow[]): Figures {
  const of = (kind: string) => rows.filter(({ shownBy }) => shownBy.startsWith(kind)).length
  const isShown = ({ shownBy }: CoverageRow) => referencesIn(shownBy) !== null
  const catalogue = rows.filter(({ chapter }) => chapter === 8)
  const texts = (some: CoverageRow[]) => some.flatMap(({ what }) => textsIn(what)).length
  const references = rows.flatMap(({ shownBy }) => referencesIn(shownBy) ?? [])
  return {
    rows: rows.length,
    'shown by tests': rows.filter(isShown).length,
    'tests named': new Set(references.map(({ path, titles }) => [path, ...titles].join(' › '))).size,
    deviations: of('deviation: '),
    missing: of('missing: '),
    'not ours': of('not ours: '),
    'texts of chapter 8': texts(catalogue),
    'texts of chapter 8 seen': texts(catalogue.filter(isShown)),
  }
}

/** The rows of the tables under `## 1.` to `## 9.`, and the table lines that aren't valid rows. */
function readRows(markdown: string): { rows: CoverageRow[]; wrong: string[] } {
  const rows: CoverageRow[] = []
  const wrong: string[] = []
  const seen: number[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^## (?:(\d)\. )?/.exec(line)
    if (heading) seen.push(Number(heading[1] ?? 0))
    const chapter = seen.at(-1) ?? 0
    if (chapter === 0 || !line.startsWith('|') || /^\| (no\.|---) \|/.test(line)) continue
    const [, no, what, where, shownBy] = /^\| (\d\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
    if (no && what && where && shownBy) rows.push({ chapter, no, what, shownBy })
    else wrong.push(`"${line.slice(0, 60)}" is no row of four cells`)
  }
  if (seen.filter(Boolean).join() !== chapters.join()) wrong.push('the chapters are not 1 to 9, one after another')
  return { rows, wrong }
}

function judgeNumbers(rows: CoverageRow[]): string[] {
  return rows.flatMap(({ chapter, no }, i) => {
    const before = rows[i - 1]
    const least = before?.chapter === chapter ? Number(before.no.split('.')[1]) : 0
    const [of, at] = no.split('.').map(Number)
    return of === chapter && Number(at) > least ? [] : [`${no}: the number is out of order`]
  })
}

function judgeFigures(markdown: string, rows: CoverageRow[]): string[] {
  const counted = countFigures(rows)
  return figureNames.flatMap((name) => {
    const said = new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, 'm').exec(markdown)?.[1]
    return said === String(counted[name]) ? [] : [`${name}: ${counted[name]}, the head says ${said ?? 'nothing'}`]
  })
}

interface Reference {
  path: string
  titles: string[]
}

/** Texts of screens between 'single quotes'; an apostrophe within a word doesn't count. */
function textsIn(what: string) {
  return [...what.matchAll(/(?<![\p{L}\p{N}])'(.+?)'(?![\p{L}\p{N}])/gu)].map(([, text]) => text ?? '')
}

/** `` `path › title` ``, several separated by `<br>`; null if the cell contains anything else. */
function referencesIn(shownBy: string): Reference[] | null {
  if (!/^`[^`]+`(<br>`[^`]+`)*$/.test(shownBy)) return null
  return shownBy.split('<br>').map((part) => {
    const [path = '', ...titles] = part.slice(1, -1).split(' › ')
    return { path, titles }
  })
}

/** The tests with this title, preceded by the titles of their `describe` blocks where the title alone is ambiguous. */
function testsOf({ tests }: TestFile, titles: string[]): WrittenTest[] {
  return tests.filter((each) => titles.length > 0 && each.titles.slice(-titles.length).join() === titles.join())
}

/** Whether the source contains the text word for word, with N for any number, ignoring escapes. */
function says(source: string, text: string) {
  const words = text.split(/\bN\b/).map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(words.join('\\d+')).test(source.replaceAll('\\', ''))
}

function readerOf({ readFile }: CoverageSources) {
  const files = new Map<string, TestFile | undefined>()
  return (path: string) => {
    if (!files.has(path)) {
      const text = /\.(test\.tsx?|e2e\.ts)$/.test(path) && path === posix.normalize(path) ? readFile(path) : undefined
      files.set(path, text === undefined ? undefined : readTests(path, text))
    }
    return files.get(path)
  }
}
