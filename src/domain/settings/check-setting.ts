import { cleanLine, cleanLines } from '#domain/clean-text.ts'
import { isDay } from '#domain/iso-day.ts'
import { isDayOfYear, problemOfTerms } from '#domain/semesters.ts'
import { productKey } from '#domain/store-orders/order-settings.ts'
import { isTimeToSend, isWeekday } from '#domain/week-time.ts'
import { contrastWithGround, isColor, leastOfButton } from './club-color.ts'
import { clubFileOfUrl, logoFileName } from './club-file.ts'
import { isOwnPath, type LinkProblem, parseUrl, problemOfLink } from './club-link.ts'
import { definitionOf, type SettingName, type SettingValue } from './setting-list.ts'

/** What is wrong, and where: the path of the field within the value, such as `2.url`, or an empty one for the value as a whole. */
export type SettingProblem = { at: string; fault: SettingFault }
export type SettingFault =
  | { reason: PlainFault | LinkProblem }
  | { reason: 'too-long' | 'too-many'; most: number }
  | { reason: 'number'; least: number; most: number }
  | { reason: 'map-host'; host: string; hosts: readonly string[] }
  | { reason: 'terms'; problem: string }
  /** A color that buttons would be hard to see in: its contrast with the page in that mode. */
  | { reason: 'faint'; mode: 'light' | 'dark'; contrast: number }
export type PlainFault =
  | ('empty' | 'markup' | 'link-missing' | 'map-missing' | 'map-whole-code' | 'map-link' | 'day-of-year' | 'date')
  | ('file-missing' | 'color' | 'weekday' | 'time')
  | ('product-twice' | 'product-worthless' | 'email' | 'yes-or-no' | 'choice')
export type CheckedSetting<Name extends SettingName = SettingName> =
  | { outcome: 'accepted'; value: SettingValue<Name> }
  | { outcome: 'refused'; problems: SettingProblem[] }

type Facts = {
  /** The hosts that maps may come from, by `mapHosts` in `club.config.ts`. */
  mapHosts: readonly string[]
}

const longestLine = 200
export const longestText = 4000
const longestLink = 2000
const longestRule = 500
const longestKind = 30
const most = { links: 20, terms: 12, calls: 20, rules: 50, resources: 100, products: 200 }
const mostPieces = 1000
const mostCents = 1_000_000

/**
 * Checks a value that an officer has typed, the same way in the browser and on the server. Accepted values are trimmed, without what
 * can't be seen, and without fields that the setting doesn't have.
 */
export function checkSetting<Name extends SettingName>(name: Name, typed: unknown, facts: Facts): CheckedSetting<Name> {
  const problems: SettingProblem[] = []
  const value = createReader(problems, facts).read(name, typed)
  return problems.length > 0
    ? { outcome: 'refused', problems }
    : { outcome: 'accepted', value: value as SettingValue<Name> }
}

