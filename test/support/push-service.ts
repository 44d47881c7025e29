import { createDecipheriv, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { newDeviceKeys, publicKeys } from './devices.ts'
import { listenLocally } from './local-port.ts'

export type PushMessage = {
  /** The notification that the device shows, decrypted with its own keys. */
  shown: unknown
  headers: IncomingHttpHeaders
  /** The club's claims in its signed token (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  /** The club's public key for that signature. */
  serverKey: string
}

/**
 * A push service on 127.0.0.1 (RFC 8030) with the browsers registered at it: it accepts messages for them, and each
 * browser decrypts them (RFC 8291, RFC 8188) and verifies the sender's signature (RFC 8292). Written from the
 * standards, not with the library that the club uses.
 */
export async function startPushService() {
  const devices = new Map<string, ReturnType<typeof newDeviceKeys>>()
  const messages: PushMessage[] = []
  let answer: { status: number; headers?: Record<string, string> } | 'hang' = { status: 201 }
  let asked = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    asked += 1
    if (answer === 'hang') return
    const keys = devices.get(request.url ?? '')
    if (!keys || request.method !== 'POST') return void response.writeHead(404).end()
    if (answer.status === 201)
      messages.push({ shown: decrypt(body, keys), headers: request.headers, ...signer(request.headers) })
    response.writeHead(answer.status, answer.headers).end()
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    /** For PUSH_SERVICE_URL. */
    url,
    messages,
    asked: () => asked,
    /** Registers a browser. @returns its PushSubscription */
    register(name: string) {
      const keys = newDeviceKeys()
      devices.set(`/push/${name}`, keys)
      return { endpoint: `${url}/push/${name}`, keys: publicKeys(keys) }
    },
    answerWith(next: typeof answer) {
      answer = next
    },
    /** Closes the connections of clients that wait for a response. */
    hangUp: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function decrypt(body: Buffer, { pair, auth }: ReturnType<typeof newDeviceKeys>): unknown {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = hkdf(pair.computeSecret(senderKey), auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  // The last record ends with the delimiter 2, followed by zeros.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number) {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

function signer({ authorization = '' }: IncomingHttpHeaders) {
  const [, token = '', serverKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(serverKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const good = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!good) throw new Error('the signature is not by that key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as PushMessage['claims'], serverKey }
}
