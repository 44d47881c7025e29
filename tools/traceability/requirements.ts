import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shown } from './annotations.ts'

/** Something that tests must show: a line `label | cell | cell | note` of a list in this folder. */
export interface Requirement {
  label: string
  cells: string[]
  /** Why no test shows it, or what else does; empty without a note. */
  note: string
}

export interface Section {
  title: string
  requirements: Requirement[]
}

/** @param prefix of its labels in annotations @param columns number of cells after the label */
function readList(text: string, { prefix = '', columns }: { prefix?: string; columns: number }): Section[] {
  const sections: Section[] = [{ title: '', requirements: [] }]
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), requirements: [] })
    const [number = '', ...cells] = line.split(' | ')
    const [note = ''] = cells.slice(columns)
    if (cells.length > 0)
      sections.at(-1)?.requirements.push({ label: prefix + number, cells: cells.slice(0, columns), note })
  }
  return sections.filter(({ requirements }) => requirements.length > 0)
}

export type Lists = ReturnType<typeof readLists>

/** @param read the text of a list in this folder, by its name */
export function readLists(
  root: string,
  read = (name: string) => readFileSync(join(root, `tools/traceability/${name}.md`), 'utf8'),
) {
  return {
    specification: readList(read('specification'), { columns: 2 }),
    threats: readList(read('threats'), { columns: 1 }),
    bounds: readList(read('bounds'), { columns: 2 }),
    asvs: readList(read('asvs'), { columns: 3, prefix: 'ASVS ' }),
  }
}

/** What is wrong with the lists and the annotations, one sentence each. */
export function problemsOf(root: string, lists: Lists, shown: Shown[]) {
  const { specification, threats, bounds, asvs } = lists
  const all = [specification, threats, bounds, asvs].flat().flatMap(({ requirements }) => requirements)
  const byLabel = Map.groupBy(shown, ({ label }) => label)
  const labels = all.map(({ label }) => label)
  const deviations = readFileSync(join(root, 'docs/deviations.md'), 'utf8')
  return [
    ...labels.filter((label, at) => labels.indexOf(label) !== at).map((label) => `${label} is listed twice`),
    ...shown
      .filter(({ label }) => !labels.includes(label))
      .map(({ label, path, title }) => `${path} shows ${label}, which is in no list: ${title}`),
    ...all.flatMap((each) => (byLabel.has(each.label) || each.note !== '' ? [] : [`${each.label}: no test shows it`])),
    ...[threats, bounds]
      .flat()
      .flatMap(({ requirements }) => requirements)
      .filter(({ label }) => !byLabel.has(label))
      .map(({ label }) => `${label}: a note is not enough`),
    ...specification.flatMap((section) => section.requirements.flatMap((each) => ofSentence(section, each))),
    ...asvs.flatMap(({ requirements }) => requirements.flatMap(ofStandard)),
  ]

  function ofSentence({ title }: Section, { label, cells: [what = ''], note }: Requirement) {
    const tests = byLabel.get(label) ?? []
    if (note !== '') {
      const isKnown = note.startsWith('deviation: ')
        ? deviations.includes(`\n| ${note.slice(11)}`)
        : note.startsWith('not ours: ')
      return isKnown && tests.length === 0 ? [] : [`${label}: "${note}" is no reason, or a test shows it all the same`]
    }
    return textProblems(what, tests, /^[258]\./.test(title)).map((problem) => `${label}: ${problem}`)
  }

  function ofStandard({ label, cells: [, , state], note }: Requirement) {
    const files = [...note.matchAll(/`((?:src|test|docs|scripts|tools)\/[^`]+)`/g)].map(([, path = '']) => path)
    const gone = files.filter((path) => !existsSync(join(root, path))).map((path) => `${label}: there is no ${path}`)
    const isShown = state !== 'pass' || files.length > 0 || byLabel.has(label) || /`[\w.-]+\.(json|md)`/.test(note)
    return isShown ? gone : [...gone, `${label}: it passes, and nothing shows it`]
  }
}

/**
 * Texts of screens, in 'single quotes' with N for any number, must be in a test word for word. Where they are on a
 * screen, only a browser test counts, and one that answers in the server's place does not.
 */
function textProblems(what: string, tests: Shown[], isOnScreen: boolean) {
  const texts = [...what.matchAll(/(?<![\p{L}\p{N}])'(.+?)'(?![\p{L}\p{N}])/gu)].map(([, text = '']) => text)
  const inBrowser = tests.filter(({ path }) => path.endsWith('.e2e.ts'))
  const sources = (isOnScreen ? inBrowser : tests).map(sourceOf)
  return [
    ...texts.filter((text) => !sources.some((source) => says(source, text))).map((text) => `no test says '${text}'`),
    ...(texts.length === 0 ? [] : inBrowser)
      .filter((test) => /\.fulfill\(/.test(sourceOf(test)))
      .map(({ path }) => `${path} answers in the server's place`),
  ]
}

/** With the keyboard tasks that it calls. */
function sourceOf({ source, imports }: Shown) {
  const tasks = imports.filter((name) => name.startsWith('#test/e2e/keyboard/'))
  return [source, ...tasks.map((name) => readFileSync(join(import.meta.dirname, '../..', name.slice(1)), 'utf8'))].join(
    '\n',
  )
}

/** Whether the source contains the text, with N for any number, ignoring escapes. */
function says(source: string, text: string) {
  const words = text.split(/\bN\b/).map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(words.join('\\d+')).test(source.replaceAll('\\', ''))
}
