/** The contrast ratio of two colors (`#RRGGBB`) by the WCAG 2 formula, 1 to 21. */
export function contrast(one: string, other: string) {
  return contrastOf(luminance(one), luminance(other))
}

/** The same of two luminances. */
export function contrastOf(one: number, other: number) {
  const [darker = 0, lighter = 0] = [one, other].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = channels(color)
  return luminanceOf(red, green, blue)
}

/** The relative luminance of a color in sRGB, 0 to 1. @param red 0 to 255, as `green` and `blue` */
export function luminanceOf(red: number, green: number, blue: number) {
  const [linearRed = 0, linearGreen = 0, linearBlue = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * linearRed + 0.7152 * linearGreen + 0.0722 * linearBlue
}

/** Red, green, and blue of a color like `#FFD21F`, 0 to 255. */
export function channels(color: string) {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
