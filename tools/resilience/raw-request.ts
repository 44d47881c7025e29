import { createRandom } from '#server/ops/demo/random.ts'
import { rawRequests } from '#test/support/raw-requests.ts'

/** How the request is sent: all at once, in portions, its first half followed by a reset or silence, or endlessly. */
const deliveries = ['pieces', 'half-and-reset', 'half-and-silence', 'drip'] as const
export type RawRequest = { seed: number; bytes: Buffer; delivery: 'whole' | (typeof deliveries)[number] }

const paths = `/ /login /readyz /live /rpc/session/get /rpc/account/signUp /api/v1/home /api/v1/practices/x/start
  /api/v1/openapi.json /api/v1/profile/picture /api/auth/sign-in/email /files/pictures/x/512.webp /exports/members.csv
  /calendar/x.ics /assets/x.js /%c0%af /..%2f..%2fetc/passwd http://evil.example/ https://a:b@localhost/`.split(/\s+/)
const headers = [
  ...['Origin: null', 'Origin: http://evil.example', 'Expect: 100-continue', 'Expect: 200-ok', 'Cookie: %%%=%;;=;'],
  ...['Upgrade: h2c\r\nConnection: Upgrade', 'X-Forwarded-For: ::1', `X-Forwarded-For: ${'1.2.3.4,'.repeat(500)}`],
  ...['Idempotency-Key: x', `Idempotency-Key: ${'é'.repeat(300)}`, 'Accept-Encoding: *;q=0', 'Content-Encoding: gzip'],
  ...[`If-None-Match: ${'"x'.repeat(500)}`, 'Range: bytes=9-1', `Range: bytes=${'0-0,'.repeat(800)}`, '__proto__: x'],
  ...['Content-Type: image/jpeg', 'Content-Type: application/json; charset=utf-16', 'Transfer-Encoding: chunked'],
  ...[`X: ${'x'.repeat(9_000)}`, 'Content-Length: 1e9', ' folded', 'X: a\rb', ': x'],
]
/** A server with wrong framing would read these as part of the first request (request smuggling). */
const behind = ['GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20), '\r\n\r\n', 'SMUGGLED /rpc HTTP/1.1\r\n\r\n']

/**
 * One of the requests of raw-requests.ts, changed in up to three places, often a member's, and sent in an odd way; the
 * same for the same seed (T98).
 */
export function rawRequest(seed: number, cookie: string): RawRequest {
  const random = createRandom(Math.imul(seed, 0x85ebca6b))
  const known = Object.values(rawRequests).map(({ send }) => Buffer.from(send as Buffer).toString('latin1'))
  const changes: ((text: string) => string)[] = [
    (text) => text.replace('\r\n', `\r\nCookie: ${cookie}\r\n`),
    (text) => text.replace('\r\n', `\r\n${random.pick(headers)}\r\n`),
    (text) => text.replace(/ \S+/, ` ${random.pick(paths)}`),
    (text) => text.replace(/^\w+/, random.pick(['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND', 'é'])),
    (text) => text.replaceAll('\r\n', random.pick(['\n', '\r', '\r\n ', '\0'])),
    (text) => text + random.pick(behind),
    (text) => text + '{"json":{}}'.repeat(random.pick([1, 300, 6_000])),
    (text) => text.slice(0, random.int(0, text.length)),
    (text) => {
      const at = random.int(0, text.length)
      return text.slice(0, at) + String.fromCharCode(random.int(0, 255)) + text.slice(at + 1)
    },
  ]
  const chosen = random.sample(changes, random.int(0, 3))
  const text = chosen.reduce((changed, change) => change(changed), random.pick(known))
  const delivery = random.chance(0.5) ? 'whole' : random.pick(deliveries)
  return { seed, bytes: Buffer.from(text, 'latin1'), delivery }
}
