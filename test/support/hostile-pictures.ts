import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { photo } from './pictures.ts'

/** A marker in every part of a file that must not be stored. */
export const canary = 'CANARY-of-a-picture'

export type HostilePicture = {
  name: string
  bytes: Buffer
  /** Whether the server accepts it; `either` where that depends on the decoder. */
  stored: boolean | 'either'
}

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#d02020' } })

const pngMagic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

function header(width: number, height: number, bits: number, color: number) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([bits, color], 8)
  return chunk('IHDR', data)
}

const end = chunk('IEND', Buffer.alloc(0))

/** A valid PNG whose pixels are all zero: a few kilobytes at any size. */
function zeroPng(width: number, height: number, bits: 1 | 8 | 16, color: 0 | 2 | 6) {
  const samples = { 0: 1, 2: 3, 6: 4 }[color]
  const row = 1 + Math.ceil((width * samples * bits) / 8)
  const pixels = deflateSync(Buffer.alloc(row * height), { level: 1 })
  return Buffer.concat([pngMagic, header(width, height, bits, color), chunk('IDAT', pixels), end])
}

/** Inserts chunks after a PNG's header. */
function withChunks(png: Buffer, ...chunks: Buffer[]) {
  const at = pngMagic.length + 25
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 })

/** Changes the size in the header. */
function resized(jpeg: Buffer, width: number, height: number) {
  const copy = Buffer.from(jpeg)
  for (let at = 2; at < copy.length; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] ?? 0
    if (marker !== 0xc0 && marker !== 0xc2) continue
    copy.writeUInt16BE(height, at + 5)
    copy.writeUInt16BE(width, at + 7)
    return copy
  }
  throw new Error('no frame header')
}

/** Repeats the last scan of a progressive JPEG. */
function manyScans(jpeg: Buffer, times: number) {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(last, jpeg.length - 2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: times }, () => scan), Buffer.from([0xff, 0xd9])])
}

/** GPS coordinates and other metadata that a camera writes. */
const gps = {
  IFD0: { Copyright: canary, ImageDescription: canary },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 25/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '86/1 54/1 0/1' },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${canary}"/></rdf:RDF></x:xmpmeta>`
const script = `<script>alert("${canary}")</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${canary}</script><rect width="9" height="9"/></svg>`

/** Pictures meant to crash the server, to run a script on its pages, or to reveal where they were taken. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const base = await photo()
  const inFormat = (format: 'jpeg' | 'png' | 'webp') => base.clone()[format]().toBuffer()
  const [jpeg, png, webp] = [await inFormat('jpeg'), await inFormat('png'), await inFormat('webp')]
  const formats = { jpeg, png, webp }
  const files: HostilePicture[] = []
  const add = (stored: HostilePicture['stored'], name: string, bytes: Buffer | string) =>
    files.push({ name, bytes: Buffer.from(bytes as Buffer), stored })
  const made = async (stored: HostilePicture['stored'], name: string, picture: Sharp) =>
    add(stored, name, await picture.toBuffer())

  // Far too large, or just within the limit
  add(false, '14,000 x 14,000 in a small file', zeroPng(14_000, 14_000, 1, 0))
  add(false, 'one row too many', zeroPng(5_000, 5_001, 1, 0))
  add(false, 'PNG of 65,535 squared, a header alone', Buffer.concat([pngMagic, header(65_535, 65_535, 8, 2)]))
  add(false, 'JPEG that says 65,500 squared', resized(jpeg, 65_500, 65_500))
  add(true, '25 million pixels, 16 bits, see-through', zeroPng(5_000, 5_000, 16, 6))
  await made(true, '25 million pixels, progressive JPEG', flat(5_000, 5_000).jpeg({ progressive: true }))
  await made(true, '25 million pixels, lossless WebP', flat(5_000, 5_000, 4).webp({ lossless: true, effort: 0 }))

  // Small chunks that decompress to a lot
  const textual = (type: string, head: string, megabytes: number) =>
    withChunks(png, chunk(type, Buffer.concat([Buffer.from(head), zeros(megabytes)])))
  add('either', 'zTXt of 200 MB', textual('zTXt', 'Comment\0\0', 200))
  add('either', 'iCCP of 100 MB', textual('iCCP', 'icc\0\0', 100))
  add('either', 'more pixels in it than it says', withChunks(png.subarray(0, 33), chunk('IDAT', zeros(100)), end))
  const scans = await flat(3_000, 3_000).jpeg({ progressive: true, quality: 10 }).toBuffer()
  add('either', 'hundreds of scans', manyScans(scans, 400))
  const frames = Array.from({ length: 60 }, () => flat(300, 300).png().toBuffer())
  await made(true, 'animated WebP', sharp(await Promise.all(frames), { join: { animated: true } }).webp({ effort: 0 }))

  // Damaged
  for (const [name, bytes] of Object.entries(formats)) {
    add(false, `${name}, half of it`, bytes.subarray(0, bytes.length / 2))
    const flipped = bytes.map((byte, at) => (at > 0 && at % 701 === 0 ? byte ^ 0xff : byte))
    add('either', `${name} with every 701st byte turned over`, Buffer.from(flipped))
  }
  add(false, '5 MB of noise', randomBytes(5 * 1024 * 1024))

  // Other formats, with their own decoders
  await made(false, 'GIF', base.clone().gif())
  await made(false, 'AVIF', flat(64, 64).avif({ effort: 0 }))
  const others = {
    SVG: svg,
    PDF: `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${canary})>>>>endobj`,
    PostScript: '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file',
    HTML: `<!doctype html>${script}`,
    HEIC: '\0\0\0\x18ftypheic\0\0\0\0',
    nothing: '',
  }
  for (const [name, content] of Object.entries(others)) add(false, name, content)

  // Two formats in one file
  add(true, 'JPEG with a page behind it', Buffer.concat([jpeg, Buffer.from(script)]))
  add(true, 'PNG with a page in a remark', withChunks(png, chunk('tEXt', Buffer.from(`Title\0${script}`))))
  add(false, 'GIF that goes on as JPEG', Buffer.concat([Buffer.from('GIF89a'), jpeg]))
  add(false, 'SVG behind the first bytes of a PNG', Buffer.concat([pngMagic, Buffer.from(svg)]))

  // Metadata that must not leak
  for (const format of ['jpeg', 'png', 'webp'] as const)
    await made(true, `${format} with its place on earth`, base.clone()[format]().withExif(gps).withXmp(xmp))
  for (let turn = 1; turn <= 8; turn++)
    await made(true, `turned, ${turn}`, upright(base, turn).withMetadata({ orientation: turn }))
  await made(true, 'colours of a wide gamut', base.clone().withIccProfile('p3').jpeg())
  await made(true, '16 bits', base.clone().toColourspace('rgb16').png())
  return files
}

/** Stored so that it is upright once it is rotated according to its flag, from 1 to 8. */
function upright(base: Sharp, flag: number) {
  const [degrees, isMirrored] = [[0, 0, 0, 180, 180, 270, 270, 90, 90][flag] ?? 0, [2, 4, 5, 7].includes(flag)]
  const turned = base.clone().resize(400, 400).rotate(degrees)
  return (isMirrored ? turned.flop() : turned).jpeg()
}
