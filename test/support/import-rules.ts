import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** A file under src, with what the import rules need to know. */
export interface SourceFile {
  /** Relative to the root of the project, with forward slashes, as all paths here. */
  path: string
  imports: Import[]
}

interface Import {
  specifier: string
  line: number
}

interface Rule {
  /** The folder whose imports the rule covers; the first match applies. */
  of: string
  /** What it may import besides itself. */
  may: string[]
  /** Undefined: any. */
  packages?: string[]
  because: string
}

// web/ui ← web/features → contract → domain ← server/features → server/db
const rules: Rule[] = [
  { of: 'src/domain/', may: [], packages: [], because: 'domain imports only domain. Give the rule its facts.' },
  {
    of: 'src/contract/',
    may: ['src/domain/'],
    packages: ['zod/mini', 'zod/v4/core', '@orpc/contract'],
    because: 'contract imports only contract, domain, zod/mini with its core and @orpc/contract.',
  },
  { of: 'src/web/ui/', may: [], because: 'web/ui knows nothing of the club. What does belongs in src/web/components.' },
  {
    of: 'src/web/lib/',
    may: ['src/contract/', 'src/domain/'],
    because: 'web/lib imports only web/lib. What a feature brings along is registered by src/web/shell.',
  },
  {
    of: 'src/web/components/',
    may: ['src/web/ui/', 'src/web/lib/', 'src/contract/', 'src/domain/'],
    because: 'web/components imports only web/ui and web/lib. What knows a feature belongs in src/web/features.',
  },
  {
    of: 'src/web/',
    may: ['src/contract/', 'src/domain/'],
    because: 'web imports only web, contract and domain. What both sides need belongs in src/domain or src/contract.',
  },
  {
    of: 'src/server/db/',
    may: ['src/server/ops/config/', 'src/domain/'],
    because: 'server/db imports only server/db, server/config and domain.',
  },
  { of: 'src/firebase/documents/', may: ['src/domain/'], packages: [], because: 'documents are given their facts.' },
  {
    of: 'src/firebase/',
    may: ['src/server/', 'src/contract/', 'src/domain/'],
    because: 'firebase imports only firebase, server, contract and domain.',
  },
  {
    of: 'src/server/',
    may: ['src/firebase/', 'src/contract/', 'src/domain/', 'club.config.ts', 'package.json'],
    because: 'server imports only server, contract and domain. What both sides need belongs in src/domain.',
  },
]

const browserFolders = ['src/web/', 'src/contract/', 'src/domain/']

/** The violations, one sentence each: the file, the import, and where it belongs. */
export function findStrayImports(files: SourceFile[], aliases: Record<string, string>): string[] {
  const features = new Set(
    files.map(({ path }) => path.match(/^src\/server\/features\/([^/]+)\/procedures\.ts$/)?.[1]).filter(Boolean),
  )
  const featureOf = (path: string) => {
    const folder = path.match(/^src\/server\/features\/([^/]+)\//)?.[1]
    return folder !== undefined && features.has(folder) ? folder : undefined
  }

  const judge = (file: SourceFile, { specifier }: Import): string | undefined => {
    const target = resolveImport(file.path, specifier, aliases)
    const rule = rules.find(({ of }) => file.path.startsWith(of))
    if (!rule) return 'no rule knows this folder. Code belongs in src/domain, src/contract, src/server or src/web.'
    const isTest = isTestFile(file.path)
    if (target.startsWith('test/')) {
      return isTest ? undefined : 'only tests import from test/. What the app needs itself belongs in src.'
    }
    if (isPackage(specifier)) {
      if (isTest) return undefined
      if (browserFolders.some((folder) => file.path.startsWith(folder))) {
        if (/^zod(\/(?!(mini|v4\/core)$)|$)/.test(specifier))
          return 'the browser gets zod/mini: import it instead of classic zod.'
        if (isNodeModule(specifier)) return 'this is loaded by browsers. What needs Node.js belongs in src/server.'
      }
      return rule.packages && !rule.packages.includes(specifier) ? rule.because : undefined
    }
    if (![rule.of, ...rule.may].some((allowed) => target.startsWith(allowed))) return rule.because
    const feature = featureOf(target)
    if (
      feature &&
      featureOf(file.path) &&
      featureOf(file.path) !== feature &&
      posix.basename(target) === 'procedures.ts'
    ) {
      return `procedures are called by clients. What two features share belongs in src/server/features/${feature}/queries.ts, a rule in src/domain.`
    }
    return undefined
  }

  return files.flatMap((file) =>
    file.imports.flatMap((use) => {
      const verdict = judge(file, use)
      return verdict ? [`${file.path}:${use.line} imports ${use.specifier}: ${verdict}`] : []
    }),
  )
}

function resolveImport(from: string, specifier: string, aliases: Record<string, string>) {
  const path = specifier.replace(/[?#].*$/, (rest) => (specifier.startsWith('#') ? rest : ''))
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace(/\*$/, '')
    if (path.startsWith(prefix)) return posix.join(target.replace(/\*$/, ''), path.slice(prefix.length))
  }
  return path
}

function isPackage(specifier: string) {
  return !/^[.#]/.test(specifier)
}

function isNodeModule(specifier: string) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}

function isTestFile(path: string) {
  return /\.test\.tsx?$/.test(path)
}

/** Finds imports and re-exports of every kind, including import types and `new URL('./file', import.meta.url)`. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} can't be read: ${errors[0].message}`)
  const imports: Import[] = []
  const add = (specifier: unknown, start: number) => {
    if (typeof specifier === 'string') imports.push({ specifier, line: text.slice(0, start).split('\n').length })
  }
  for (const { moduleRequest, start } of module.staticImports) add(moduleRequest.value, start)
  for (const { entries, start } of module.staticExports)
    add(entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest?.value, start)
  walk(program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') add(node.source?.value, node.start)
    const file = node.type === 'NewExpression' && node.callee?.name === 'URL' ? node.arguments?.[0]?.value : undefined
    if (String(file).startsWith('.')) add(file, node.start)
  })
  return { path, imports }
}

interface SyntaxNode {
  type: string
  start: number
  source?: { value?: unknown }
  callee?: { name?: string }
  arguments?: { value?: unknown }[]
}

function walk(value: unknown, visit: (node: SyntaxNode) => void) {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && 'start' in value) visit(value as SyntaxNode)
  for (const part of Object.values(value)) walk(part, visit)
}
