import type { Operation } from '#contract/policies.ts'
import { createRandom, type Random } from '#server/ops/demo/random.ts'
import { isRead, operations, routeOf, type WayIn, ways } from '../transports.ts'
import { changes, envelopes, garbles, textOf } from './changes.ts'
import { lawfulInput, type Words } from './lawful.ts'

export type Person = 'officer' | 'member' | 'newcomer' | 'visitor'

export type BadRequest = {
  seed: number
  operation: Operation
  way: WayIn
  who: Person
  method: string
  path: string
  /** Null for a read, whose input is in the URL. */
  body: string | null
  /** The changes made to the valid input. */
  done: string[]
}

/** Longer URLs are rejected before any input is read. */
const longestPath = 12_000

/**
 * A schema-mutating fuzzer: a valid input of one of the contract's operations, changed in one to three places, sent as
 * one of four people over either transport. The same for the same seed and words.
 */
export function badRequest(seed: number, words: Words): BadRequest {
  const random = createRandom(Math.imul(seed, 0x9e3779b1))
  const operation = random.pick(operations)
  const way = random.pick(ways)
  const done: string[] = []
  let input = structuredClone(lawfulInput(operation, random, words))
  const garbled = random.chance(0.15)
  const times = garbled ? 0 : random.pick([1, 1, 1, 2, 3])
  for (const name of random.sample(Object.keys(changes), times)) {
    input = changes[name]?.(input, random)
    done.push(name)
  }
  const request = way === '/rpc' ? rpc(operation, input, { random, done }) : rest(operation, input)
  if (garbled) garble(request, { random, done })
  request.path = request.path.slice(0, longestPath)
  return { seed, operation, way, who: callerFor(operation, random), ...request, done }
}

type Sent = Pick<BadRequest, 'method' | 'path' | 'body'>
type Doing = { random: Random; done: string[] }

function rpc(operation: Operation, input: unknown, { random, done }: Doing): Sent {
  const path = `/rpc/${operation.replace('.', '/')}`
  let envelope: object = { json: input }
  if (random.chance(0.1)) {
    const name = random.pick(Object.keys(envelopes))
    envelope = envelopes[name]?.(input, random) ?? envelope
    done.push(name)
  }
  const body = JSON.stringify(envelope)
  // Reads may also be sent with a body; a long input doesn't fit in a URL.
  const inAddress = isRead(operation) && random.chance(0.5) && body.length < 3_000
  return inAddress ? { method: 'GET', path: withData(path, body), body: null } : { method: 'POST', path, body }
}

function withData(path: string, text: string) {
  return `${path}?data=${encodeURIComponent(text.toWellFormed())}`
}

function rest(operation: Operation, input: unknown): Sent {
  const { method, path } = routeOf(operation)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const left = isObject ? (input as Record<string, unknown>) : {}
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(left, name) ? left[name] : 'x'
    delete left[name]
    return encodeURIComponent(textOf(value).slice(0, 1300).toWellFormed()) || 'x'
  })
  if (!isRead(operation))
    return { method, path: `/api/v1${filled}`, body: JSON.stringify(isObject ? left : input) ?? '' }
  const query = new URLSearchParams(Object.entries(left).map(([name, value]) => [name, textOf(value).slice(0, 3_000)]))
  return { method, path: `/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`, body: null }
}

function garble(request: Sent, { random, done }: Doing) {
  const name = random.pick(Object.keys(garbles))
  done.push(name)
  const change = (text: string) => garbles[name]?.(text, random) ?? text
  if (request.body !== null) request.body = change(request.body)
  else {
    const data = change('{"json":{"cursor":"x","code":5}}').slice(0, 3_000)
    request.path = withData(request.path.split('?')[0] ?? '', data)
  }
}

/** Usually someone who may call the operation: others are rejected before the input is read. */
function callerFor(operation: Operation, random: Random): Person {
  if (operation.startsWith('welcome.') && random.chance(0.8)) return 'newcomer'
  const [officers, members] = [Array<Person>(5).fill('officer'), Array<Person>(4).fill('member')]
  return random.pick([...officers, ...members, 'visitor'])
}
