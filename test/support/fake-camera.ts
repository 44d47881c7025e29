import type { Page } from '@playwright/test'
import encodeQR from 'qr'

/**
 * A camera that shows what the test holds in front of it. It stands in for `getUserMedia` in every engine.
 * Call before the page opens; `show(page, text)` puts a QR code into view, null takes it away.
 */
export async function installFakeCamera(page: Page, { refuses }: { refuses?: string } = {}) {
  await page.addInitScript((error) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')
    const draw = (rows: boolean[][]) => {
      if (!context) return
      context.fillStyle = '#777'
      context.fillRect(0, 0, 640, 480)
      const side = 260 / rows.length
      for (const [y, row] of rows.entries())
        for (const [x, dark] of row.entries()) {
          context.fillStyle = dark ? '#000' : '#fff'
          context.fillRect(190 + x * side, 110 + y * side, side + 0.5, side + 0.5)
        }
    }
    let shown: boolean[][] = []
    Object.assign(window, { holdUp: (rows: boolean[][]) => draw((shown = rows)) })
    // A canvas that doesn't change sends no pictures.
    setInterval(() => draw(shown), 50)
    const getUserMedia = async () => {
      if (error) throw new DOMException('', error)
      return canvas.captureStream(20)
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, refuses)
}

export async function holdUp(page: Page, text: string | null) {
  const rows = text === null ? [] : encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  await page.evaluate((shown) => (window as unknown as { holdUp(rows: boolean[][]): void }).holdUp(shown), rows)
}
