import sharp from 'sharp'
import type { SettingJson } from '#contract/club-settings.ts'
import { checkSetting } from '#domain/settings/check-setting.ts'
import { type ClubColor, clubColorCss } from '#domain/settings/club-color.ts'
import { definitionOf, type SettingName } from '#domain/settings/setting-list.ts'
import { weekdays } from '#domain/week-time.ts'
import { footerPaths } from '#server/ops/config/club-config.ts'
import type { Random } from '#server/ops/demo/random.ts'

/** What the club hasn't decided about. */
export const unset = 'unset'
/** The club's settings as JSON texts, by name; `unset` for what it hasn't decided about. */
export type Settings = Partial<Record<SettingName, string>>

type Making = {
  name: SettingName
  random: Random
  /** A number that no other value has. */
  number: number
  mapHosts: readonly string[]
  upload: (use: 'logo' | 'document', name: string, content: Buffer) => Promise<string>
}

/** Any valid value, as the server stores it. */
export async function anyValue(making: Making): Promise<SettingJson> {
  const checked = checkSetting(making.name, await typedValue(making), making)
  if (checked.outcome === 'refused')
    throw new Error(`${making.name} was made wrong: ${JSON.stringify(checked.problems)}`)
  return checked.value as SettingJson
}

async function typedValue({ name, random, number, mapHosts, upload }: Making): Promise<unknown> {
  const definition = definitionOf(name)
  const text = `Value ${number}`
  const url = `https://club${number}.example.edu/page`
  const several = <T>(each: (at: number) => T) => Array.from({ length: random.int(0, 6) }, (_, at) => each(at))
  if (definition.kind !== 'logo' && random.chance(0.05) && isOptional(definition.kind)) return null
  switch (definition.kind) {
    case 'line':
      return text
    case 'email':
      return `club${number}@purdue.edu`
    case 'link':
      return url
    case 'logo':
      return upload('logo', 'logo.png', await drawing(number))
    case 'pdf':
      return upload('document', `Constitution ${number}.pdf`, pdf(number))
    case 'color':
      return { light: colorOf(random, 0, 120), dark: colorOf(random, 130, 255) }
    case 'map':
      return {
        ...{ title: text, embedUrl: `https://${random.pick(mapHosts)}/maps/embed?pb=${number}`, address: text },
        ...{ latitude: random.int(-90, 90), longitude: random.int(-180, 180) },
      }
    case 'number':
      return random.int(definition.least, definition.most)
    case 'yesNo':
      return random.chance(0.5)
    case 'weekTime':
      return { day: random.pick(weekdays), time: `${random.int(10, 20)}:00` }
    case 'choice':
      return random.pick(definition.choices)
    case 'text':
      return `${text}\n\nIn two paragraphs.`
    case 'links':
      return several((at) => ({ label: `${text}, ${at}`, url }))
    case 'terms':
      return [
        { name: `Fall ${number}`, from: '08-20', to: `12-${random.int(10, 20)}` },
        { name: `Spring ${number}`, from: `01-${random.int(10, 20)}`, to: '05-10' },
      ]
    case 'calls':
      return several((at) => ({ hear: `${text}, ${at}`, act: text, urgent: random.chance(0.5) }))
    case 'rules':
      return several((at) => `${text}, ${at}`)
    case 'resources':
      return [
        { label: text, url: await upload('document', `Document ${number}.pdf`, pdf(number)), kind: 'PDF' },
        ...several((at) => ({ label: `${text}, ${at}`, url, date: '2026-09-01' })),
      ]
    case 'products':
      return Object.fromEntries(
        several((at) => [
          `${text}, ${at}`,
          { paidPractices: random.int(1, 20), dayPasses: 0, priceCents: random.int(0, 9999) },
        ]),
      )
    default:
      // A new kind that is missing above doesn't compile.
      return definition satisfies never
  }
}

function isOptional(kind: string) {
  return ['email', 'link', 'pdf', 'color', 'map', 'weekTime', 'text'].includes(kind)
}

function colorOf(random: Random, least: number, most: number) {
  const channel = () => random.int(least, most).toString(16).padStart(2, '0')
  return `#${channel()}${channel()}${channel()}`.toUpperCase()
}

/** A small PDF file, each with other content. */
function pdf(number: number) {
  return Buffer.from(`%PDF-1.7\n% ${number}\n${'.'.repeat(number % 5000)}\n%%EOF\n`)
}

function drawing(number: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><circle cx="${20 + (number % 80)}" cy="30" r="20" fill="#c02030"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** What of these settings anyone may see, as `session.get` and the login page have it. */
export function publicPart(settings: Settings): PublicPart {
  const of = (name: SettingName) => (settings[name] === unset ? null : JSON.parse(settings[name] ?? 'null')) as unknown
  const color = of('color') as ClubColor | null
  return {
    name: of('name'),
    webmailUrl: of('webmailUrl'),
    rm01Url: of('rm01Url'),
    socialLinks: of('socialLinks') ?? [],
    contactEmail: of('contactEmail'),
    footerPaths: footerPaths.filter((path) => settings[`redirects.${path.slice(1)}` as SettingName] !== 'null'),
    logoUrl: of('logo'),
    colorCss: color && clubColorCss(color),
    startWindowMinutes: of('practices.startWindowMinutes'),
    showWhoIsGoing: of('practices.showWhoIsGoing'),
    storeLinks: { practices: of('storeLinks.practices'), passes: of('storeLinks.passes') },
  }
}

const publicNames = [
  ...['name', 'webmailUrl', 'rm01Url', 'socialLinks', 'contactEmail', 'footerPaths', 'logoUrl', 'colorCss'],
  ...['startWindowMinutes', 'showWhoIsGoing', 'storeLinks'],
]
type PublicPart = Record<string, unknown>

/** The same of a response, in the same order. */
export function publicPartOf(club: Record<string, unknown>): PublicPart {
  return Object.fromEntries(publicNames.map((name) => [name, club[name]]))
}
