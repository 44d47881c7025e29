/** How the menu opens the palette, which is the bar's; asked for before it has come, it opens then. */
let open: (() => void) | null = null
let asked = false

export function openPalette() {
  asked = open === null
  open?.()
}

/** @returns takes it away */
export function registerPalette(opens: () => void) {
  open = opens
  if (asked) openPalette()
  return () => {
    open = null
  }
}
