import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import packageJson from '../package.json' with { type: 'json' }

// Prints the structure of src in figures: `node tools/import-graph.ts`. For another checkout: `--root <folder>`. For the files that a
// reader of some code has to open: `--from <path>#<name>`, once or several times. With `--check`, it fails if files or folders import
// each other, or against the direction below. Which packages a folder may import is in biome.json.

/** web/ui ← web/features → contract → domain ← server/features → server/db: what each folder may import besides itself; the first counts. */
const mayImport: [folder: string, ...others: string[]][] = [
  ['src/domain/'],
  ['src/contract/', 'src/domain/'],
  ['src/web/ui/'],
  ['src/web/lib/', 'src/contract/', 'src/domain/'],
  ['src/web/components/', 'src/web/ui/', 'src/web/lib/', 'src/contract/', 'src/domain/'],
  ['src/web/', 'src/contract/', 'src/domain/'],
  ['src/server/db/', 'src/server/ops/config/', 'src/domain/'],
  ['src/firebase/documents/', 'src/domain/'],
  ['src/firebase/', 'src/server/', 'src/contract/', 'src/domain/'],
  ['src/server/', 'src/firebase/', 'src/contract/', 'src/domain/'],
]

/** The starting points of each operation: the member's tap, its replay from the offline queue, and the server. */
const operations: Record<string, string[]> = {
  'Check In': [
    'src/web/features/passes/check-in-area.tsx#useCheckIn',
    'src/web/shell/offline-mutations.ts#checkIn',
    'src/server/features/practices/procedures.ts#checkIn',
  ],
  RSVP: [
    'src/web/features/practices/rsvp-buttons.tsx#useRsvp',
    'src/web/shell/offline-mutations.ts#answer',
    'src/server/features/practices/procedures.ts#answer',
  ],
  photo: ['src/web/features/photos/use-upload.ts#useUpload', 'src/server/features/photos/routes.ts#addPictureRoutes'],
}

/** Central lists; from these, a reader follows only the entry in question. */
const lists = /^src\/(contract\/(contract|policies)|server\/router)\.ts$/

type Node = { type: string; [key: string]: unknown }
type Declaration = { node: Node; isType: boolean }
type Module = {
  path: string
  lines: number
  imports: Set<string>
  /** Local name → where it is imported from. */
  bindings: Map<string, { from: string; name: string; isType: boolean }>
  declarations: Map<string, Declaration>
  /** Exported name → local name. */
  exports: Map<string, string>
}

const { values } = parseArgs({
  options: { root: { type: 'string' }, from: { type: 'string', multiple: true }, check: { type: 'boolean' } },
})
const root = values.root ?? join(import.meta.dirname, '..')
const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.(test|d)\.tsx?$/.test(path))
const modules = new Map(paths.map((path) => [path, readModule(path)]))

if (values.check) {
  const faults = [
    ...circularImports().map((circle) => `These files import each other in a circle: ${circle.join(', ')}`),
    ...mutualFolders().map(
      (pair) => `These folders import each other: ${pair}. Let one of them be given what it needs, or move it.`,
    ),
    ...strayImports(),
    ...transportOfFeatures(),
    ...foreignProcedures(),
  ]
  for (const fault of faults) print(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} else if (values.from) {
  const reached = reachedFrom(values.from)
  print(`${reached.size} files:\n${[...reached].sort().join('\n')}`)
} else {
  const short = [...modules.values()].filter(({ lines }) => lines < 30).length
  const circles = circularImports()
  const pairs = mutualFolders()
  print(`source files: ${modules.size}, under 30 lines: ${short}`)
  print(`circular imports: ${circles.length}`)
  for (const circle of circles) print(`  ${circle.slice(0, 4).join(', ')}${circle.length > 4 ? ', …' : ''}`)
  print(`folders that import each other: ${pairs.length}`)
  for (const pair of pairs) print(`  ${pair}`)
  for (const [name, from] of values.root ? [] : Object.entries(operations))
    print(`files of ${name}: ${reachedFrom(from).size}`)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

function readModule(path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const program = parseSync(path, text).program as unknown as { body: Node[] }
  const module: Module = {
    path,
    lines: text.split('\n').length - 1,
    imports: new Set(),
    bindings: new Map(),
    declarations: new Map(),
    exports: new Map(),
  }
  for (const statement of program.body) readStatement(module, statement)
  walk(program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') noteImport(module, node.source)
    if (node.type === 'NewExpression' && nameOf(node.callee) === 'URL')
      noteImport(module, (node.arguments as Node[])[0])
    return true
  })
  return module
}

function readStatement(module: Module, statement: Node) {
  const from = noteImport(module, statement.source)
  const isType = statement.importKind === 'type'
  if (statement.type === 'ImportDeclaration') {
    for (const each of statement.specifiers as Node[]) {
      const name = each.type === 'ImportSpecifier' ? nameOf(each.imported) : '*'
      if (from) module.bindings.set(nameOf(each.local), { from, name, isType: isType || each.importKind === 'type' })
    }
  } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
    for (const each of statement.specifiers as Node[]) {
      module.exports.set(nameOf(each.exported), nameOf(each.local))
      if (from) module.bindings.set(nameOf(each.local), { from, name: nameOf(each.local), isType: false })
    }
  } else {
    const declaration = (statement.declaration ?? statement) as Node
    for (const [name, node] of declaredIn(declaration)) {
      module.declarations.set(name, { node, isType: /^TS(Type|Interface)/.test(declaration.type) })
      if (statement.declaration) module.exports.set(name, name)
    }
  }
}

