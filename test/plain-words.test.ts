import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { parse } from '@babel/parser'
import { type Node, traverse } from '@babel/types'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)

/** Phrases that readers stumble over. `there is no` is fine. */
const foreign = [
  ...[/\bat once\b/i, /\bany more\b/i, /\bby itself\b/i, /\bby themsel(?:f|ves)\b/i, /\bmeanwhile\b/i, /\banew\b/i],
  ...[/\b(?:whoever|whatever|whom)\b/i, /\b(?:somebody|nobody|everybody)\b/i, /\btaken back\b/i, /\bis to be\b/i],
  ...[/\bneed not\b/i, /(?<!\bthere )\bis no (?!longer\b|more\b|one\b)[a-z]/i, /\be-mails?\b/i, /\bmails\b(?!:)/i],
  ...[/\bwaiting lists?\b/i, /(?<!\/)\b[Cc]ancelled\b/],
]
const straight = /\p{L}'\p{L}/u
const curly = /\p{L}’\p{L}|\p{L}’(?=\s)/u

/** Texts that are given and may not change. */
const fixed = new Set([
  "A practice hasn't started yet.",
  "You don't have any day passes left.",
  "I'm not sure yet!",
  // Columns of stores' exports.
  'Email',
  'Cancelled at',
])

type Text = { line: number; text: string }

test.each([
  { pattern: 'src/**/*.{ts,tsx}', read: textsOf, wrong: straight },
  { pattern: 'scripts/*.{ts,mjs}', read: textsOf, wrong: curly },
  // People read these as they are, including comments.
  { pattern: '{club.config.ts,deploy/*}', read: linesOf, wrong: curly },
  { pattern: '{README,CHANGELOG,CONTRIBUTING,SECURITY,docs/*}.md', read: proseOf, wrong: curly },
  { pattern: '{index.html,public/*.html}', read: textOfHtml, wrong: straight },
])('what people read in $pattern is plain English, with one kind of apostrophe', async ({ pattern, read, wrong }) => {
  const paths = await Array.fromAsync(glob(pattern, { cwd: root }))
  const texts = paths
    .filter((path) => !/\.test\.tsx?$|\.gen\.ts$/.test(path))
    .flatMap((path) => read(readFileSync(new URL(path, root), 'utf8')).map((each) => ({ path, ...each })))
  expect(texts.length).toBeGreaterThan(50)
  const found = texts.flatMap(({ path, line, text }) => {
    const phrases = fixed.has(text) ? [] : [...foreign, wrong].flatMap((each) => each.exec(oneLine(text))?.[0] ?? [])
    return phrases.map((phrase) => `${path}:${line}: “${phrase}” in “${text.trim()}”`)
  })
  expect(found).toEqual([])
})

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

function linesOf(content: string): Text[] {
  return content.split('\n').map((text, at) => ({ line: at + 1, text }))
}

/** `changed-meanwhile`, `practices.answer`: a name in the code, which no screen shows. */
const name = /^[\w:./@*?=&#-]*$/

/** The texts of a source file: its strings, templates, and the text between its tags; no comments. */
function textsOf(source: string) {
  const texts: Text[] = []
  traverse(parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), {
    enter(node, ancestors) {
      const text = textOf(node)
      if (text === undefined || ancestors.at(-1)?.node.type.endsWith('Declaration')) return
      const isName = node.type === 'StringLiteral' && name.test(text) && !/^[A-Z]/.test(text)
      if (!isName) texts.push({ line: node.loc?.start.line ?? 0, text })
    },
  })
  return texts
}

function textOf(node: Node) {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return node.value
  return node.type === 'TemplateElement' ? (node.value.cooked ?? node.value.raw) : undefined
}

const blank = (code: string) => code.replace(/[^\n]/g, ' ')

/** The text of an HTML page, with its lines, without its tags, scripts, and styles. */
function textOfHtml(page: string) {
  return linesOf(page.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, blank))
}

/**
 * A Markdown page without its code (names of tests and files are quoted there) and without the results that the
 * resilience tests wrote into it.
 */
function proseOf(markdown: string) {
  const prose = markdown
    .replace(/^<!-- npm run faults -- --document -->$[\s\S]*/m, '')
    .replace(/^( *)```.*?^\1```/gms, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
  return linesOf(prose)
}
