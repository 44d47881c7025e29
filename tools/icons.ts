import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IconMapPin, IconTicket } from '@tabler/icons-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { face, palettes } from '#web/ui/tokens.ts'

// Draws every icon of the app from one mark and the app's own colors: `npm run icons` writes them to public/.
// They are committed.

const { paper, ink, line } = palettes.light

/** Returns file contents by file name in public/. */
async function makeIcons(): Promise<Record<string, Buffer>> {
  return {
    'favicon.svg': Buffer.from(favicon),
    'favicon.ico': toIco(await png(mark(0.5, whiteLine), 32)),
    'apple-touch-icon.png': await png(mark(0.41, onPaper), 180),
    'icons/any-192.png': await png(mark(0.5, whiteLine), 192),
    'icons/any-512.png': await png(mark(0.5, whiteLine), 512),
    'icons/maskable-192.png': await png(mark(0.39, onPaper), 192),
    'icons/maskable-512.png': await png(mark(0.39, onPaper), 512),
    'icons/monochrome-512.png': await png(monochrome, 512),
    'icons/shortcut-pass.png': await png(shortcut(IconTicket), 96),
    'icons/shortcut-maps.png': await png(shortcut(IconMapPin), 96),
    'icons/shortcut-scorecard.png': await png(mark(0.41, onPaper), 96),
    'icons/preview.png': await png(preview, 1200, 630),
  }
}

/** The rim is black on light and white on dark, or it would be invisible. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Target</title>
  <style>.rim{fill:${ink.toLowerCase()}}@media (prefers-color-scheme:dark){.rim{fill:#fff}}</style>
  <circle class="rim" cx="16" cy="16" r="16"/>
  <circle cx="16" cy="16" r="12" fill="${face.blue.toLowerCase()}"/>
  <circle cx="16" cy="16" r="8" fill="${face.red.toLowerCase()}"/>
  <circle cx="16" cy="16" r="4" fill="${face.gold.toLowerCase()}"/>
</svg>
`

type Ground = (rim: string) => string

/** Transparent; a white line separates the black rim from a dark screen. */
const whiteLine: Ground = (rim) => `<circle cx="50" cy="50" r="50" fill="${face.white}"/>${rim}`
/** Filled to the edges, for icons that are cropped or must not be transparent. */
const onPaper: Ground = (rim) => `<rect width="100" height="100" fill="${paper}"/>${rim}`

/** @param reach distance from the center, as a share of the icon's width */
function mark(reach: number, ground: Ground) {
  return square(ground(target(50, 50, reach === 0.5 ? 48 : reach * 100)))
}

function target(x: number, y: number, radius: number) {
  const rings = [face.black, face.blue, face.red, face.gold]
  return rings.map((fill, n) => `<circle cx="${x}" cy="${y}" r="${(radius * (4 - n)) / 4}" fill="${fill}"/>`).join('')
}

/** Only the shape counts: phones fill it with their own color. */
const monochrome = square(
  `<g fill="none" stroke="#fff" stroke-width="7.5"><circle cx="50" cy="50" r="35"/><circle cx="50" cy="50" r="20"/></g>
  <circle cx="50" cy="50" r="8" fill="#fff"/>`,
)

function shortcut(icon: typeof IconTicket) {
  const drawn = renderToStaticMarkup(createElement(icon, { size: 60, stroke: 1.75, color: ink, x: 20, y: 20 }))
  return square(`<rect width="100" height="100" fill="${paper}"/>${drawn}`)
}

/** The link preview of the login page in chats: the mark on the rings of the login page. */
const preview = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="${paper}"/>
  <g fill="none" stroke="${line}" stroke-width="2">${[260, 330, 400, 470, 540, 610].map((r) => `<circle cx="600" cy="315" r="${r}"/>`).join('')}</g>
  ${target(600, 315, 190)}
</svg>`

function square(content: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`
}

function png(svg: string, width: number, height = width) {
  // At 72 px, the drawing has its natural size.
  const units = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  return sharp(Buffer.from(svg), { density: 72 * (width / units) })
    .resize(width, height)
    .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
}

/** Wraps a 32 px PNG in the ICO format of old browsers: a directory with one entry, then the PNG itself. */
function toIco(picture: Buffer) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'public')
  for (const [name, content] of Object.entries(await makeIcons())) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
    process.stdout.write(`${name.padEnd(30)} ${content.length} bytes\n`)
  }
}
