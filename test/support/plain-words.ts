import { parse } from '@babel/parser'
import { type Node, traverse } from '@babel/types'

/** Phrases that readers stumble over. `there is no` is fine. */
const foreign = [
  /\bat once\b/i,
  /\bany more\b/i,
  /\bby itself\b/i,
  /\bby themsel(?:f|ves)\b/i,
  /\bmeanwhile\b/i,
  /\banew\b/i,
  /\b(?:whoever|whatever|whom)\b/i,
  /\b(?:somebody|nobody|everybody)\b/i,
  /\btaken back\b/i,
  /\bis to be\b/i,
  /\bneed not\b/i,
  /(?<!\bthere )\bis no (?!longer\b|more\b|one\b)[a-z]/i,
  /\be-mails?\b/i,
  /\bmails\b(?!:)/i,
  /\bwaiting lists?\b/i,
  /(?<!\/)\b[Cc]ancelled\b/,
]
const straight = /\p{L}'\p{L}/u
const curly = /\p{L}’\p{L}|\p{L}’(?=\s)/u

export type Kind = 'straight' | 'curly'

/** The phrases in a text that plain English has another word for, and apostrophes of the other kind. */
export function stumblesOf(text: string, apostrophes: Kind) {
  const one = text.replace(/\s+/g, ' ')
  const other = apostrophes === 'curly' ? straight : curly
  return [...foreign, other].flatMap((pattern) => pattern.exec(one)?.[0] ?? [])
}

/** `changed-meanwhile`, `practices.answer`: a name in the code, which no screen shows. */
const name = /^[\w:./@*?=&#-]*$/

/** The text of an HTML page, with its lines, without its tags, scripts, and styles. */
export function textOfHtml(page: string) {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  return page.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, blank)
}

/** The texts of a source file: its strings, templates, and the text between its tags, with their lines; no comments. */
export function textsOf(source: string): { line: number; text: string }[] {
  const texts: { line: number; text: string }[] = []
  traverse(parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), {
    enter(node, ancestors) {
      const parent = ancestors.at(-1)?.node
      const text = textOf(node)
      if (text === undefined || parent?.type.endsWith('Declaration')) return
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

/**
 * A Markdown page without its code (names of tests and files are quoted there) and without the results that the
 * resilience tests wrote into it.
 */
export function proseOf(markdown: string) {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  return markdown
    .replace(/^<!-- npm run faults -- --document -->$[\s\S]*/m, '')
    .replace(/^( *)```.*?^\1```/gms, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
}
