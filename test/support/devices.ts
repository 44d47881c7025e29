import { createECDH, randomBytes } from 'node:crypto'

/** What a browser's PushSubscription says, with keys that are some; at a real service, to which nothing is sent. */
export function aDevice(name: string, at = 'https://fcm.googleapis.com/fcm/send') {
  return { endpoint: `${at}/${name}`, keys: publicKeys(newDeviceKeys()) }
}

/** The keys of a browser: its own pair on P-256, and a secret that goes into each message (RFC 8291). */
export function newDeviceKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16) }
}

export function publicKeys({ pair, auth }: ReturnType<typeof newDeviceKeys>) {
  return { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
}
