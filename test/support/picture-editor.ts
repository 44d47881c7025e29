import { expect, type Page } from '@playwright/test'

/** Chooses a picture for cropping, as a person does. */
export const choosePicture = async (page: Page, buffer: Buffer, name = 'me.jpg') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

export const zoomOf = (page: Page) => page.getByRole('slider', { name: 'Zoom' })
export const partOf = (page: Page) => page.getByRole('group', { name: 'Crop area' })

/** Drags to the right until the photo's right half leaves the crop window. */
export async function dragPhotoRight(page: Page) {
  const round = await partOf(page).boundingBox()
  const [x, y] = [(round?.x ?? 0) + 100, (round?.y ?? 0) + 100]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 150, y, { steps: 5 })
  await page.mouse.move(x + 300, y, { steps: 5 })
  await page.mouse.up()
}

type Watched = typeof globalThis & { sent?: Blob }

/** Records what the page uploads; the browser doesn't expose the bodies of its requests. */
export const watchSending = (page: Page) =>
  page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) (globalThis as Watched).sent = body
      send.call(this, body)
    }
  })

export async function sentBy(page: Page) {
  await expect.poll(() => page.evaluate(() => (globalThis as Watched).sent !== undefined)).toBe(true)
  return page.evaluate(async () => {
    const { sent = new Blob() } = globalThis as Watched
    const { width, height } = await createImageBitmap(sent)
    return { type: sent.type, width, height }
  })
}
