/** `URL.canParse` and `new URL` in one, for phones without the first. */
export function parseUrl(text: string, base?: string) {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
