import { channels, contrastOf, luminanceOf } from '#domain/contrast.ts'
import { grounds } from './club-color.ts'

/** How well a logo stands out from the header, in each mode: contrast ratios from 1 to 21. */
export type LogoContrast = Record<keyof typeof grounds, number>

/** WCAG 1.4.11. */
export const leastOfLogo = 3
/** What stands out has to be at least this share of the logo's area; a hairline doesn't show in the header. */
const drawnShare = 0.05

/** @param pixels four bytes each: red, green, blue, and alpha, from 0 to 255 */
export function logoContrast(pixels: Uint8Array): LogoContrast {
  return {
    light: contrastOn(pixels, grounds.light.paper),
    dark: contrastOn(pixels, grounds.dark.paper),
    outdoor: contrastOn(pixels, grounds.outdoor.paper),
  }
}

/** The contrast that the most visible part of the logo has at least. */
function contrastOn(pixels: Uint8Array, ground: string) {
  const [red = 0, green = 0, blue = 0] = channels(ground)
  const groundLuminance = luminanceOf(red, green, blue)
  const contrasts: number[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255
    const over = (channel: number, under: number) => channel * opacity + under * (1 - opacity)
    const seen = luminanceOf(
      over(pixels[at] ?? 0, red),
      over(pixels[at + 1] ?? 0, green),
      over(pixels[at + 2] ?? 0, blue),
    )
    contrasts.push(contrastOf(seen, groundLuminance))
  }
  contrasts.sort((a, b) => b - a)
  return contrasts[Math.floor(contrasts.length * drawnShare)] ?? 1
}

/** The modes in which the logo doesn't stand out. */
export function modesTooFaint(contrast: LogoContrast) {
  return (['light', 'dark', 'outdoor'] as const).filter((mode) => contrast[mode] < leastOfLogo)
}
