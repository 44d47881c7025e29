/**
 * Which names are time zones: IANA names like America/Chicago that Temporal can compute with and Intl can format, since
 * we use both. Intl alone also accepts names like CST, with which every computation then fails. Offsets like +02:00
 * aren't: they don't know daylight saving time, and older browsers refuse them.
 */
export function isTimeZone(name: string) {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** What is wrong with the name of a zone, with one that may be meant; null if nothing is. */
export function problemOfTimeZone(name: string) {
  if (isTimeZone(name)) return null
  const given = JSON.stringify(name.slice(0, 60))
  const asOffset = /^(?:utc|gmt)?\s*[+-]\d/i.test(name.trim())
  const why = asOffset ? ', which doesn’t know daylight saving time' : ''
  return `should be an IANA time zone like ${zoneMeantBy(name) ?? 'America/Chicago'}, not ${given}${why}`
}

/** Abbreviations and their words, each with its most populous zone. */
const usual: [RegExp, string][] = [
  [/^(?:c[sd]?t|central\b.*)$/, 'America/Chicago'],
  [/^(?:e[sd]?t|eastern\b.*)$/, 'America/New_York'],
  [/^(?:m[sd]?t|mountain\b.*)$/, 'America/Denver'],
  [/^(?:p[sd]?t|pacific\b.*)$/, 'America/Los_Angeles'],
  [/^(?:ak[sd]?t|alaska\b.*)$/, 'America/Anchorage'],
  [/^(?:h[sd]?t|hawaii\b.*)$/, 'Pacific/Honolulu'],
  [/^(?:a[sd]t|atlantic\b.*)$/, 'America/Halifax'],
  [/^indiana$/, 'America/Indiana/Indianapolis'],
  [/^(?:bst|uk)$/, 'Europe/London'],
  [/^ces?t$/, 'Europe/Berlin'],
  [/^jst$/, 'Asia/Tokyo'],
  [/^(?:z|zulu)$/, 'UTC'],
]

function zoneMeantBy(name: string) {
  const plain = name.trim().toLowerCase()
  const known = usual.find(([pattern]) => pattern.test(plain))?.[1]
  if (known) return known
  const underscored = plain.replaceAll(/\s+/g, '_')
  if (underscored === '') return undefined
  return Intl.supportedValuesOf('timeZone').find((zone) => {
    const lower = zone.toLowerCase()
    return lower === underscored || lower.endsWith(`/${underscored.split('/').at(-1)}`)
  })
}
