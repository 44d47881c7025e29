import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Comments and docs name files. Files move, and nothing else notices a broken name.

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
)

/** A path or name of a source file, such as `http/errors.ts`; not part of a URL or a glob pattern. */
const naming = /(?<![\w./#@*$}>…-])((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:test\.ts|e2e\.ts|tsx?|mjs))\b(?!\w)/g

/** @returns each file named in the text that isn't the end of a path in the project */
function missingIn(text: string, files: string[]) {
  const named = new Set([...text.matchAll(naming)].map(([, name = '']) => name))
  return [...named].filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}

function commentsOf(source: string) {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g)].map(([comment]) => comment).join('\n')
}

test('every file that a comment or a document names is there', () => {
  const wrong = tracked.flatMap((path) => {
    const isDoc = /^(docs\/|[A-Z]+\.md)/.test(path) && path.endsWith('.md') && path !== 'CHANGELOG.md'
    if (!isDoc && !/^(src|test|tools|scripts)\/.*\.(tsx?|mjs)$/.test(path)) return []
    if (/\/migrations\/|\.gen\.ts$/.test(path)) return []
    const text = readFileSync(join(root, path), 'utf8')
    return missingIn(isDoc ? text : commentsOf(text), tracked).map((name) => `${path} names ${name}`)
  })
  expect(wrong).toEqual([])
})
