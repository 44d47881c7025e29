import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { codeOf } from '#domain/email-code.ts'

/** What is derived from AUTH_SECRET. Each purpose has its own key, so that one's output says nothing about another's. */
export type Secrets = {
  /** Signs a session cookie's token; base64url. */
  sign: (text: string) => string
  isSignature: (text: string, signature: string) => boolean
  /** A keyed hash for addresses and mailboxes that must not be stored as they are; hex. */
  hashAddress: (address: string) => string
  /** A keyed hash of a request, which may hold a password; hex. */
  fingerprint: (text: string) => string
  /** The token of a member's calendar feed, made of what is stored about it; base64url. */
  feedToken: (memberId: string, nonce: string) => string
  /** The code that a mail holds beside its link, made of what is stored about that: nothing of the code is stored. */
  mailCode: (about: string) => string
  /** What a right code is exchanged for: it names the mail's link. */
  sealLink: (text: string) => string
  unsealLink: (sealed: string) => string
  /** The keyed hash under which a feed is found by its token; hex. */
  hashFeedToken: (token: string) => string
  /** For what waits in the outbox and must not be readable in the database. */
  seal: (text: string) => string
  unseal: (sealed: string) => string
  /** The same under a key of its own, for links that switch mails off: they say nothing to who reads them, and work for ever. */
  sealStop: (text: string) => string
  unsealStop: (sealed: string) => string
  /** By which push services know the club (RFC 8292); base64url. */
  pushKeys: { publicKey: string; privateKey: string }
  /** Shows who asks about a stream that they hold the secret, at this minute (live/doctor-probe.ts); base64url. */
  probeToken: (nowMs: number) => string
  /** Whether it was made a minute ago at most. */
  isProbeToken: (token: string, nowMs: number) => boolean
  /** In the address of the development mailbox (http/dev-mailbox.ts); base64url. */
  devMailKey: string
  /** That a browser was logged in to an account before (auth/cookies.ts); base64url. */
  deviceSignature: (device: string, account: string) => string
  isDeviceSignature: (device: string, account: string, signature: string) => boolean
  /** By which a member’s device can ask later whether their account is still there (account/procedures.ts); hex. */
  deviceMark: (memberId: string) => string
  isDeviceMark: (memberId: string, mark: string) => boolean
  /** The same for the same secret, so that a backup can tell whose it is without holding it; hex. */
  mark: string
}

const minuteMs = 60_000

export function createSecrets(authSecret: string): Secrets {
  const keyFor = (purpose: string) => createHmac('sha256', authSecret).update(`quiver ${purpose}`).digest()
  const cookieKey = keyFor('session cookie')
  const addressKey = keyFor('address hash')
  const fingerprintKey = keyFor('request fingerprint')
  const outbox = sealsWith(keyFor('outbox seal'))
  const stop = sealsWith(keyFor('unsubscribe'))
  const link = sealsWith(keyFor('link of a code'))
  const codeKey = keyFor('mail code')
  const feedKey = keyFor('calendar feed')
  const feedHashKey = keyFor('calendar feed hash')
  const probeKey = keyFor('live probe')
  const deviceKey = keyFor('device mark')
  const deviceCookieKey = keyFor('device cookie')
  const deviceSignature = (device: string, account: string) =>
    createHmac('sha256', deviceCookieKey).update(`${device} ${account}`).digest('base64url')
  const deviceMark = (memberId: string) => createHmac('sha256', deviceKey).update(memberId).digest('hex')
  const probeToken = (nowMs: number) =>
    createHmac('sha256', probeKey)
      .update(String(Math.floor(nowMs / minuteMs)))
      .digest('base64url')
  const sign = (text: string) => createHmac('sha256', cookieKey).update(text).digest('base64url')
  return {
    sign,
    isSignature: (text, signature) => isSame(sign(text), signature),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest('hex'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    feedToken: (memberId, nonce) => createHmac('sha256', feedKey).update(`${memberId} ${nonce}`).digest('base64url'),
    mailCode: (about) => codeOf(createHmac('sha256', codeKey).update(about).digest()),
    sealLink: link.seal,
    unsealLink: link.unseal,
    hashFeedToken: (token) => createHmac('sha256', feedHashKey).update(token).digest('hex'),
    seal: outbox.seal,
    unseal: outbox.unseal,
    sealStop: stop.seal,
    unsealStop: stop.unseal,
    pushKeys: pushKeysOf(keyFor),
    probeToken,
    isProbeToken: (token, nowMs) => [0, minuteMs].some((ago) => isSame(probeToken(nowMs - ago), token)),
    devMailKey: keyFor('development mailbox').toString('base64url').slice(0, 22),
    deviceSignature,
    isDeviceSignature: (device, account, signature) => isSame(deviceSignature(device, account), signature),
    deviceMark,
    isDeviceMark: (memberId, mark) => isSame(deviceMark(memberId), mark),
    mark: keyFor('backup mark').toString('hex').slice(0, 16),
  }
}

/** AES-256-GCM, with a nonce of its own each time. What has been changed throws when it is unsealed. */
function sealsWith(key: Buffer) {
  return {
    seal(text: string) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    unseal(sealed: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** A key pair on the curve P-256. One in four thousand million numbers is none; then the next one is. */
function pushKeysOf(keyFor: (purpose: string) => Buffer) {
  const curve = createECDH('prime256v1')
  for (let n = 0; ; n++) {
    const privateKey = keyFor(`push key ${n}`)
    try {
      curve.setPrivateKey(privateKey)
    } catch (error) {
      // Twice is a miracle; more often, something else is wrong.
      if (n > 8) throw error
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  }
}

/** Takes as long whatever is given. */
export function isSame(right: string, given: string) {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The token of a session, or of a link in a mail: 32 random bytes, of which only the hash is stored. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}
