/**
 * Finds features in the built scripts and style sheets, libraries included, that the oldest supported browsers lack. A use behind
 * feature detection in the same function (`'name' in x`, `typeof`, `x.name?.()`, `x.name &&`) or `@supports` is safe and left out.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { parseSync } from 'vite'
import { data, names, newlyIn } from './unsupported-features.ts'

type Node = { type: string; [part: string]: unknown }
/** A function or a whole file, with the names it feature-detects. */
type Scope = { asked: Set<string>; isFile: boolean }
type Use = { feature: string; lacking: string }

/** Features that old browsers can do without, and why. */
const harmless: [RegExp, string][] = [
  [/^text-(wrap|box-trim|box-edge)\b/, 'lines of a heading differ in length, and a label is a pixel or two lower'],
  [/^@starting-style$/, 'a photo appears without fading in'],
  [/^@page$/, 'pages print with default margins'],
  [/^\.createPolicy\(\)$/, 'src/web/shell/new-version.ts checks for Trusted Types'],
  [/^\.skipTransition\(\)$/, 'React calls it only on an object from the browser'],
  [/^event scrollend$/, 'TanStack Virtual checks for `onscrollend`'],
  [/^event navigate/, 'React checks for the Navigation API'],
  [/^(event deviceorientation|DeviceOrientationEvent\.)/, 'the pass does not tilt with the phone'],
]

const { builtins, regular_expressions: regexes, statements, classes } = data.javascript
const syntax = {
  'regex flag v': builtins?.RegExp?.unicodeSets,
  'regex modifier': regexes?.modifier,
  'regex lookbehind': regexes?.lookbehind_assertion,
  'import attributes': statements?.import?.import_attributes,
  'static block': classes?.static?.initialization_blocks,
  using: statements?.using,
}

