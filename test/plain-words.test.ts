import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { proseOf, stumblesOf, textOfHtml, textsOf } from './support/plain-words.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Texts that are given and may not change. */
const fixed = new Set([
  "A practice hasn't started yet.",
  "You don't have any day passes left.",
  "I'm not sure yet!",
  // Columns of stores' exports.
  'Email',
  'Cancelled at',
])

describe('what people read is plain English', () => {
  test('on screens, in emails, at the command line and in the API: no foreign phrase, and one kind of apostrophe', async () => {
    const found: string[] = []
    for (const path of await filesOf('src/**/*.{ts,tsx}'))
      for (const { line, text } of textsOf(read(path)))
        if (!fixed.has(text))
          for (const phrase of stumblesOf(text, 'curly')) found.push(`${path}:${line}: “${phrase}” in “${text.trim()}”`)
    expect(found).toEqual([])
  })

  test('in what the scripts say', async () => {
    const found: string[] = []
    for (const path of await filesOf('scripts/*.{ts,mjs}'))
      for (const { line, text } of textsOf(read(path)))
        for (const phrase of stumblesOf(text, 'straight'))
          found.push(`${path}:${line}: “${phrase}” in “${text.trim()}”`)
    expect(found).toEqual([])
  })

  test.each([
    // People read these as they are, including comments.
    ...['club.config.ts', 'deploy/*'].map((pattern) => ({ pattern, textOf: String, kind: 'straight' as const })),
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md'].map((pattern) => ({
      pattern,
      textOf: proseOf,
      kind: 'straight' as const,
    })),
    ...['index.html', 'public/*.html'].map((pattern) => ({ pattern, textOf: textOfHtml, kind: 'curly' as const })),
  ])('in $pattern', async ({ pattern, textOf, kind }) => {
    const found: string[] = []
    for (const path of await filesOf(pattern))
      for (const [i, line] of textOf(read(path)).split('\n').entries())
        for (const phrase of stumblesOf(line, kind)) found.push(`${path}:${i + 1}: “${phrase}”`)
    expect(found).toEqual([])
  })
})

describe('the look at texts', () => {
  const source = `
    // Nobody reads this comment.
    import { x } from './meanwhile and more.ts'
    const reason = 'changed-meanwhile'
    export const planted = (name: string) => \`\${name} is not a member any more.\`
    export const Planted = () => <p title="It's saved by itself.">Somebody else was faster.</p>
  `

  test('finds what was planted in a string, a template, a tag and an attribute, and not what is no text', () => {
    const found = textsOf(source).flatMap(({ text }) => stumblesOf(text, 'curly'))
    expect(found).toEqual(['any more', 'by itself', "t's", 'Somebody'])
  })
})

async function filesOf(pattern: string) {
  const paths = await Array.fromAsync(glob(pattern, { cwd: root }))
  expect(paths.length).toBeGreaterThan(0)
  const isTest = (path: string) => /\.test\.tsx?$|\.gen\.ts$/.test(path)
  return paths.filter((path) => !isTest(path)).sort()
}
