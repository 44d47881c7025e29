import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** A file under src, with what the import rules need to know. */
export interface SourceFile {
  /** Relative to the root of the project, with forward slashes, as all paths here. */
  path: string
  imports: Import[]
  usesTemporal: boolean
}

interface Import {
  specifier: string
  line: number
  /** `import type`, which is erased before the code runs. */
  isTypeOnly: boolean
}

interface Rule {
  /** The folder or file whose imports the rule covers; the first match applies. */
  of: string
  may: string[]
  /** Undefined: any. */
  packages?: string[]
  because: string
}

// web/ui ← web/features → contract → domain ← server/features → server/db
const rules: Rule[] = [
  {
    of: 'src/domain/',
    may: ['src/domain/'],
    packages: [],
    because:
      'domain imports only domain: a rule is given its facts. What loads them belongs in src/server/features/<feature>/queries.ts, what shows them in src/web/features/<feature>.',
  },
  {
    of: 'src/contract/',
    may: ['src/contract/', 'src/domain/'],
    packages: ['zod/mini', 'zod/v4/core', '@orpc/contract'],
    because:
      'contract imports only contract, domain, zod/mini with its core and @orpc/contract. What answers a call belongs in src/server/features/<feature>/procedures.ts.',
  },
  {
    of: 'src/web/ui/',
    may: ['src/web/ui/'],
    because:
      'web/ui knows nothing of the club. A part that does belongs in src/web/components, or in src/web/features/<feature>.',
  },
  {
    of: 'src/web/lib/',
    may: ['src/web/lib/', 'src/contract/', 'src/domain/'],
    because:
      'web/lib imports only web/lib. What a feature brings along is registered by src/web/main.tsx or src/web/shell.',
  },
  {
    of: 'src/web/components/',
    may: ['src/web/components/', 'src/web/ui/', 'src/web/lib/', 'src/contract/', 'src/domain/'],
    because:
      'web/components imports only web/ui and web/lib. What knows a feature belongs in src/web/features/<feature>.',
  },
  {
    of: 'src/web/',
    may: ['src/web/', 'src/contract/', 'src/domain/'],
    because:
      'web imports only web, contract and domain. What both sides need belongs in src/domain (rules) or src/contract (shapes of calls).',
  },
  {
    of: 'src/server/db/',
    may: ['src/server/db/', 'src/server/ops/config/', 'src/domain/'],
    because:
      'server/db imports only server/db, server/config and domain. What knows a feature belongs in src/server/features/<feature>.',
  },
  {
    of: 'src/firebase/documents/',
    may: ['src/firebase/documents/', 'src/domain/'],
    packages: [],
    because:
      'What reads and writes the old app’s documents is given its facts. What loads them belongs in src/firebase.',
  },
  {
    of: 'src/firebase/',
    may: ['src/firebase/', 'src/server/', 'src/contract/', 'src/domain/'],
    because: 'firebase imports only firebase, server, contract and domain.',
  },
  {
    of: 'src/server/',
    may: ['src/server/', 'src/firebase/', 'src/contract/', 'src/domain/', 'club.config.ts', 'package.json'],
    because:
      'server imports only server, contract and domain. What both sides need belongs in src/domain or src/contract.',
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
    if (!rule.may.some((allowed) => target.startsWith(allowed))) return rule.because
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

  const stray = files.flatMap((file) =>
    file.imports.flatMap((use) => {
      const verdict = judge(file, use)
      return verdict ? [`${file.path}:${use.line} imports ${use.specifier}: ${verdict}`] : []
    }),
  )
  const reachable = filesInBrowser(files, aliases)
  const temporal = files.filter(({ path, usesTemporal }) => usesTemporal && reachable.has(path))
  return [
    ...stray,
    ...temporal.map(
      ({ path }) =>
        `${path} uses Temporal, which not every phone has, and the web loads it by way of ${reachable.get(path)}. Days that the web reckons with belong in a file of src/domain that does without.`,
    ),
  ]
}

/** Every file that the web app loads, with a file that imports it. */
function filesInBrowser(files: SourceFile[], aliases: Record<string, string>) {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Map<string, string>()
  const visit = (file: SourceFile, by: string) => {
    if (reached.has(file.path)) return
    reached.set(file.path, by)
    for (const { specifier, isTypeOnly } of file.imports) {
      const next = isTypeOnly ? undefined : byPath.get(resolveImport(file.path, specifier, aliases))
      if (next) visit(next, file.path)
    }
  }
  for (const file of files) if (file.path.startsWith('src/web/') && !isTestFile(file.path)) visit(file, file.path)
  return reached
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
  const add = (specifier: string, start: number, isTypeOnly: boolean) => {
    imports.push({ specifier, line: text.slice(0, start).split('\n').length, isTypeOnly })
  }
  const isTypeStatement = (start: number) => /^(import|export)\s+type\b(?!\s*(,|from\b))/.test(text.slice(start))
  for (const { moduleRequest, start } of module.staticImports) add(moduleRequest.value, start, isTypeStatement(start))
  for (const { entries, start } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (request) add(request.value, start, isTypeStatement(start))
  }
  let usesTemporal = false
  walk(program, false, (node, isInType) => {
    if (node.type === 'ImportExpression' && typeof node.source?.value === 'string')
      add(node.source.value, node.start, false)
    if (node.type === 'TSImportType' && typeof node.source?.value === 'string') add(node.source.value, node.start, true)
    const file = node.type === 'NewExpression' && node.callee?.name === 'URL' ? node.arguments?.[0]?.value : undefined
    if (typeof file === 'string' && file.startsWith('.')) add(file, node.start, false)
    if (node.type === 'Identifier' && node.name === 'Temporal' && !isInType) usesTemporal = true
  })
  return { path, imports, usesTemporal }
}

interface SyntaxNode {
  type: string
  start: number
  name?: string
  source?: { value?: unknown }
  callee?: { name?: string }
  arguments?: { value?: unknown }[]
}

const typeSyntax =
  /^TS(TypeAnnotation|TypeReference|TypeQuery|TypeAliasDeclaration|InterfaceDeclaration|TypeParameter\w*)$/

function walk(value: unknown, isInType: boolean, visit: (node: SyntaxNode, isInType: boolean) => void) {
  if (typeof value !== 'object' || value === null) return
  const isType = isInType || ('type' in value && typeSyntax.test(String(value.type)))
  if ('type' in value && 'start' in value) visit(value as SyntaxNode, isType)
  for (const part of Object.values(value)) walk(part, isType, visit)
}