function syntaxOf(node: Node): (keyof typeof syntax)[] {
  const { flags, pattern } = (node.regex ?? {}) as { flags?: string; pattern?: string }
  const args = node.type === 'NewExpression' && nameOf(node.callee) === 'RegExp' ? (node.arguments as Node[]) : []
  return [
    ...((flags ?? textOf(args[1])).includes('v') ? (['regex flag v'] as const) : []),
    ...(/\(\?[ims]*-?[ims]+:/.test(pattern ?? '') ? (['regex modifier'] as const) : []),
    ...(/\(\?<[=!]/.test(pattern ?? '') ? (['regex lookbehind'] as const) : []),
    ...((node.attributes as [] | undefined)?.length || (node.type === 'ImportExpression' && node.options)
      ? (['import attributes'] as const)
      : []),
    ...(node.type === 'StaticBlock' ? (['static block'] as const) : []),
    ...(node.type === 'VariableDeclaration' && String(node.kind).includes('using') ? (['using'] as const) : []),
  ]
}

/** Returns the last name of `name` or `anything.name`. */
function nameOf(node: unknown): string {
  const { type, name, property, computed, expression } = (node ?? {}) as Node
  if (type === 'Identifier') return name as string
  if (type === 'MemberExpression' && !computed) return nameOf(property)
  if (type === 'ChainExpression') return nameOf(expression)
  return ''
}

/** Returns the string of a literal, `'name'` or `\`name\``; minifiers write the latter. */
function textOf(node: Node | undefined) {
  const [quasi] = (node?.quasis ?? []) as { value: { cooked: string } }[]
  return String(quasi?.value.cooked ?? node?.value ?? '')
}

/** The names a condition tests: `'name' in x`, `x.name`, and each part of `!a && b`. */
function askedBy(test: unknown): string[] {
  const { type, operator, left, right, argument } = (test ?? {}) as Node & { left?: Node }
  if (type === 'LogicalExpression') return [...askedBy(left), ...askedBy(right)]
  if (type === 'UnaryExpression') return askedBy(argument)
  if (type === 'BinaryExpression' && operator === 'in') return [textOf(left)]
  if (type === 'BinaryExpression') return [...askedBy(left), ...askedBy(right)]
  return [nameOf(test)]
}

const globalObjects = ['window', 'globalThis', 'self']

/** @param own collects names that the script defines itself; calls of these say nothing about the browser */
function usesInScript(code: string, own: Set<string>): Use[] {
  const found: (Use & { name: string; scopes: Scope[] })[] = []

  function visit(node: Node, parents: Node[], scopes: Scope[]) {
    const parent = parents.at(-1)
    const scope = scopes.at(-1) as Scope
    const use = (name: string, lacking: string, feature = name) => {
      if (lacking !== '') found.push({ name, feature, lacking, scopes })
    }
    for (const name of syntaxOf(node)) use('', newlyIn(syntax[name]), name)
    if (node.test !== undefined) for (const name of askedBy(node.test)) scope.asked.add(name)
    if (node.type === 'LogicalExpression') for (const name of askedBy(node.left)) scope.asked.add(name)
    if (node.type === 'UnaryExpression' || node.operator === 'in')
      for (const name of askedBy(node)) scope.asked.add(name)
    if (node.type === 'CallExpression' && node.optional) scope.asked.add(nameOf(node.callee))
    if (node.type === 'MemberExpression') {
      const [owner, name] = [nameOf(node.object), nameOf(node)]
      // Reading a missing property gives `undefined`; calling it, or reading a property of it, throws.
      const isCalled = parent?.callee === node && !parent.optional
      const isReadOn = parent?.type === 'MemberExpression' && parent.object === node && !parent.optional
      if (globalObjects.includes(owner)) use(name, isCalled || isReadOn ? names.globals.lackedBy(name) : '')
      else if (names.globals.has(owner)) use(name, names.statics.lackedBy(`${owner}.${name}`), `${owner}.${name}`)
      else if (isCalled || (isReadOn && ['navigator', 'document'].includes(owner)))
        use(name, names.members.lackedBy(name), `.${name}()`)
      if (parent?.type === 'AssignmentExpression' && parent.left === node) own.add(name)
    }
    if (node.type === 'Identifier') {
      const name = nameOf(node)
      const isMember = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
      const isMade = parent?.key === node || parent?.id === node || parent?.params || parent?.local === node
      if (isMade) own.add(name)
      else if (!isMember) use(name, names.globals.lackedBy(name))
    }
    // `jsx('button', { popoverTarget })`
    if (node.type === 'Property' && (parents.at(-2)?.arguments as Node[] | undefined)?.[0]?.type.endsWith('Literal')) {
      const name = nameOf(node.key)
      use(name, names.attributes.lackedBy(name.toLowerCase()), `attribute ${name}`)
    }
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'addEventListener') {
      const event = textOf((node.arguments as Node[])[0])
      use(event, names.events.lackedBy(event), `event ${event}`)
    }
    const isFunction = /Function/.test(node.type)
    const inside = isFunction ? [...scopes, { asked: new Set<string>(), isFile: false }] : scopes
    parents.push(node)
    for (const part of Object.values(node))
      for (const child of Array.isArray(part) ? part : [part])
        if (typeof child?.type === 'string') visit(child, parents, inside)
    parents.pop()
  }

  const { program, errors } = parseSync('built.js', code)
  if (errors[0]) throw new Error(errors[0].message)
  visit(program as unknown as Node, [], [{ asked: new Set(), isFile: true }])
  return found.filter(
    ({ name, scopes }) => !scopes.some(({ asked, isFile }) => asked.has(name) && (!isFile || scopes.length === 1)),
  )
}

function isUnderSupports({ parent }: postcss.Node): boolean {
  if (parent === undefined) return false
  return (parent.type === 'atrule' && (parent as postcss.AtRule).name === 'supports') || isUnderSupports(parent)
}

function usesInStyles(code: string): Use[] {
  const found: Use[] = []
  const add = (feature: string, lacking: string) => lacking !== '' && found.push({ feature, lacking })
  const { 'at-rules': rules, properties, selectors } = data.css
  postcss.parse(code).walk((node) => {
    if (isUnderSupports(node)) return
    if (node.type === 'atrule') {
      add(`@${node.name}`, newlyIn(rules?.[node.name]))
      for (const [, name = ''] of node.params.matchAll(/\(([\w-]+)/g))
        if (node.name === 'media') add(`@media (${name})`, newlyIn(rules?.media?.[name]))
    }
    if (node.type === 'rule')
      for (const [text, name = ''] of node.selector.matchAll(/::?([a-z][\w-]*)/g))
        add(`${text} of ${node.selector}`, newlyIn(selectors?.[name]))
    if (node.type !== 'decl') return
    // This is the second of two declarations of a property; a browser that lacks it uses the first.
    const before = node.prev()
    if (before?.type === 'decl' && before.prop.replace(/^-\w+-/, '') === node.prop) return
    add(node.prop, newlyIn(properties?.[node.prop]))
    for (const [word, name = '', bracket] of node.value.matchAll(/(?<![\w-])([a-z][\w-]*)(\(?)/g)) {
      add(`${node.prop}: ${name}`, newlyIn(properties?.[node.prop]?.[name]))
      if (bracket) add(`${word})`, names.functions.lackedBy(name))
    }
  })
  return found
}

/** @param files contents by file name @returns a message for each file and feature */
export function tooNew(files: Record<string, string>) {
  const own = new Set<string>()
  const uses = Object.entries(files).flatMap(([file, code]) =>
    (file.endsWith('.css') ? usesInStyles(code) : usesInScript(code, own)).map((use) => ({ ...use, file })),
  )
  const lines = uses
    .filter(
      ({ feature }) => !own.has(feature.replace(/^\.|\(\)$/g, '')) && !harmless.some(([known]) => known.test(feature)),
    )
    .map(({ file, feature, lacking }) => `${file}: ${feature} is not in ${lacking}`)
  return [...new Set(lines)]
}

export function readBuild(folder: string) {
  const names = globSync('**/*.{js,css}', { cwd: folder }).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

if (import.meta.main) {
  const lines = tooNew(readBuild(process.argv[2] ?? 'dist/web'))
  if (lines.length > 0) {
    process.stderr.write(`${lines.join('\n')}\n`)
    process.exitCode = 1
  }
}
