import type { EventMoment } from '#domain/calendar-sync.ts'
import { cleanLine, cleanLines } from '#domain/clean-text.ts'

/**
 * Turns texts of untrusted events into plain text (T57): no control characters (PostgreSQL rejects NUL), nothing that
 * changes the reading direction of the text around them, no lone surrogates, and a limited length.
 */
const caps = { summary: 300, location: 500, description: 5_000 }

const unusable = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB\uFEFF]/u

export function cleanSummary(text: string) {
  return cleanTo(caps.summary, text)
}

export function cleanLocation(text: string) {
  return cleanTo(caps.location, text)
}

/** Keeps line breaks. Google lets people format descriptions, so simple HTML becomes the text that it shows. */
export function cleanDescription(text: string) {
  const plain = flattenHtml(text.slice(0, caps.description * 4))
  return cut(cleanLines(plain).replace(/\n{3,}/g, '\n\n'), caps.description)
}

/** @returns the address; an empty text if it doesn't look like one */
export function cleanEmail(text: string) {
  const address = text.trim().replace(/^mailto:/i, '')
  return /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/.test(address) && isUsableId(address) ? address : ''
}

/** Whether a text can be an id unchanged: one that had to be cleaned first could become another's. */
export function isUsableId(text: string) {
  return text.length > 0 && text.length <= 1024 && text.isWellFormed() && text.search(unusable) === -1
}

function cleanTo(cap: number, text: string) {
  return cut(cleanLine(text.slice(0, cap * 4)), cap)
}

function cut(text: string, cap: number) {
  const trimmed = text.trim()
  if (trimmed.length <= cap) return trimmed
  // Don't cut a surrogate pair in half.
  const end = /[\uD800-\uDBFF]/.test(trimmed.charAt(cap - 1)) ? cap - 1 : cap
  return trimmed.slice(0, end).trimEnd()
}

const knownTag = /<(\/?)(a|b|br|div|em|h[1-6]|html-blob|i|li|ol|p|span|strong|u|ul)\b([^<>]*)>/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Converts only the tags that Google's editor makes; any other angle bracket is text and stays. */
function flattenHtml(text: string) {
  if (text.search(knownTag) === -1) return text
  let href = ''
  let linkAt = 0
  let out = ''
  let at = 0
  for (const match of text.matchAll(knownTag)) {
    const [tag, slash, name = '', attributes = ''] = match
    out += decode(text.slice(at, match.index))
    at = match.index + tag.length
    const element = name.toLowerCase()
    if (element === 'a' && !slash) {
      href = decode(/\bhref="(https:[^"]{0,2000})"/i.exec(attributes)?.[1] ?? '')
      linkAt = out.length
    } else if (element === 'a') {
      if (href && !out.slice(linkAt).includes(href)) out += ` (${href})`
      href = ''
    } else if (element === 'li' && !slash) {
      out += '\n• '
    } else if (element === 'br' || /^(?:p|div|ul|ol|h[1-6])$/.test(element)) {
      out += '\n'
    }
  }
  return out + decode(text.slice(at))
}

function decode(text: string) {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
}

/** ISO 8601 in UTC with milliseconds. @throws RangeError outside the years 1 to 9999 */
export function isoInstant(ms: number) {
  const iso = new Date(ms).toISOString()
  if (iso.length !== 24 || iso.startsWith('0000')) throw new RangeError('year out of range')
  return iso
}

/**
 * A valid end for this start. An all-day event lasts at least a day. A timed event that ends when or before it starts,
 * or on a date without a time, has no usable end (T48): null.
 */
export function usableEnd(start: EventMoment, end: EventMoment | null): EventMoment | null {
  if ('on' in start) return end && 'on' in end && end.on > start.on ? end : { on: dayAfter(start.on) }
  return end && 'at' in end && end.at > start.at ? end : null
}

function dayAfter(day: string) {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}