function declaredIn(declaration: Node): [string, Node][] {
  if (declaration.type !== 'VariableDeclaration') {
    const name = nameOf(declaration.id)
    return name === '' ? [] : [[name, declaration]]
  }
  return (declaration.declarations as Node[]).flatMap((each) => {
    const names: [string, Node][] = []
    walk(each.id, (node) => {
      if (node.type === 'Identifier') names.push([nameOf(node), each])
      return node.type !== 'TSTypeAnnotation'
    })
    return names
  })
}

function noteImport(module: Module, source: unknown) {
  const specifier = (source as { value?: unknown } | null | undefined)?.value
  if (typeof specifier !== 'string') return null
  const target = resolve(module.path, specifier)
  if (target === null || target === module.path || !paths.includes(target)) return null
  module.imports.add(target)
  return target
}

function resolve(from: string, specifier: string) {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(dirname(from), path)
  const [alias, target] = Object.entries(packageJson.imports).find(([each]) => path.startsWith(each.slice(0, -1))) ?? []
  return alias && target ? posix.join(target.slice(2, -1), path.slice(alias.length - 1)) : null
}

/** Circular imports, type-only ones included: each strongly connected group of files (Tarjan's algorithm). */
function circularImports() {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  function visit(path: string) {
    order.set(path, order.size)
    lowest.set(path, order.get(path) ?? 0)
    stack.push(path)
    for (const next of modules.get(path)?.imports ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle)
  }
  for (const path of paths) if (!order.has(path)) visit(path)
  return circles
}

/** Folders that import each other. Files directly in src/server and src/web connect everything, so each counts as its own folder. */
function mutualFolders() {
  const folderOf = (path: string) => (/^src\/(server|web)\/[^/]+$/.test(path) ? path : dirname(path))
  const edges = new Set<string>()
  for (const { path, imports } of modules.values())
    for (const target of imports) edges.add(`${folderOf(path)} > ${folderOf(target)}`)
  return [...edges].flatMap((edge) => {
    const [one = '', other = ''] = edge.split(' > ')
    return one < other && edges.has(`${other} > ${one}`) ? [`${one} and ${other}`] : []
  })
}

/** A rule is given its facts, web/ui knows nothing of the club, and so on. */
function strayImports() {
  return edges().flatMap(({ path, target }) => {
    const allowed = mayImport.find(([folder]) => path.startsWith(folder))
    if (!allowed) return [`${path}: code belongs in src/domain, src/contract, src/server, or src/web`]
    if (allowed.some((folder) => target.startsWith(folder))) return []
    return [`${path} imports ${target}. ${allowed[0]} may import only ${allowed.join(', ')}.`]
  })
}

/** The transport must not import features: what it needs from one is passed to it in app.ts. */
function transportOfFeatures() {
  return edges()
    .filter(({ path, target }) => path.startsWith('src/server/http/') && target.startsWith('src/server/features/'))
    .map(({ path, target }) => `${path} imports ${target}. Pass it in from src/server/app.ts.`)
}

/** Procedures are called by clients; what two features share is in one's queries, or a rule. */
function foreignProcedures() {
  const featureOf = (path: string) => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1]
  return edges()
    .filter(({ target }) => featureOf(target) && target.endsWith('/procedures.ts'))
    .filter(({ path, target }) => featureOf(path) && featureOf(path) !== featureOf(target))
    .map(({ path, target }) => `${path} imports ${target}. What two features share belongs in src/server/queries.`)
}

function edges() {
  return [...modules.values()].flatMap(({ path, imports }) => [...imports].map((target) => ({ path, target })))
}

/** Returns the files a reader opens when following each name from these declarations to its own declaration, types left out. */
function reachedFrom(starts: string[]) {
  const seen = new Set<string>()
  const files = new Set<string>()
  function follow(path: string, name: string) {
    const module = modules.get(path)
    if (!module || seen.has(`${path}#${name}`)) return
    seen.add(`${path}#${name}`)
    const local = module.exports.get(name) ?? name
    const declaration = module.declarations.get(local)
    const binding = module.bindings.get(local)
    if (!declaration) {
      if (binding) followBinding(binding)
      return
    }
    if (declaration.isType) return
    files.add(path)
    if (lists.test(path)) return
    const { declarations, bindings } = module
    walk(declaration.node, visit)
    function visit(node: Node): boolean {
      if (/^TS(TypeAnnotation|TypeParameterInstantiation|TypeAliasDeclaration|InterfaceDeclaration)$/.test(node.type))
        return false
      // A property name isn't a reference.
      if (node.type === 'MemberExpression' && !node.computed) {
        walk(node.object, visit)
        return false
      }
      if (node.type === 'Property' && !node.computed && !node.shorthand) {
        walk(node.value, visit)
        return false
      }
      if (node.type === 'JSXAttribute') {
        walk(node.value, visit)
        return false
      }
      if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
        const used = nameOf(node)
        if (declarations.has(used) && used !== local) follow(path, used)
        const imported = bindings.get(used)
        if (imported) followBinding(imported)
      }
      return true
    }
  }
  function followBinding({ from, name, isType }: { from: string; name: string; isType: boolean }) {
    if (isType) return
    if (name !== '*') follow(from, name)
    else for (const each of modules.get(from)?.exports.keys() ?? []) follow(from, each)
  }
  for (const start of starts) {
    const [path = '', name = ''] = start.split('#')
    if (!modules.get(path)?.declarations.has(name)) throw new Error(`There is no ${start}.`)
    follow(path, name)
  }
  return files
}

function nameOf(node: unknown) {
  const name = (node as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name : ''
}

function walk(value: unknown, visit: (node: Node) => boolean) {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string' && !visit(value as Node)) return
  for (const part of Object.values(value)) walk(part, visit)
}
