/** Whether a text is a calendar day, `YYYY-MM-DD`: `2026-02-28` is, `2026-02-29` is not. */
export function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The day with which a time of another program begins, such as `2026-11-10 14:03:22 -0500`; null if it begins with none. */
export function leadingDay(text: string) {
  const [day = ''] = /^[\d-]+(?=$|[T ])/.exec(text.trim()) ?? []
  return isDay(day) ? day : null
}
