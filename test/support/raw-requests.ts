import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestClub } from './club.ts'
import { portOf } from './live-stream.ts'

const line = 'POST /rpc/passes/use HTTP/1.1'
const head = `${line}\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nConnection: close\r\n`
export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`
const sized = (body: string | Buffer, more = '') =>
  Buffer.concat([Buffer.from(`${head}${more}Content-Length: ${body.length}\r\n\r\n`), Buffer.from(body)])

/**
 * Bytes that a client may send over a socket, and the allowed status of the response; 0 where the connection is closed
 * instead.
 */
export const rawRequests: Record<string, { send: string | Buffer; status: number | number[] }> = {
  'invalid UTF-8 in the body': { send: sized(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), status: 400 },
  'an overlong UTF-8 slash in the path': { send: get('/rpc/%c0%afsession/get'), status: [400, 404] },
  'a body of 64 KB and one byte': { send: sized(`"${'x'.repeat(64 * 1024 - 1)}"`), status: 413 },
  'a body that is announced as huge': { send: `${head}Content-Length: 100000000\r\n\r\n{}`, status: 413 },
  'two lengths': { send: `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, status: 400 },
  'a length and chunks': {
    send: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
  },
  'broken chunks': { send: `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, status: 400 },
  'a compressed body': { send: sized('{"json":{}}', 'Content-Encoding: gzip\r\n'), status: [400, 401, 415] },
  'no host': { send: `${line}\r\nConnection: close\r\n\r\n`, status: 400 },
  'three thousand headers': {
    send: `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(3_000)}\r\n`,
    status: 431,
  },
  'a header of 20 KB': { send: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, status: 431 },
  'a method for proxies': { send: `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, status: [400, 404, 0] },
  TRACE: { send: `TRACE /rpc/passes/use HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, status: 404 },
  'an absolute address': { send: get('http://evil.example/rpc/session/get'), status: 400 },
  'an upgrade': {
    send: `GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    status: [400, 401],
  },
  'a path of dots': { send: get('/../../../etc/passwd'), status: [302, 404] },
  'encoded dots below /api/v1': { send: get('/api/v1/practices/%2e%2e/session'), status: 404 },
  'a parameter named like a prototype below /api/v1': { send: get('/api/v1/session?__proto__[x]=1'), status: 400 },
  'the session, below /api/v1': { send: get('/api/v1/session'), status: 200 },
  'the same parameter twice': { send: get('/rpc/session/get?data=1&data=2'), status: [200, 400] },
  'a parameter named like a prototype': { send: get('/rpc/session/get?__proto__[x]=1&constructor=2'), status: 200 },
  'an operation named like a prototype': { send: get('/rpc/__proto__/get'), status: 404 },
  'a cookie of nonsense': {
    send: `GET /rpc/session/get HTTP/1.1\r\nHost: a\r\nCookie: ;;=;quiver;quiver==.;%%%=%\r\nConnection: close\r\n\r\n`,
    status: 200,
  },
}

/** @returns the status of the first response, or 0 if the connection was closed without one */
export async function exchange(port: number, bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket).catch(() => '')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)
}

/** Opens a connection and sends these bytes. `end` is what the club said until it closed, and after how many ms it did. */
export async function openLine(club: TestClub, bytes = '') {
  const begunAt = performance.now()
  const socket = connect(await portOf(club), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => (said += chunk)).on('error', () => {})
  await once(socket, 'connect')
  const end = new Promise<{ said: string; ms: number }>((resolve) =>
    socket.on('close', () => resolve({ said, ms: performance.now() - begunAt })),
  )
  socket.write(bytes)
  return { socket, end, said: () => said }
}
