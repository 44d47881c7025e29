import { parseSync } from 'vite'

/** One `test(…)` in a file's source. */
export interface WrittenTest {
  /** The titles of its `describe` blocks and its own, with their placeholders. */
  titles: string[]
  /** Where it starts in the source. */
  start: number
  /** Its source without the title. */
  body: string
}

export interface TestFile {
  tests: WrittenTest[]
  /** The source outside of the tests, which they share. */
  shared: string
  imports: string[]
}

/** The tests of a file, parsed without running it: `test`, `test.each(…)`, in `describe` or in a loop. */
export function readTests(path: string, text: string): TestFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} can't be read: ${errors[0].message}`)
  const tests: WrittenTest[] = []
  const spans: [number, number][] = []
  const visit = (value: unknown, around: string[]) => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    const name = node.type === 'CallExpression' ? rootName(node.callee) : undefined
    const title = name === 'test' || name === 'describe' ? titleOf(node.arguments?.[0], text) : undefined
    const titles = title === undefined ? around : [...around, title]
    if (name === 'test' && title !== undefined) {
      tests.push({ titles, start: node.start, body: text.slice(node.arguments?.[0]?.end, node.end) })
      spans.push([node.start, node.end])
    } else for (const part of Object.values(value)) visit(part, titles)
  }
  visit(program, [])
  const shared = spans.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text)
  return { tests, shared, imports: module.staticImports.map(({ moduleRequest }) => moduleRequest.value) }
}

interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  property?: Node
  arguments?: Node[]
}

/**
 * The name `test` for `test(…)`, `test.each(…)(…)`, or `test.for(…)(…)`; undefined for `test.beforeAll(…)` and
 * `test.each(…)` alone.
 */
function rootName(callee: Node | undefined): string | undefined {
  if (callee?.type === 'Identifier') return callee.name
  const each = callee?.type === 'CallExpression' ? callee.callee : undefined
  const isEach = each?.type === 'MemberExpression' && ['each', 'for'].includes(each.property?.name ?? '')
  return isEach ? each.object?.name : undefined
}

function titleOf(node: Node | undefined, text: string) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined
}
