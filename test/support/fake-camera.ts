import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import type { QuickMember } from './quick-member.ts'

/**
 * A camera that sees what the test holds up. It replaces the device's own, in every engine.
 * @param error the name of the error with which the browser refuses it, if it does
 */
export function installInPage(error?: string) {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  let shown: boolean[][] = []
  function draw() {
    if (!context) return
    const side = 260 / shown.length
    context.fillStyle = '#777'
    context.fillRect(0, 0, 640, 480)
    for (const [y, row] of shown.entries())
      for (const [x, dark] of row.entries()) {
        context.fillStyle = dark ? '#000' : '#fff'
        context.fillRect(190 + x * side, 110 + y * side, side + 0.5, side + 0.5)
      }
  }
  // A canvas that doesn't change sends no pictures.
  setInterval(draw, 50)
  Object.assign(window, {
    holdUp(rows: boolean[][]) {
      shown = rows
      draw()
    },
  })
  async function getUserMedia() {
    if (error) throw new DOMException('', error)
    return canvas.captureStream(20)
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
}

export function holdUpInPage(rows: boolean[][]) {
  ;(window as unknown as { holdUp(rows: boolean[][]): void }).holdUp(rows)
}

/** @param text null for nothing in view */
export function rowsOf(text: string | null) {
  return text === null ? [] : encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
}

/** The code on a member's My Pass. */
export async function passCodeOf(member: QuickMember) {
  await member.call('passCode.create')
  return String((await member.call('passCode.get')).code)
}

export const holdUp = (page: Page, text: string | null) => page.evaluate(holdUpInPage, rowsOf(text))
