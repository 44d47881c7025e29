import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

/** Nobody waits longer for an answer than this, unless told. */
const usualPatienceMs = 20_000

/** A photo that no other is like, of some 200 KB: half of it is on the way for a while. */
export function anyPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 700, height: 700, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

type Sent = {
  cookie: string
  photo: Buffer
  key?: string
  patienceMs?: number
  stopHalfway?: () => Promise<unknown>
}

/** One try to send a picture. @returns the answer, or null when none came */
export async function sendPhoto(url: string, sent: Sent) {
  const { cookie, photo, key = randomUUID(), patienceMs = usualPatienceMs, stopHalfway } = sent
  const to = new URL('/api/v1/profile/picture', url)
  const sending = request(to, {
    host: '127.0.0.1',
    method: 'PUT',
    agent: false,
    headers: {
      host: to.host,
      cookie,
      'content-type': 'image/jpeg',
      'content-length': photo.length,
      'idempotency-key': key,
    },
    signal: AbortSignal.timeout(patienceMs),
  })
  const answered = new Promise<{ status: number; pictureUrl: string } | null>((resolve) => {
    sending.on('error', () => resolve(null))
    sending.on('response', async (response) => {
      const whole = await buffer(response).catch(() => null)
      if (whole === null) return resolve(null)
      resolve({ status: response.statusCode ?? 0, ...JSON.parse(whole.toString()) })
    })
  })
  if (stopHalfway) {
    await new Promise((sent) => sending.write(photo.subarray(0, photo.length / 2), sent))
    // Until it has come in on the other side.
    await pause(50)
    await stopHalfway()
  }
  sending.end(stopHalfway ? photo.subarray(photo.length / 2) : photo)
  return answered
}

/** A file of the server as this person gets it; null when they don't. */
export async function seen(url: string, path: string, cookie: string) {
  const answer = await fetch(new URL(path, url), { headers: { cookie }, signal: AbortSignal.timeout(usualPatienceMs) })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
}

/** Why this is no whole square of that size; null when it is. */
export async function whatIsWrongWith(bytes: Buffer | null, size: number) {
  if (bytes === null) return 'is not given'
  try {
    const image = sharp(bytes, { failOn: 'warning' })
    const { info } = await image.raw().toBuffer({ resolveWithObject: true })
    return info.width === size && info.height === size ? null : `is ${info.width} × ${info.height}`
  } catch (error) {
    return `can't be read: ${error}`
  }
}
