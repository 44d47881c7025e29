import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { codeOfHash } from '#domain/check-in-code.ts'
import { codeOf } from '#domain/email-code.ts'

/** Functions with keys derived from AUTH_SECRET. Each purpose has its own key, so that one's output reveals nothing about another's. */
export type Secrets = {
  /** Signs a session cookie's token; base64url. */
  sign: (text: string) => string
  isSignature: (text: string, signature: string) => boolean
  /** A keyed hash of an email or network address that must not be stored in plain text; hex. */
  hashAddress: (address: string) => string
  /** A keyed hash of a request, which may hold a password; hex. */
  fingerprint: (text: string) => string
  /** The token of a member's calendar feed, derived from its row so that it isn't stored; base64url. */
  feedToken: (memberId: string, nonce: string) => string
  /** What the QR code of a member's pass says, derived from their row so that it isn't stored; 22 characters of base64url. */
  passCode: (memberId: string, nonce: string) => string
  /** The code in the same email as a link, derived from the link's row so that it isn't stored. */
  mailCode: (about: string) => string
  /** The code that officers of a live practice show during a step of time (domain/check-in-code.ts). */
  checkInCode: (practiceId: string, step: number) => string
  /** A keyed hash of the PIN of a kiosk; hex. */
  hashPin: (kioskId: string, pin: string) => string
  /** Encrypts the id of an email's link into the token that a correct code is exchanged for. */
  sealLink: (text: string) => string
  unsealLink: (sealed: string) => string
  /** The keyed hash by which a feed is looked up; hex. */
  hashFeedToken: (token: string) => string
  /** Encrypts the secrets of emails in the outbox. */
  seal: (text: string) => string
  unseal: (sealed: string) => string
  /** The same with a separate key, for unsubscribe links: they reveal nothing and never expire. */
  sealStop: (text: string) => string
  unsealStop: (sealed: string) => string
  /** The same with a separate key, for links that reply to a practice. */
  sealReply: (text: string) => string
  unsealReply: (sealed: string) => string
  /** The key pair that identifies the club to push services (VAPID, RFC 8292); base64url. */
  pushKeys: { publicKey: string; privateKey: string }
  /** Proves that the doctor, which probes the live stream, has the secret; changes every minute (live/doctor-probe.ts); base64url. */
  probeToken: (nowMs: number) => string
  /** Whether the token is of this minute or the previous one. */
  isProbeToken: (token: string, nowMs: number) => boolean
  /** The secret part of the development mailbox's address (http/dev-mailbox.ts); base64url. */
  devMailKey: string
  /** Signs a device cookie for an account (auth/cookies.ts); base64url. */
  deviceSignature: (device: string, account: string) => string
  isDeviceSignature: (device: string, account: string, signature: string) => boolean
  /** With it, a logged-out device can check whether the member's account still exists (features/account/procedures.ts); hex. */
  deviceMark: (memberId: string) => string
  isDeviceMark: (memberId: string, mark: string) => boolean
  /** A fingerprint of AUTH_SECRET, by which a backup recognizes the secret it belongs to; hex. */
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
  const reply = sealsWith(keyFor('reply link'))
  const link = sealsWith(keyFor('link of a code'))
  const codeKey = keyFor('mail code')
  const checkInKey = keyFor('check-in code')
  const pinKey = keyFor('kiosk pin')
  const feedKey = keyFor('calendar feed')
  const passCodeKey = keyFor('pass code')
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
    isSignature: rememberingRight((text, signature) => isSame(sign(text), signature)),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest('hex'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    feedToken: (memberId, nonce) => createHmac('sha256', feedKey).update(`${memberId} ${nonce}`).digest('base64url'),
    passCode: (memberId, nonce) =>
      createHmac('sha256', passCodeKey).update(`${memberId} ${nonce}`).digest().subarray(0, 16).toString('base64url'),
    mailCode: (about) => codeOf(createHmac('sha256', codeKey).update(about).digest()),
    checkInCode: (practiceId, step) =>
      codeOfHash(createHmac('sha256', checkInKey).update(`${practiceId} ${step}`).digest()),
    hashPin: (kioskId, pin) => createHmac('sha256', pinKey).update(`${kioskId} ${pin}`).digest('hex'),
    sealLink: link.seal,
    unsealLink: link.unseal,
    hashFeedToken: (token) => createHmac('sha256', feedHashKey).update(token).digest('hex'),
    seal: outbox.seal,
    unseal: outbox.unseal,
    sealStop: stop.seal,
    unsealStop: stop.unseal,
    sealReply: reply.seal,
    unsealReply: reply.unseal,
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

/**
 * Remembers the signatures that were right: an open app sends the same cookie with every request. A wrong one is computed again each
 * time, so that guesses fill no memory.
 */
function rememberingRight(isRight: Secrets['isSignature'], mostRemembered = 1000): Secrets['isSignature'] {
  const right = new Map<string, string>()
  return (text, signature) => {
    if (right.get(text) === signature) return true
    if (!isRight(text, signature)) return false
    if (right.size >= mostRemembered) right.clear()
    right.set(text, signature)
    return true
  }
}

/** AES-256-GCM with a random nonce. `unseal` throws if the text was tampered with. */
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

/** Derives a key pair on the curve P-256. One in 4 billion derived numbers is not a valid private key; then it tries the next one. */
function pushKeysOf(keyFor: (purpose: string) => Buffer) {
  const curve = createECDH('prime256v1')
  for (let n = 0; ; n++) {
    const privateKey = keyFor(`push key ${n}`)
    try {
      curve.setPrivateKey(privateKey)
    } catch (error) {
      // This many failures in a row can't be chance.
      if (n > 8) throw error
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  }
}

/** Compares in constant time. */
export function isSame(right: string, given: string) {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The token of a session or an email's link: 32 random bytes in base64url. Only its hash is stored. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string) {
  return hash('sha256', token, 'hex')
}
