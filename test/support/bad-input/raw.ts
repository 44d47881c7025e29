import { createRandom, type Random } from '#server/ops/demo/random.ts'

/**
 * How the request is sent: all at once, in portions, or byte by byte; or its first half followed by an end, a reset, or
 * silence; or endlessly.
 */
const deliveries = ['pieces', 'bytes', 'half-and-end', 'half-and-reset', 'half-and-silence', 'drip'] as const
export type RawRequest = { seed: number; bytes: Buffer; delivery: 'whole' | (typeof deliveries)[number] }

const words = (text: string) => text.split(' ')
const methods = { right: words('GET GET GET POST POST PUT PATCH DELETE'), odd: words('HEAD OPTIONS TRACE CONNECT') }
const noMethods = ['BREW', 'get', 'P\0ST', 'PROPFIND', '', 'GET GET', 'é']
const targets = {
  right: words(
    `/ /login /healthz /readyz /live /rpc/session/get /rpc/passes/use /rpc/account/signUp /api/v1/session /api/v1/home
    /api/v1/practices/x/start /api/v1/openapi.json /api/v1/profile/picture /api/auth/sign-in/email /files/pictures/x/512.webp
    /export/members.csv /calendar/x.ics /assets/x.js /sw.js /rpc /api/v1/pass/use`.replace(/\s+/g, ' '),
  ),
  odd: [
    ...words('// /% /%00 /%c0%af /..%2f..%2fetc/passwd /../../etc/passwd /rpc//session/get * x ? # /\\evil'),
    ...words(
      'http://evil.example/ https://a:b@localhost/rpc/session/get /rpc/session/get?data=%7B /login?to=//evil.example',
    ),
    ...['', `/${'x'.repeat(3_000)}`, `/${'x'.repeat(20_000)}`],
  ],
}
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 x', '', 'HTTP']
const types = [
  'application/json; charset=utf-16',
  'application/json;',
  ...words('text/plain multipart/form-data image/jpeg'),
  '',
]
const bodies = {
  right: ['{}', '{"json":{}}', '{"json":{"email":"x","password":"y"}}', '{"email":"x@purdue.edu","password":"y"}'],
  odd: ['', 'x', '{', '[[[[', '\xff\xfe{}', '\0', `"${'x'.repeat(3_000)}"`, `"${'x'.repeat(70_000)}"`],
}

/** A request that more or less follows HTTP, the same for the same seed (T98). The cookie is a member's. */
export function rawRequest(seed: number, cookie: string): RawRequest {
  const random = createRandom(Math.imul(seed, 0x85ebca6b))
  const mostly = <T>(right: readonly T[], odd: readonly T[], share = 0.85) =>
    random.pick(random.chance(share) ? right : odd)
  const method = random.chance(0.95) ? mostly(methods.right, methods.odd) : random.pick(noMethods)
  const target = mostly(targets.right, targets.odd)
  const body = Buffer.from(mostly(bodies.right, bodies.odd, 0.6), 'latin1')
  const [lines, sent] = framed(body, random)
  for (let times = random.int(0, 2); times > 0; times--) lines.push(random.pick(oddities)(random, cookie))
  const end = mostly(['\r\n'], ['\n', '\r', '\r\n ', '\0'], 0.96)
  const first = `${method} ${target} ${mostly(['HTTP/1.1'], versions, 0.95)}`
  const head = [first, ...random.sample(lines, lines.length)].join(end)
  const bytes = Buffer.concat([Buffer.from(`${head}${end}${end}`, 'latin1'), sent, behind(random)])
  if (random.chance(0.05)) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
  return { seed, bytes, delivery: mostly(['whole'], deliveries, 0.5) }
}

/** A body with the headers that mark its end, correctly or not. */
function framed(body: Buffer, random: Random): [string[], Buffer] {
  const type = random.chance(0.8) ? 'application/json' : random.pick(types)
  const lines = ['Host: localhost', `Content-Type: ${type}`]
  if (random.chance(0.6)) lines.push('Connection: close')
  if (random.chance(0.75)) {
    const { length } = body
    const numbers = [length + 7, Math.max(0, length - 1), -1, 1e9]
    const odd = [...numbers, '0x10', '1e3', ' 5', '5, 5', '', `${length}\r\nContent-Length: 9`]
    lines.push(`Content-Length: ${random.chance(0.75) ? length : random.pick(odd)}`)
    return [lines, body]
  }
  const codings = ['Chunked', 'gzip, chunked', 'chunked, chunked', 'identity', 'x', ' chunked\t']
  lines.push(`Transfer-Encoding: ${random.chance(0.75) ? 'chunked' : random.pick(codings)}`)
  const size = body.length.toString(16)
  const heads = [`${size};a=b`, `${size};${'x'.repeat(20_000)}`, 'zz', '-1', 'ffffffffffffffff', ` ${size}`, '']
  const tails = ['\r\n0\r\nX: y\r\n\r\n', `\r\n0\r\n${'A: b\r\n'.repeat(3_000)}\r\n`, '0\r\n', '', '\r\n1\r\n']
  const head = random.chance(0.7) ? size : random.pick(heads)
  const tail = random.chance(0.7) ? '\r\n0\r\n\r\n' : random.pick(tails)
  return [lines, Buffer.concat([Buffer.from(`${head}\r\n`), body, Buffer.from(tail)])]
}

const cookies = [';;=;', '='.repeat(4_000), '%%%=%', 'quiver="\0"']
const noHeaders = [
  ...['Bad Name: x', ': x', 'X', ' folded', 'X:\0', 'X: a\rb', 'Content-Type', 'Content-Encoding: gzip', 'Te\xffst: 1'],
  ...['__proto__: x', 'Host: localhost'],
]
const oddities: ((random: Random, cookie: string) => string)[] = [
  (_, cookie) => `Cookie: ${cookie}`,
  (_, cookie) => `Cookie: ${cookie}`,
  (random, cookie) => `Cookie: ${random.pick([...cookies, `${cookie}; ${cookie}`, `${cookie}x`])}`,
  (random) => `Origin: ${random.pick(['null', 'http://evil.example', '', 'x', 'http://localhost\t'])}`,
  (random) => `Expect: ${random.pick(['100-continue', '200-ok', ''])}`,
  (random) => `Upgrade: ${random.pick(['websocket', 'h2c', ''])}\r\nConnection: Upgrade`,
  (random) => `X-Forwarded-For: ${random.pick(['1.2.3.4', 'x', '1.2.3.4,'.repeat(500), '::1'])}`,
  (random) => `Idempotency-Key: ${random.pick(['x', 'a-good-enough-key', 'é'.repeat(9), 'x'.repeat(300)])}`,
  (random) => `Accept-Encoding: ${random.pick(['br;q=x', 'identity;q=0', '*;q=0', ','.repeat(2_000)])}`,
  (random) => `If-None-Match: ${random.pick(['*', 'W/', '"x'.repeat(500), '\xff'])}`,
  (random) => `Range: ${random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', `bytes=${'0-0,'.repeat(800)}`])}`,
  (random) => `X: ${'x'.repeat(random.pick([100, 9_000, 20_000]))}`,
  (random) => `${'A: b\r\n'.repeat(random.pick([9, 199, 2_499]))}A: b`,
  (random) => random.pick(noHeaders),
]

/** A second request after the first, which a server with wrong framing would read as part of it (request smuggling). */
function behind(random: Random) {
  if (random.chance(0.9)) return Buffer.alloc(0)
  const many = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20)
  return Buffer.from(random.pick([many, '\r\n\r\n', 'x', 'SMUGGLED /rpc HTTP/1.1\r\n\r\n']))
}
