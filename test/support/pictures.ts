import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { TestClub } from './club.ts'

type Sides = { width?: number; height?: number }

/** A JPEG whose left half is red and whose right half is blue. */
export async function photo({ width = 800, height = 600 }: Sides = {}) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const }
  const red = await sharp({ create: { ...half, background: '#d02020' } })
    .png()
    .toBuffer()
  const blue = await sharp({ create: { width, height, channels: 3, background: '#2040d0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return sharp(blue)
}

export async function jpeg(sides?: Sides) {
  return (await photo(sides)).jpeg().toBuffer()
}

/** Uploads a picture as a program does. */
export function sendPicture(
  who: Pick<ReturnType<TestClub['visitor']>, 'send'>,
  bytes: Uint8Array,
  options: Options = {},
) {
  const { type = 'image/jpeg', key = randomUUID(), headers } = options
  return who.send({
    method: 'PUT',
    path: '/api/v1/profile/picture',
    body: Buffer.from(bytes),
    headers: { 'content-type': type, 'idempotency-key': key, ...headers },
  })
}

type Options = { type?: string; key?: string; headers?: Record<string, string> }

/** The color at this point: `red`, `blue`, or neither. */
export async function colorAt(bytes: Uint8Array, across: number, down = 0.5) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (r > 150 && b < 100) return 'red'
  if (b > 150 && r < 100) return 'blue'
  return `${r},${g},${b}`
}
