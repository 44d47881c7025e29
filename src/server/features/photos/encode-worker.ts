/**
 * A process of its own that decodes what strangers send: should a decoder crash, hang or take too much, this process ends
 * and the server goes on. It has no secrets, and only three of the decoders are let in (T61, T62).
 */
import sharp, { type Metadata } from 'sharp'
import { mostPicturePixels, type PictureSize, pictureSizes } from '#domain/photos.ts'
import type { Encoded } from '#server/context.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One picture at a time, and nothing kept of the last one.
sharp.cache(false)
sharp.concurrency(1)

const quality = 82

process.on('disconnect', () => process.exit(0))
process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await encode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
})

async function encode(bytes: Buffer): Promise<Encoded> {
  // Of an animation, its first picture. A few stray bytes are no damage, half a picture is.
  const options = { limitInputPixels: mostPicturePixels, pages: 1, failOn: 'error', sequentialRead: true } as const
  try {
    const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (pixelsOf(facts) > mostPicturePixels) return { outcome: 'refused', reason: 'too-many-pixels' }
    // Turned as its camera says, in the colours of screens, without see-through parts; no metadata is taken along.
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
  } catch {
    return { outcome: 'refused', reason: 'unreadable' }
  }
}

type Files = Extract<Encoded, { outcome: 'encoded' }>['files']

function pixelsOf({ width, height, pageHeight }: Metadata) {
  return width * (pageHeight ?? height)
}
