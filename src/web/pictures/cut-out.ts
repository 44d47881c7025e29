import { largestSentSide } from '#domain/pictures.ts'

export type Part = { x: number; y: number; width: number; height: number }

const quality = 0.9

/** Whether the browser can show this file as a picture, whatever it is. @throws where it can't */
export async function loadPicture(url: string) {
  const image = new Image()
  image.src = url
  await image.decode()
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('a picture without a size')
  return image
}

/** The square part of a picture as a JPEG, scaled down to what is sent at most, upright, and on white where it is clear. */
export async function cutOut(url: string, part: Part): Promise<Blob> {
  const image = await loadPicture(url)
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
