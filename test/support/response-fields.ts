import * as z from 'zod/mini'

/** The roles that get responses, from least to most access. */
export const roles = ['visitor', 'newcomer', 'member', 'officer', 'kiosk'] as const
export type AskerRole = (typeof roles)[number]

/** What was found at a path: a value, or one of the empty forms. */
type FoundValue = '' | ' = null' | '[] = empty' | ' = {}'

type ValuesByRole = Map<AskerRole, Set<FoundValue>>
type Paths = Map<string, ValuesByRole>

/** Collects every key that was ever in a response, by operation and role. */
export function createKeyList() {
  const found = new Map<string, Paths>()
  function note(question: string, role: AskerRole, answer: unknown) {
    const paths: Paths = found.get(question) ?? new Map()
    found.set(question, paths)
    for (const [path, what] of pathsIn(answer)) {
      const those: ValuesByRole = paths.get(path) ?? new Map()
      paths.set(path, those.set(role, new Set([...(those.get(role) ?? []), what])))
    }
  }
  /** Under each operation, a line for each key with the roles that receive it. Keys that were always empty say so. */
  function toText() {
    return [...found].map(([question, paths]) => `${question}\n${linesOf(paths).join('')}`).join('\n')
  }
  const questions = () => [...found.keys()]
  /** All keys that any role received. */
  const pathsOf = (question: string) => [...(found.get(question)?.keys() ?? [])]
  return { note, toText, questions, pathsOf }
}

function linesOf(paths: Paths) {
  const lines = new Map<string, AskerRole[]>()
  const isBelow = (other: string, path: string) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`)
  const hasMore = (path: string, role: AskerRole) =>
    [...paths].some(([other, those]) => those.has(role) && isBelow(other, path))
  for (const [path, those] of paths)
    for (const role of roles) {
      const whats = those.get(role)
      // If other responses have keys below it, those describe it.
      if (whats === undefined || (!whats.has('') && hasMore(path, role))) continue
      const what = whats.has('') ? '' : [...whats].toSorted().at(-1)
      const line = `${path}${what}`
      lines.set(line, [...(lines.get(line) ?? []), role])
    }
  if (lines.size === 0) return ['  nothing\n']
  const width = Math.max(...[...lines.keys()].map((line) => line.length))
  return [...lines]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([line, who]) => `  ${line.padEnd(width)}  ${who.join(' ')}\n`)
}

function pathsIn(value: unknown, path = ''): [string, FoundValue][] {
  if (value === null) return [[path, ' = null']]
  if (Array.isArray(value))
    return value.length === 0 ? [[path, '[] = empty']] : value.flatMap((each) => pathsIn(each, `${path}[]`))
  if (typeof value !== 'object') return [[path, '']]
  const keys = Object.entries(value)
  if (keys.length === 0) return path === '' ? [] : [[path, ' = {}']]
  return keys.flatMap(([key, inner]) => pathsIn(inner, path === '' ? key : `${path}.${key}`))
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Every key that a response with this schema can have; `*` for the keys of a record, and for what may be in a list of anything. */
export function keysOfSchema(output: unknown) {
  const walk = (schema: JsonSchema, path: string): string[] => {
    const { type, properties, items, anyOf, oneOf, allOf } = schema
    const parts = anyOf ?? oneOf ?? allOf
    if (parts) return parts.flatMap((part) => walk(part, path))
    if (type === 'null') return []
    if (type === 'array') return items?.type || items?.anyOf ? walk(items, `${path}[]`) : [`${path}[]*`]
    if (type !== 'object') return [path]
    if (properties === undefined) return schema.additionalProperties ? [`${path}.*`] : []
    return Object.entries(properties).flatMap(([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`))
  }
  return [...new Set(walk(z.toJSONSchema(output as z.ZodMiniType) as JsonSchema, ''))]
}
