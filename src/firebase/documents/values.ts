import { atTime, startOf } from '#domain/calendar-day.ts'
import { isCalendarDay } from '#domain/profile.ts'

/**
 * A value in a Firestore document, from any format of an export: plain JSON, the typed values of the REST API, or the
 * markers of node-firestore-import-export. Timestamps become `Date`s.
 */
export type Value = null | boolean | number | string | Date | Value[] | { [name: string]: Value }
export type Fields = { [name: string]: Value }

/** Reports a field that Firestore doesn't allow: its path in the document, and why. */
export type ReportInvalidField = (field: string, why: string) => void

/** Whether Firestore allows this as the name of a field. */
export function isFieldName(name: string) {
  return name !== '' && !/^__.*__$/.test(name) && !/[~*/[\]]/.test(name)
}

export const fieldNameRule = 'a field’s name can’t be empty, can’t be __like this__, and can’t contain ~ * / [ ]'
export const nestedListRule = 'a document can’t contain a list inside a list'

/** A document's fields. Fields that Firestore doesn't allow are left out and reported. */
export function readFields(raw: object, report: ReportInvalidField): Fields {
  const typed = 'fields' in raw && isRecord(raw.fields) && Object.values(raw.fields).every(isTyped)
  return readRecord(typed ? (raw.fields as object) : raw, '', report)
}

function readRecord(raw: object, path: string, report: ReportInvalidField): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(raw)) {
    const field = path === '' ? name : `${path}.${name}`
    if (name === '__collections__') continue
    if (!isFieldName(name)) report(field, fieldNameRule)
    else {
      const read = readValue(value, field, report)
      if (read !== undefined) fields[name] = read
    }
  }
  return fields
}

function readValue(raw: unknown, path: string, report: ReportInvalidField): Value | undefined {
  if (raw === null || typeof raw === 'boolean' || typeof raw === 'number' || typeof raw === 'string') return raw
  if (Array.isArray(raw)) return readList(raw, path, report)
  if (!isRecord(raw)) return undefined
  if ('__datatype__' in raw) return readMarked(raw, path, report)
  if (isTyped(raw)) return readTyped(raw, path, report)
  return instantOf(raw) ?? readRecord(raw, path, report)
}

function readList(raw: unknown[], path: string, report: ReportInvalidField): Value[] {
  const values: Value[] = []
  for (const [i, each] of raw.entries()) {
    const isList = Array.isArray(each) || (isRecord(each) && 'arrayValue' in each)
    if (isList) report(`${path}[${i}]`, nestedListRule)
    else {
      const value = readValue(each, `${path}[${i}]`, report)
      if (value !== undefined) values.push(value)
    }
  }
  return values
}

function readMarked(raw: Record<string, unknown>, path: string, report: ReportInvalidField): Value | undefined {
  const { __datatype__: type, value } = raw
  if (type === 'timestamp') return readTimestamp(value, path, report)
  if (type === 'documentReference' && typeof value === 'string') return lastOf(value)
  if (type === 'geopoint') return undefined
  report(path, `${String(type)} isn’t a known kind of value`)
  return undefined
}

const typedNames = new Set([
  ...['nullValue', 'booleanValue', 'integerValue', 'doubleValue', 'timestampValue', 'stringValue'],
  ...['bytesValue', 'referenceValue', 'geoPointValue', 'arrayValue', 'mapValue'],
])

function isTyped(raw: unknown) {
  if (!isRecord(raw)) return false
  const names = Object.keys(raw)
  return names.length === 1 && typedNames.has(names[0] ?? '')
}

function valuesIn(value: unknown): unknown[] {
  const { values } = isRecord(value) ? value : {}
  return Array.isArray(values) ? values : []
}

function readTimestamp(value: unknown, path: string, report: ReportInvalidField) {
  const at = isRecord(value) ? instantOf(value) : readInstant(value as Value)
  if (at === null) report(path, `${asSaid(value ?? null)} isn’t a time`)
  return at ?? undefined
}

function readTyped(raw: Record<string, unknown>, path: string, report: ReportInvalidField): Value | undefined {
  const [[name, value] = ['', null]] = Object.entries(raw)
  if (name === 'nullValue') return null
  if (name === 'integerValue' || name === 'doubleValue') return Number(value)
  if (name === 'timestampValue') return readTimestamp(value, path, report)
  if (name === 'referenceValue') return lastOf(String(value))
  if (name === 'arrayValue') return readList(valuesIn(value), path, report)
  if (name === 'mapValue') return readRecord((value as { fields?: object } | null)?.fields ?? {}, path, report)
  if (name === 'geoPointValue' || name === 'bytesValue') return undefined
  return value as Value
}

/** `{_seconds, _nanoseconds}`, or the same without the underscores. */
function instantOf(raw: Record<string, unknown>) {
  const seconds = raw._seconds ?? raw.seconds
  const nanoseconds = raw._nanoseconds ?? raw.nanoseconds ?? raw.nanos ?? 0
  const others = Object.keys(raw).filter((name) => !/^_?(seconds|nanoseconds|nanos)$/.test(name))
  if (seconds === undefined || others.length > 0) return null
  return dateOf(Number(seconds) * 1000 + Math.floor(Number(nanoseconds) / 1e6))
}

/** Numbers below this are seconds since 1970 (until the year 5138), others milliseconds (from 1973). */
const firstMs = 1e11

/**
 * Reads a timestamp, ISO text, or a number of milliseconds or seconds since 1970.
 * @param timeZone of text without a UTC offset; a day alone means its start in this zone
 */
export function readInstant(value: Value | undefined, timeZone = 'UTC'): Date | null {
  if (value instanceof Date) return value
  if (typeof value === 'number') return dateOf(Math.abs(value) < firstMs ? value * 1000 : value)
  if (typeof value !== 'string') return null
  if (/^\d{9,14}$/.test(value)) return readInstant(Number(value))
  if (isDay(value)) return isCalendarDay(value) ? dateOf(Date.parse(startOf(value, timeZone))) : null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(value)) return dateOf(Date.parse(value))
  const [day = '', time = ''] = value.split('T')
  try {
    return dateOf(Date.parse(atTime(day, time, timeZone)))
  } catch {
    // There's no such day or time.
    return null
  }
}

/** Whether the text looks like `2026-09-01`. */
export function isDay(text: string) {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

function dateOf(ms: number) {
  // Only years 1 to 9999, which ISO text writes with four digits.
  return ms > -62_135_596_800_000 && ms < 253_402_300_800_000 ? new Date(ms) : null
}

/** The last part of a path: `abc` in `users/abc`. */
export function lastOf(path: string) {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** A value for use in a sentence: in quotes, cut to 60 characters. */
export function asSaid(value: unknown) {
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`
}