/** Reads each kind of value, and notes what is wrong with it. */
function createReader(problems: SettingProblem[], { mapHosts }: Facts) {
  function fault(at: string, found: SettingFault) {
    problems.push({ at, fault: found })
  }

  function line(at: string, typed: unknown, longest = longestLine, clean = cleanLine) {
    const text = typeof typed === 'string' ? clean(typed) : ''
    if (text === '') fault(at, { reason: 'empty' })
    else if (text.length > longest) fault(at, { reason: 'too-long', most: longest })
    // Shown as text everywhere, so it does no harm, but it's hardly what someone meant to show.
    else if (/<[a-z!/]/i.test(text)) fault(at, { reason: 'markup' })
    return text
  }

  function link(at: string, typed: unknown) {
    const url = typeof typed === 'string' ? typed.trim() : ''
    if (url === '') fault(at, { reason: 'link-missing' })
    else if (url.length > longestLink) fault(at, { reason: 'too-long', most: longestLink })
    else {
      const problem = problemOfLink(url)
      if (problem !== null) fault(at, { reason: problem })
    }
    return url
  }

  function number(at: string, typed: unknown, { least, most }: { least: number; most: number }, whole = true) {
    const isRight = typeof typed === 'number' && Number.isFinite(typed) && typed >= least && typed <= most
    if (!isRight || (whole && !Number.isInteger(typed))) fault(at, { reason: 'number', least, most })
    return typed as number
  }

  function rows<Row>(typed: unknown, longest: number, readRow: (row: unknown, at: string) => Row): Row[] {
    if (!Array.isArray(typed)) {
      fault('', { reason: 'empty' })
      return []
    }
    if (typed.length > longest) fault('', { reason: 'too-many', most: longest })
    return typed.slice(0, longest).map((row, index) => readRow(row, String(index)))
  }

  function map(typed: unknown) {
    const fields = fieldsOf(typed)
    return {
      title: line('title', fields.title),
      embedUrl: mapAddress(fields.embedUrl),
      address: line('address', fields.address),
      latitude: number('latitude', fields.latitude, { least: -90, most: 90 }, false),
      longitude: number('longitude', fields.longitude, { least: -180, most: 180 }, false),
    }
  }

  function mapAddress(typed: unknown) {
    const address = typeof typed === 'string' ? typed.trim() : ''
    if (address === '') fault('embedUrl', { reason: 'map-missing' })
    else if (address.includes('<')) fault('embedUrl', { reason: 'map-whole-code' })
    else if (isOnThisMachine(address) && mapHosts.includes(hostOf(address))) return address
    else if (problemOfLink(address) !== null) fault('embedUrl', { reason: 'map-link' })
    else if (!mapHosts.includes(hostOf(address)))
      fault('embedUrl', { reason: 'map-host', host: hostOf(address), hosts: mapHosts })
    return address
  }

  function term(typed: unknown, at: string) {
    const row = fieldsOf(typed)
    for (const end of ['from', 'to'] as const)
      if (typeof row[end] !== 'string' || !isDayOfYear(row[end])) fault(`${at}.${end}`, { reason: 'day-of-year' })
    return { name: line(`${at}.name`, row.name), from: String(row.from), to: String(row.to) }
  }

  function terms(typed: unknown) {
    const found = rows(typed, most.terms, term)
    const problem = problems.length === 0 ? problemOfTerms(found) : null
    if (problem) fault(`${problem.index}.from`, { reason: 'terms', problem: problem.problem })
    return found
  }

  function resource(typed: unknown, at: string) {
    const row = fieldsOf(typed)
    const isOwn = typeof row.url === 'string' && isOwnPath(row.url)
    return {
      label: line(`${at}.label`, row.label),
      url: isOwn ? String(row.url) : link(`${at}.url`, row.url),
      ...(isGiven(row.kind) && { kind: line(`${at}.kind`, row.kind, longestKind) }),
      ...(isGiven(row.date) && { date: date(`${at}.date`, row.date) }),
    }
  }

  function date(at: string, typed: unknown) {
    if (typeof typed !== 'string' || !isDay(typed)) fault(at, { reason: 'date' })
    return String(typed)
  }

  function products(typed: unknown) {
    if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) fault('', { reason: 'empty' })
    const entries = Object.entries(fieldsOf(typed))
    if (entries.length > most.products) fault('', { reason: 'too-many', most: most.products })
    const keys = new Set<string>()
    const read = entries.slice(0, most.products).map(([typedName, worth]): [string, unknown] => {
      const name = line(typedName, typedName)
      if (keys.has(productKey(name))) fault(typedName, { reason: 'product-twice' })
      keys.add(productKey(name))
      return [name, worth === null ? null : worthOf(fieldsOf(worth), typedName)]
    })
    return Object.fromEntries(read)
  }

  function worthOf(worth: Record<string, unknown>, at: string) {
    const pieces = { least: 0, most: mostPieces }
    const paidPractices = number(`${at}.paidPractices`, worth.paidPractices ?? 0, pieces)
    const dayPasses = number(`${at}.dayPasses`, worth.dayPasses ?? 0, pieces)
    if (paidPractices === 0 && dayPasses === 0) fault(at, { reason: 'product-worthless' })
    if (!isGiven(worth.priceCents)) return { paidPractices, dayPasses }
    return {
      paidPractices,
      dayPasses,
      priceCents: number(`${at}.priceCents`, worth.priceCents, { least: 0, most: mostCents }),
    }
  }

  function email(typed: unknown) {
    const address = typeof typed === 'string' ? typed.trim() : ''
    if (address.length > 254 || !/^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/i.test(address)) fault('', { reason: 'email' })
    return address
  }

  function file(typed: unknown, isRight: (url: string) => boolean) {
    const url = String(typed)
    if (clubFileOfUrl(url) === null || !isRight(url)) fault('', { reason: 'file-missing' })
    return url
  }

  function color(typed: unknown) {
    const fields = fieldsOf(typed)
    for (const mode of ['light', 'dark'] as const) {
      const value = fields[mode]
      if (!isColor(value)) fault(mode, { reason: 'color' })
      else if (contrastWithGround(value, mode) < leastOfButton)
        fault(mode, { reason: 'faint', mode, contrast: contrastWithGround(value, mode) })
    }
    return { light: String(fields.light).toUpperCase(), dark: String(fields.dark).toUpperCase() }
  }

  function weekTime(typed: unknown) {
    const { day, time } = fieldsOf(typed)
    if (!isWeekday(day)) fault('day', { reason: 'weekday' })
    if (!isTimeToSend(time)) fault('time', { reason: 'time' })
    return { day, time }
  }

  function read(name: SettingName, typed: unknown): unknown {
    const definition = definitionOf(name)
    switch (definition.kind) {
      case 'line':
        return line('', typed, name === 'name' ? 60 : longestLine)
      case 'text':
        return typed === null ? null : line('', typed, longestText, cleanLines)
      case 'email':
        return typed === null ? null : email(typed)
      case 'link':
        return typed === null ? null : link('', typed)
      case 'logo':
        return typed === null ? null : file(typed, (url) => url.endsWith(`/${logoFileName}`))
      case 'pdf':
        return typed === null ? null : file(typed, (url) => /\.pdf$/i.test(url))
      case 'color':
        return typed === null ? null : color(typed)
      case 'map':
        return typed === null ? null : map(typed)
      case 'number':
        return number('', typed, definition)
      case 'weekTime':
        return typed === null ? null : weekTime(typed)
      case 'yesNo':
        if (typeof typed !== 'boolean') fault('', { reason: 'yes-or-no' })
        return typed
      case 'choice':
        if (!definition.choices.some((each) => each === typed)) fault('', { reason: 'choice' })
        return typed
      case 'links':
        return rows(typed, most.links, (row, at) => ({
          label: line(`${at}.label`, fieldsOf(row).label),
          url: link(`${at}.url`, fieldsOf(row).url),
        }))
      case 'terms':
        return terms(typed)
      case 'calls':
        return rows(typed, most.calls, (row, at) => ({
          hear: line(`${at}.hear`, fieldsOf(row).hear),
          act: line(`${at}.act`, fieldsOf(row).act),
          urgent: fieldsOf(row).urgent === true,
        }))
      case 'rules':
        return rows(typed, most.rules, (row, at) => line(at, row, longestRule))
      case 'resources':
        return rows(typed, most.resources, resource)
      case 'products':
        return products(typed)
    }
  }

  return { read }
}

function hostOf(address: string) {
  return parseUrl(address)?.host ?? ''
}

/** For a webmaster who tries things out. */
function isOnThisMachine(address: string) {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//.test(address)
}

function fieldsOf(typed: unknown): Record<string, unknown> {
  return Object(typed)
}

function isGiven(value: unknown) {
  return value !== undefined && value !== null && value !== ''
}
