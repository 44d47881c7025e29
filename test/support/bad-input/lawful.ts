import type { AnySchema } from '@orpc/contract'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import type { Operation } from '#contract/policies.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import type { Random } from '#server/ops/demo/random.ts'
import { procedureOf } from '../transports.ts'

/** The subset of JSON Schema that the contract's inputs use. */
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  pattern?: string
  maxLength?: number
}

/** A club's values by the field that takes them, so that an input passes the check whether its record exists. */
export type Words = Record<string, readonly unknown[]>

/** Values that are valid in every club and for every operation. */
const always: Words = {
  birthday: ['2005-02-28', '1999-12-31', '2005-02'],
  startsOn: ['2026-12-01', '2027-03-14', '2027-11-07'],
  startTime: ['18:00', '09:30'],
  endTime: ['20:00', '21:15'],
  pronouns: [['She/Her'], ['They/Them', 'xe/xem'], []],
  carCapacity: [0, 1, 5, 8, null],
  setup: [firstSetup, { ...firstSetup, distances: [18], bow: 'Recurve' }],
  reason: ['', 'A gift', 'Thunder'],
  title: ['Practice', 'Outdoor shoot'],
}

const schemas = new Map<Operation, Schema | null>()

/** The input schema of an operation; null if it takes no input. */
function schemaOf(operation: Operation): Schema | null {
  const known = schemas.get(operation)
  if (known !== undefined) return known
  const input: AnySchema | undefined = procedureOf(operation)['~orpc'].inputSchema
  const asked = { io: 'input', unrepresentable: 'any' } as const
  const schema = input ? (toJSONSchema(input as unknown as $ZodType, asked) as Schema) : null
  schemas.set(operation, schema)
  return schema
}

/** An input that the contract's schema accepts, with this club's values where a field has some. */
export function lawfulInput(operation: Operation, random: Random, words: Words): unknown {
  const schema = schemaOf(operation)
  if (schema === null) return undefined
  return make(schema, '', { random, words: { ...always, ...words } })
}

type Making = { random: Random; words: Words }

function make(schema: Schema, name: string, making: Making): unknown {
  const { random, words } = making
  const known = words[name]
  if (known !== undefined && known.length > 0 && random.chance(0.9)) return structuredClone(random.pick(known))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return make(random.pick(schema.anyOf), name, making)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') return makeObject(schema, making)
  if (type === 'array') return makeList(schema, name, making)
  if (type === 'string') return makeText(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return makeNumber(schema, random, type === 'integer')
}

function makeObject({ properties = {}, required = [] }: Schema, making: Making) {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || making.random.chance(0.7))
  return Object.fromEntries(fields.map(([name, field]) => [name, make(field, name, making)]))
}

function makeList({ items = {}, minItems = 0, maxItems = 5 }: Schema, name: string, making: Making) {
  const length = making.random.int(minItems, Math.min(maxItems, 5))
  // `memberIds` takes the values of `memberId`.
  return Array.from({ length }, () => make(items, name.replace(/s$/, ''), making))
}

function makeNumber({ minimum = 0, maximum = 100 }: Schema, random: Random, whole: boolean) {
  const bounded = [0, 1, minimum, maximum].filter((value) => value >= minimum && value <= maximum)
  if (random.chance(0.7)) return random.pick(bounded)
  const value = random.int(Math.max(minimum, -1000), Math.min(maximum, 1000))
  return whole ? value : value + random.pick([0, 0.5])
}

function makeText({ pattern, maxLength = 200 }: Schema, random: Random) {
  if (pattern === undefined)
    return random.pick(['x', 'Ana', 'öçñ 🏹', 'two words', 'a'.repeat(Math.min(maxLength, 60))])
  const [at, letters] = [new Date(Date.UTC(2026, random.int(8, 14), random.int(1, 28), 23)).toISOString(), 'ab-_12XY']
  if (pattern.includes('T')) return at
  if (pattern.includes('{4}')) return at.slice(0, 10)
  if (pattern.includes('{8,64}'))
    return Array.from({ length: random.int(8, 64) }, () => random.pick([...letters])).join('')
  return Buffer.from('Order ID,Email\r\n').toString('base64')
}
