import { face, palettes } from '#web/ui/tokens.ts'

/** HTML frames for pictures, a phone or a browser window, placed by a style. */

const { paper, sunken, line, ink } = palettes.light

/** A large, pale target in the background. */
const rings = [520, 430, 340, 250, 160, 70]
  .map((r) => `<circle cx="550" cy="330" r="${r}" fill="none" stroke="${line}" stroke-width="1.5"/>`)
  .join('')
const ground = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="690">${rings}</svg>`)}`

export const frameStyle = `
  html, body { margin: 0; background: transparent }
  main { position: relative; block-size: 100vh; overflow: hidden; border-radius: 28px; background: ${sunken} url("${ground}") center top no-repeat }
  figure { position: absolute; box-sizing: border-box; margin: 0; overflow: hidden; box-shadow: 0 1px 2px #0003, 0 24px 48px -12px #0005 }
  img { display: block; inline-size: 100% }
  .phone { padding: 7px; border-radius: 38px; background: ${ink} }
  .phone img { border-radius: 31px }
  .window { border: 1px solid ${line}; border-radius: 14px; background: ${paper} }
  .bar { display: flex; align-items: center; gap: 8px; block-size: 34px; padding-inline: 14px; border-block-end: 1px solid ${line}; background: ${sunken} }
  .bar i { inline-size: 11px; block-size: 11px; border-radius: 50% }
`

export function phoneFrame(png: Buffer, place: string) {
  return `<figure class="phone" style="${place}">${image(png)}</figure>`
}

export function browserFrame(png: Buffer, place: string) {
  const lights = [face.red, face.gold, face.blue].map((fill) => `<i style="background: ${fill}"></i>`).join('')
  return `<figure class="window" style="${place}"><div class="bar">${lights}</div>${image(png)}</figure>`
}

function image(png: Buffer) {
  return `<img alt="" src="data:image/png;base64,${png.toString('base64')}">`
}
