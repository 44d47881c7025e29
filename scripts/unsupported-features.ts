/**
 * Names in scripts and style sheets of features that the oldest supported browsers lack, by MDN's compatibility data. If some object has
 * long had a method of this name, it counts as supported, because a name alone doesn't say whose method it is.
 */
import { createRequire } from 'node:module'
import type { Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data'
import { oldestBrowsers } from './oldest-browsers.ts'

// `require` reads the data in a tenth of a second; an import would need an attribute that tools handle differently.
export const data: Record<'javascript' | 'api' | 'css' | 'html', Identifier> = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
)

/** Returns the oldest browsers that lack a feature; empty if none does or nothing is known. */
function lackedBy(feature: Identifier | undefined) {
  const without = Object.entries(oldestBrowsers).filter(([browser, version]) => !isInBrowser(feature, browser, version))
  return feature?.__compat ? without.map(([browser, version]) => `${browser} ${version}`).join(', ') : ''
}

/** Returns the oldest browsers that lack a feature whose later versions have it. */
function lackedAtFirstBy(feature: Identifier | undefined) {
  const later = Object.entries(oldestBrowsers).filter(
    ([browser, version]) => isInBrowser(feature, browser, newest) && !isInBrowser(feature, browser, version),
  )
  return later.map(([browser, version]) => `${browser} ${version}`).join(', ')
}

/**
 * Like `lackedAtFirstBy`, but empty if some browser still lacks the feature: then no page depends on it, or the name is more likely one
 * of our own.
 */
export function newlyIn(feature: Identifier | undefined) {
  const isEverywhere = ['chrome', 'firefox', 'safari'].every((browser) => isInBrowser(feature, browser, newest))
  return isEverywhere ? lackedAtFirstBy(feature) : ''
}

const newest = 10_000

function isInBrowser(feature: Identifier | undefined, browser: string, version: number) {
  const support = feature?.__compat?.support as Partial<Record<string, SupportStatement>> | undefined
  return [support?.[browser] ?? []].flat().some((statement) => isIn(statement, version))
}

function isIn(statement: SimpleSupportStatement, version: number) {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: alternative } = statement
  if (typeof added !== 'string' || flags || prefix || alternative) return false
  return numberOf(added) <= version && !(typeof removed === 'string' && numberOf(removed) <= version)
}

/** A preview counts as unreleased. */
function numberOf(version: string) {
  const number = Number.parseFloat(version.replace('≤', ''))
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}

/** Names that may refer to several features. A name is unsupported only if all of its features are. */
class Names {
  readonly #lacking = new Map<string, string>()
  readonly #judge: typeof lackedBy
  constructor(judge: typeof lackedBy) {
    this.#judge = judge
  }
  add(name: string, feature: Identifier | undefined) {
    const lacking = this.#judge(feature)
    if (this.#lacking.get(name) !== '') this.#lacking.set(name, lacking)
  }
  has(name: string) {
    return this.#lacking.has(name)
  }
  lackedBy(name: string) {
    return this.#lacking.get(name) ?? ''
  }
}

export const names = {
  globals: new Names(lackedBy),
  statics: new Names(lackedBy),
  members: new Names(newlyIn),
  events: new Names(lackedAtFirstBy),
  attributes: new Names(newlyIn),
  functions: new Names(newlyIn),
}

function featuresOf(parent: Identifier | undefined): [string, Identifier][] {
  return Object.entries(parent ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]
}

function learnBuiltins(owners: Identifier | undefined, namespace = '') {
  for (const [owner, each] of featuresOf(owners)) {
    if (namespace === '') names.globals.add(owner, each)
    else names.statics.add(`${namespace}.${owner}`, each)
    if (['Intl', 'Temporal'].includes(owner)) learnBuiltins(each, owner)
    else
      for (const [name, feature] of featuresOf(each)) {
        const isOfEach = JSON.stringify(feature.__compat?.spec_url ?? '').includes('prototype')
        if (isOfEach) names.members.add(name, feature)
        else names.statics.add(`${owner}.${name}`, feature)
      }
  }
}

learnBuiltins(data.javascript.builtins)
for (const [owner, each] of featuresOf(data.api)) {
  names.globals.add(owner, each)
  for (const [name, feature] of featuresOf(each)) {
    if (name.endsWith('_static')) names.statics.add(`${owner}.${name.replace('_static', '')}`, feature)
    else if (name.endsWith('_event')) names.events.add(name.replace('_event', ''), feature)
    else names.members.add(name, feature)
  }
}
for (const group of [data.html.global_attributes, ...featuresOf(data.html.elements).map(([, each]) => each)])
  for (const [name, feature] of featuresOf(group)) names.attributes.add(name, feature)
for (const [name, type] of featuresOf(data.css.types)) {
  names.functions.add(name, type)
  for (const [inner, each] of featuresOf(type)) names.functions.add(inner, each)
}
