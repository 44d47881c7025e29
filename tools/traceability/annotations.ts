import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTests } from './test-titles.ts'

/**
 * Something that a test shows, as a comment above the test, or above the loop around it, says:
 * `// Shows: 2.13, T5, B2, ASVS 6.2.1`. A number without a letter is a sentence of the specification, T a threat, B a
 * bound, and ASVS a requirement of that standard. Anywhere else in its file, such a comment is about all of the file.
 */
export interface Shown {
  label: string
  path: string
  /** Empty for all of the file. */
  title: string
  /** The source of what shows it, with what its file shares. */
  source: string
  imports: string[]
}

const testFiles = ['{src,test,tools}/**/*.test.{ts,tsx}', 'test/e2e/*.e2e.ts', 'test/engines/*.journey.ts']
const faultFiles = 'tools/resilience/*.fault.ts'

export function readAnnotations(root: string): Shown[] {
  return globSync([...testFiles, faultFiles], { cwd: root })
    .toSorted()
    .flatMap((path) => annotationsIn(path, readFileSync(join(root, path), 'utf8')))
}

/** Loops may be between an annotation and the test in them. */
const loops = /^(?:(?:for|if) \(.+\)\s+)*$/
/** One or more lines, and the space before what they are about. */
const annotation = /^(?:[ \t]*\/\/ Shows: .+\n)+\s*/gm

export function annotationsIn(path: string, text: string): Shown[] {
  const comments = [...text.matchAll(annotation)].map(({ index, 0: comment }) => ({
    next: index + comment.length,
    labels: [...comment.matchAll(/Shows: (.+)/g)].flatMap(([, labels = '']) => labels.split(', ')),
  }))
  if (comments.length === 0) return []
  const { tests, shared, imports } = readTests(path, text)
  return comments.flatMap(({ next, labels }) => {
    const found = tests.find(({ start }) => start >= next && loops.test(text.slice(next, start)))
    const title = found?.titles.at(-1) ?? ''
    const source = found ? `${found.body}\n${shared}` : text
    return labels.map((label) => ({ label, path, title, source, imports }))
  })
}
