import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

/** The default timeout. */
const usualPatienceMs = 20_000

/** Returns a unique photo of about 200 KB, large enough that sending half of it takes a while. */
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

/** Uploads a photo once. @returns the response, or null if there was none */
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
    // Give it time to arrive at the server.
    await pause(50)
    await stopHalfway()
  }
  sending.end(stopHalfway ? photo.subarray(photo.length / 2) : photo)
  return answered
}

/** Loads a file of the server as this person; null if they may not. */
export async function seen(url: string, path: string, cookie: string) {
  const answer = await fetch(new URL(path, url), { headers: { cookie }, signal: AbortSignal.timeout(usualPatienceMs) })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
}

/** Why this isn't a complete square image of that size, or null. */
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
