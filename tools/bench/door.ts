import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { rowsOf } from '#test/support/fake-camera.ts'
import { requireChromium } from '../../scripts/browsers.mjs'
import type { BenchMember } from './club-rows.ts'
import { type BenchPart, percentile, type Round } from './part.ts'
import type { Server } from './server.ts'

const [width, height] = [640, 480]
/** Chromium plays a file of pictures this fast. */
const picturesPerSecond = 30
const [shownFor, emptyFor] = [2 * picturesPerSecond, picturesPerSecond]

export const door: BenchPart = {
  name: 'door',
  about:
    'an officer’s phone scans the passes of 60 members, one after another, with a camera that Chromium plays from a file',
  club: { members: 500, practices: 40 },
  rounds: 1,
  measure,
}

async function measure({ server, full, onEnd }: Round) {
  const [officer, ...others] = server.members
  const people = others.slice(0, full ? 60 : 20)
  const codes = await Promise.all(people.map((member) => codeOf(server, member)))
  const folder = await mkdtemp(join(tmpdir(), 'door-'))
  onEnd(() => rm(folder, { recursive: true }))
  const file = join(folder, 'door.mjpeg')
  await film(codes, file)
  const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    chromiumSandbox: false,
    args: [...camera, `--use-file-for-fake-video-capture=${file}`],
  })
  onEnd(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const [name = '', value = ''] = officer?.cookie.split('=') ?? []
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto(`${server.url}/scan`)
  await page.getByRole('region', { name: 'Result' }).waitFor()
  const begunAt = performance.now()
  await watch(page)
  await page.getByText(`${people.length} Members in Attendance`).waitFor({ timeout: 8000 * people.length })
  const seconds = (performance.now() - begunAt) / 1000
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits)
  return [
    { name: 'code in view to result, median', unit: 'ms', value: percentile(waits, 50), atMost: 400 },
    { name: 'code in view to result, slowest', unit: 'ms', value: percentile(waits, 100) },
    { name: 'seconds for each member', unit: 's', value: seconds / people.length, atMost: 6 },
  ]
}

async function codeOf({ url }: Server, { cookie }: BenchMember) {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  await fetch(`${url}/api/v1/pass/code`, { method: 'PUT', headers, body: '{}' })
  const { code } = (await (await fetch(`${url}/api/v1/pass/code`, { headers })).json()) as { code: string }
  return code
}

/** Each code for two seconds, and a second of nothing; a white corner says that a code is in view. */
async function film(codes: string[], file: string) {
  const out = createWriteStream(file)
  const empty = await picture([])
  for (const code of codes) {
    const shown = await picture(rowsOf(code))
    for (let i = 0; i < emptyFor; i++) out.write(empty)
    for (let i = 0; i < shownFor; i++) out.write(shown)
  }
  await new Promise((resolve) => out.end(resolve))
}

function picture(rows: boolean[][]) {
  const side = 8
  const pixels = Buffer.alloc(width * height, 120)
  const paint = (x: number, y: number, size: number, shade: number) => {
    for (let row = y; row < y + size; row++) pixels.fill(shade, row * width + x, row * width + x + size)
  }
  paint(0, 0, 40, rows.length > 0 ? 255 : 0)
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) paint(180 + x * side, 100 + y * side, side, dark ? 20 : 235)
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** Notes how long it takes from the picture with a code to the result on the screen. */
function watch(page: Page) {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    const result = document.querySelector('[aria-label=Result]')
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    const waits: number[] = []
    let cameAt: number | null = null
    let wasShown = false
    Object.assign(window, { waits })
    function look() {
      if (video && context) {
        context.drawImage(video, 20, 20, 1, 1, 0, 0, 1, 1)
        const isShown = (context.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128
        if (isShown && !wasShown) cameAt = performance.now()
        wasShown = isShown
      }
      video?.requestVideoFrameCallback(look)
    }
    look()
    let name = ''
    new MutationObserver(() => {
      const shown = result?.textContent ?? ''
      if (cameAt === null || shown === name || !shown.includes('Checked in')) return
      name = shown
      waits.push(performance.now() - cameAt)
      cameAt = null
    }).observe(result as Element, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}
