import { largestSentSide } from '#domain/photos.ts'

export type Part = { x: number; y: number; width: number; height: number }

const quality = 0.9

/** Whether the browser can show this file as a picture, whatever it is called. */
export async function isShowable(file: File) {
  try {
    // Found out without an <img>, whose failure the browser would report as a breach of the policy.
    const bitmap = await createImageBitmap(file, { resizeWidth: 1, resizeHeight: 1 })
    bitmap.close()
    return true
  } catch {
    return false
  }
}

/** The square part of a picture as a JPEG, scaled down to what is sent at most, upright, and on white where it is clear. */
export async function cropImage(url: string, part: Part): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const side = Math.max(1, Math.min(largestSentSide, Math.round(part.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas to draw on')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('an empty canvas'))), 'image/jpeg', quality)
  })
}
