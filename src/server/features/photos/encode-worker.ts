/**
 * Sandbox process that decodes untrusted images: if a decoder crashes, hangs or uses too much memory, only this process dies. It
 * has no secrets, and only three decoders are enabled (T61, T62).
 */
import sharp, { type Metadata } from 'sharp'
import { mostPicturePixels, type PictureSize, pictureSizes } from '#domain/photos.ts'
import { logoPixels } from '#domain/settings/club-file.ts'
import { logoContrast } from '#domain/settings/logo-contrast.ts'
import type { Encoded, EncodedLogo } from '#server/context.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One picture at a time, without caching.
sharp.cache(false)
sharp.concurrency(1)

const quality = 82

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ kind, bytes }: { kind: 'photo' | 'logo'; bytes: Uint8Array }) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  process.send?.(kind === 'photo' ? await encoded(file, encodePhoto) : await encoded(file, encodeLogo))
})

// The first frame of an animation. Tolerates a few stray bytes but not a truncated image.
const options = { limitInputPixels: mostPicturePixels, pages: 1, failOn: 'error', sequentialRead: true } as const

type Refused = Extract<Encoded, { outcome: 'refused' }>

async function encoded<Result>(bytes: Buffer, encode: (bytes: Buffer) => Promise<Result>): Promise<Result | Refused> {
  try {
    const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (pixelsOf(facts) > mostPicturePixels) return { outcome: 'refused', reason: 'too-many-pixels' }
    return await encode(bytes)
  } catch {
    return { outcome: 'refused', reason: 'unreadable' }
  }
}

async function encodePhoto(bytes: Buffer): Promise<Encoded> {
  // Applies the EXIF orientation, converts to sRGB, flattens transparency, and drops all metadata.
  const square = (size: PictureSize, from: Buffer) =>
    sharp(from, options)
      .autoOrient()
      .resize(size, size, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer()
  const [largest, small] = pictureSizes
  const large = await square(largest, bytes)
  return { outcome: 'encoded', files: { [largest]: large, [small]: await square(small, large) } as Files }
}

async function encodeLogo(bytes: Buffer): Promise<EncodedLogo> {
  const scaled = sharp(bytes, options)
    .autoOrient()
    .resize({ ...logoPixels, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const pixels = await scaled.clone().ensureAlpha().raw().toBuffer()
  return { outcome: 'encoded', file: await scaled.webp({ lossless: true }).toBuffer(), contrast: logoContrast(pixels) }
}

type Files = Extract<Encoded, { outcome: 'encoded' }>['files']

function pixelsOf({ width, height, pageHeight }: Metadata) {
  return width * (pageHeight ?? height)
}
