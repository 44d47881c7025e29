import { createECDH, randomBytes } from 'node:crypto'

/** A PushSubscription as a browser reports it, with dummy keys, at a real service that is never contacted. */
export function aDevice(name: string, at = 'https://fcm.googleapis.com/fcm/send') {
  return { endpoint: `${at}/${name}`, keys: publicKeys(newDeviceKeys()) }
}

/** A browser's keys: its P-256 key pair and the secret that goes into each message (RFC 8291). */
export function newDeviceKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16) }
}

export function publicKeys({ pair, auth }: ReturnType<typeof newDeviceKeys>) {
  return { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
}
