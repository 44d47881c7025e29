/** In CSS pixels: a phone and a desktop. */
export const widths = [390, 1280]

/** All widths with `QUIVER_MANY=1`, otherwise one of them by the number of the journey, so that each gets its share. */
export function widthsOf(journey: number) {
  return process.env.QUIVER_MANY === '1' ? widths : [widths[journey % widths.length] ?? 0]
}
