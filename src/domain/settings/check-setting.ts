import { cleanLine } from '#domain/clean-text.ts'
import { isDay } from '#domain/iso-day.ts'
import { isDayOfYear, problemOfTerms } from '#domain/semesters.ts'
import { productKey } from '#domain/store-orders/order-settings.ts'
import { linkProblems, settingProblems as say } from '#domain/text/setting-messages.ts'
import { isOwnPath, parseUrl, problemOfLink } from './club-link.ts'
import { definitionOf, type SettingName, type SettingValue } from './setting-list.ts'

/** What is wrong, and where: the path of the field within the value, such as `2.url`, or an empty one for the value as a whole. */
export type SettingProblem = { at: string; text: string }
export type CheckedSetting<Name extends SettingName = SettingName> =
  | { outcome: 'accepted'; value: SettingValue<Name> }
  | { outcome: 'refused'; problems: SettingProblem[] }

type Facts = {
  /** The hosts that maps may come from, by `mapHosts` in `club.config.ts`. */
  mapHosts: readonly string[]
}

const longestLine = 200
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
  function fault(at: string, text: string) {
    problems.push({ at, text })
  }

  function line(at: string, typed: unknown, longest = longestLine) {
    const text = typeof typed === 'string' ? cleanLine(typed) : ''
    if (text === '') fault(at, say.empty)
    else if (text.length > longest) fault(at, say.tooLong(longest))
    // Shown as text everywhere, so it does no harm, but it's hardly what someone meant to show.
    else if (/<[a-z!/]/i.test(text)) fault(at, say.markup)
    return text
  }

  function link(at: string, typed: unknown) {
    const url = typeof typed === 'string' ? typed.trim() : ''
    if (url === '') fault(at, say.linkMissing)
    else if (url.length > 2000) fault(at, say.tooLong(2000))
    else {
      const problem = problemOfLink(url)
      if (problem !== null) fault(at, linkProblems[problem])
    }
    return url
  }

  function number(at: string, typed: unknown, { least, most }: { least: number; most: number }, whole = true) {
    const isRight = typeof typed === 'number' && Number.isFinite(typed) && typed >= least && typed <= most
    if (!isRight || (whole && !Number.isInteger(typed))) fault(at, say.number(least, most))
    return typed as number
  }

  function rows<Row>(typed: unknown, longest: number, readRow: (row: unknown, at: string) => Row): Row[] {
    if (!Array.isArray(typed)) {
      fault('', say.empty)
      return []
    }
    if (typed.length > longest) fault('', say.tooMany(longest))
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
    if (address === '') fault('embedUrl', say.mapMissing)
    else if (address.includes('<')) fault('embedUrl', say.mapWholeCode)
    else if (isOnThisMachine(address) && mapHosts.includes(hostOf(address))) return address
    else if (problemOfLink(address) !== null) fault('embedUrl', say.mapLink)
    else if (!mapHosts.includes(hostOf(address))) fault('embedUrl', say.mapHost(hostOf(address), mapHosts))
    return address
  }

  function term(typed: unknown, at: string) {
    const row = fieldsOf(typed)
    for (const end of ['from', 'to'] as const)
      if (typeof row[end] !== 'string' || !isDayOfYear(row[end])) fault(`${at}.${end}`, say.dayOfYear)
    return { name: line(`${at}.name`, row.name), from: String(row.from), to: String(row.to) }
  }

  function terms(typed: unknown) {
    const found = rows(typed, most.terms, term)
    const problem = problems.length === 0 ? problemOfTerms(found) : null
    if (problem) fault(`${problem.index}.from`, say.terms(problem.problem))
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
    if (typeof typed !== 'string' || !isDay(typed)) fault(at, say.date)
    return String(typed)
  }

  function products(typed: unknown) {
    if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) fault('', say.empty)
    const entries = Object.entries(fieldsOf(typed))
    if (entries.length > most.products) fault('', say.tooMany(most.products))
    const keys = new Set<string>()
    const read = entries.slice(0, most.products).map(([typedName, worth]): [string, unknown] => {
      const name = line(typedName, typedName)
      if (keys.has(productKey(name))) fault(typedName, say.productTwice)
      keys.add(productKey(name))
      return [name, worth === null ? null : worthOf(fieldsOf(worth), typedName)]
    })
    return Object.fromEntries(read)
  }

  function worthOf(worth: Record<string, unknown>, at: string) {
    const pieces = { least: 0, most: mostPieces }
    const paidPractices = number(`${at}.paidPractices`, worth.paidPractices ?? 0, pieces)
    const dayPasses = number(`${at}.dayPasses`, worth.dayPasses ?? 0, pieces)
    if (paidPractices === 0 && dayPasses === 0) fault(at, say.productWorthless)
    if (!isGiven(worth.priceCents)) return { paidPractices, dayPasses }
    return {
      paidPractices,
      dayPasses,
      priceCents: number(`${at}.priceCents`, worth.priceCents, { least: 0, most: mostCents }),
    }
  }

  function email(typed: unknown) {
    const address = typeof typed === 'string' ? typed.trim() : ''
    if (address.length > 254 || !/^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/i.test(address)) fault('', say.email)
    return address
  }

  function read(name: SettingName, typed: unknown): unknown {
    const definition = definitionOf(name)
    switch (definition.kind) {
      case 'line':
        return line('', typed, name === 'name' ? 60 : longestLine)
      case 'email':
        return typed === null ? null : email(typed)
      case 'link':
        return typed === null ? null : link('', typed)
      case 'map':
        return typed === null ? null : map(typed)
      case 'number':
        return number('', typed, definition)
      case 'yesNo':
        if (typeof typed !== 'boolean') fault('', say.yesOrNo)
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
