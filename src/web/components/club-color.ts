let sheet: CSSStyleSheet | null = null

/** Shows the club's color, in place of the one that public/early.js has set. @param css of the club; null for the app's own colors */
export function showClubColor(css: string | null) {
  if (css === null) {
    document.adoptedStyleSheets = []
    return
  }
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}
