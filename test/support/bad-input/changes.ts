import type { Random } from '#server/ops/demo/random.ts'

/** Values that no one types but anyone can send, in place of another value in a JSON text. */
const rubbish: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53 + 2, 1e308],
  ...['', ' ', '5', 'NaN', '__proto__', '%00', '\0', '\ud800', '\u202Etxt', '\ufeff', '🏹'.repeat(60)],
  ...['2026-02-30', '0000-00-00', '+275760-09-13', '2026-11-24T25:61:61.000Z', '24:00'],
  ...["'; drop table member; --", '%', '\\', '../../etc/passwd', '<script>alert(1)</script>', '=1+1'],
  ...[[], {}, [[]], [null], { length: 1e9 }, JSON.parse('{"then":1}'), { toJSON: 1 }, { $ref: '#' }],
]
const names = ['', ...'extra role id userId __proto__ constructor prototype toString length 0 json'.split(' ')]

/** One change of a value somewhere in an input. @returns the input, which may be changed in place */
type Change = (input: unknown, random: Random) => unknown

/** All objects and arrays in the value, itself first. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  const parts: Record<string, unknown>[] = []
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    parts.push(next as Record<string, unknown>)
    waiting.push(...Object.values(next))
  }
  return parts
}

/** A random property that can hold another value; null where there is none. */
function randomPlace(input: unknown, random: Random) {
  const parts = objectsIn(input).filter((part) => Object.keys(part).length > 0)
  if (parts.length === 0) return null
  const of = random.pick(parts)
  return { of, name: random.pick(Object.keys(of)) }
}

/** Sets an own property of any name; a plain assignment to `__proto__` would set the prototype. */
function setProperty(of: object, name: string, value: unknown) {
  Object.defineProperty(of, name, { value, enumerable: true, configurable: true, writable: true })
}

const somewhere =
  (change: (value: unknown, random: Random) => unknown): Change =>
  (input, random) => {
    const place = randomPlace(input, random)
    if (place === null) return change(input, random)
    setProperty(place.of, place.name, change(place.of[place.name], random))
    return input
  }

/** Any value as text: `String` throws on some of these objects, whose `toString` isn't a function. */
export function textOf(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** By the name that is reported when a change leads to a fault. */
export const changes: Record<string, Change> = {
  replace: somewhere((_, random) => structuredClone(random.pick(rubbish))),
  'leave out': (input, random) => {
    const place = randomPlace(input, random)
    if (place === null) return undefined
    delete place.of[place.name]
    return input
  },
  add: (input, random) => {
    const objects = objectsIn(input).filter((part) => !Array.isArray(part))
    const of = objects.length === 0 ? {} : random.pick(objects)
    setProperty(of, random.pick(names), structuredClone(random.pick(rubbish)))
    return objects.length === 0 ? of : input
  },
  'wrap in a list': somewhere((value) => [value]),
  repeat: somewhere((value, random) => Array.from({ length: random.pick([2, 60, 400]) }, () => value)),
  nest: somewhere((value, random) => {
    let nested = value
    for (let depth = random.pick([10, 100, 500]); depth > 0; depth--) nested = depth % 2 ? [nested] : { a: nested }
    return nested
  }),
  'another type': somewhere((value, random) => {
    if (typeof value === 'number') return random.pick([String(value), value + 0.5, -value - 1, value * 1e15, [value]])
    if (typeof value === 'boolean') return random.pick([Number(value), String(value), null])
    return random.pick([Number(textOf(value)), !value, { value }, null])
  }),
  'longer text': somewhere((value, random) => {
    const longer = textOf(value).repeat(random.pick([3, 60, 3000]))
    return longer.slice(0, 70_000)
  }),
  'odd text': somewhere((value, random) => {
    const text = textOf(value)
    const at = random.int(0, text.length)
    return text.slice(0, at) + random.pick(['\0', '\ud800', '\u202E', '\u0301', '\n', '%', '🏹']) + text.slice(at)
  }),
}

/** One change of the request's text, which usually makes it invalid JSON. */
type Garble = (text: string, random: Random) => string

export const garbles: Record<string, Garble> = {
  'a field twice': (text, random) => {
    const odd = JSON.stringify(random.pick(rubbish)) ?? 'null'
    return text.replace(/"([\w-]+)":/, (whole, name) => `"${name}":${odd},${whole}`)
  },
  'an odd number': (text, random) => {
    const odd = random.pick(['1e999', '-0', '0123', 'NaN', '-Infinity', '9'.repeat(400)])
    return text.replace(/:(-?\d[\d.]*|true|false|null|"[^"]*")/, `:${odd}`)
  },
  cut: (text, random) => text.slice(0, random.int(0, text.length)),
  'a character': (text, random) => {
    const at = random.int(0, text.length)
    return text.slice(0, at) + random.pick(['"', '{', ']', ',', '\\u', '\0', 'é', '//']) + text.slice(at + 1)
  },
  'more behind it': (text, random) => text + random.pick([' x', '{}', ']', '\n\n', text, '\0']),
  'deep brackets': (text, random) => {
    const depth = random.pick([100, 5_000, 30_000])
    const deep = '['.repeat(depth) + ']'.repeat(depth)
    return random.chance(0.3) ? deep : text.replace(/:("[^"]*"|[\w.]+)/, `:${deep}`)
  },
}

/** Changes of the wire format of `/rpc`: types that JSON doesn't have, and the paths to put them at. */
export const envelopes: Record<string, (input: unknown, random: Random) => object> = {
  'typed values': (json, random) => {
    const path = objectsIn(json).flatMap((part) => Object.keys(part))
    const at = path.length > 0 && random.chance(0.8) ? random.pick(path) : random.pick(names)
    const more = random.chance(0.2) ? Array(random.pick([1, 2000])).fill('__proto__') : []
    return { json, meta: [[random.int(-1, 9), at, ...more]] }
  },
  'files that are not there': (json, random) => ({ json, meta: [], maps: [[random.pick(names)]], files: [0] }),
  'an odd list of types': (json, random) => ({
    json,
    meta: random.pick<unknown>([5, {}, [5], [[]], [[0]], 'x', null, [[1, null]]]),
  }),
}
