import { describe, expect, test } from 'vitest'
import clubConfig from '../../../../club.config.ts'
import { listMissingSettings, parseClubConfig, SettingError } from './club-config.ts'

const range = { embedUrl: 'https://maps.example.com/range', address: '1 Range Road', latitude: 40.4, longitude: -86.9 }

/** The message with which these settings are refused. */
function refusalOf(settings: unknown) {
  try {
    parseClubConfig(settings, 'my-club.ts')
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
  return 'accepted'
}

/** Settings with one map that differs in these properties. */
function map(facts: object) {
  return { maps: { range: { ...range, ...facts } } }
}

// Shows: 9.1, 9.2, 9.3
test('an empty configuration is the specification’s club', () => {
  expect(parseClubConfig({})).toMatchObject({
    emailDomain: 'purdue.edu',
    timeZone: 'America/Indiana/Indianapolis',
    session: { idleMinutes: 60, fixedMinutes: 60, keepDays: 30 },
    passwords: { shortest: 8, hideKnownAddresses: false },
    practices: { startWindowMinutes: 30, lookAheadDays: 10, holdMinutes: 30 },
    welcome: { dayPasses: 2, paidPractices: 0 },
  })
})

test('the file that ships is accepted, and is that club', () => {
  expect(parseClubConfig(clubConfig)).toEqual(parseClubConfig({}))
})

describe('a wrong value stops the start with the field’s name and what it should be', () => {
  const resource = (facts: object) => ({ resources: [{ label: 'x', url: '/x', ...facts }] })
  const term = (facts: object) => ({ terms: [{ name: 'Spring', from: '01-10', to: '05-15', ...facts }] })
  const termBeside = (second: object) => ({ terms: [...term({}).terms, second] })
  const twice = { 'Day pass': { dayPasses: 1 }, ' DAY  pass': { dayPasses: 2 } }
  const zone = (name: string) =>
    `"timeZone" should be an IANA time zone like America/Chicago, not ${JSON.stringify(name)}`

  test.each<[says: string, ...settings: unknown[]]>([
    ['"name"', { name: '' }],
    [
      '"emailDomain" should be a domain',
      ...['@purdue.edu', 'Purdue.edu', 'purdue', 'purdue.edu\n'].map((emailDomain) => ({ emailDomain })),
    ],
    ['"timeZone" should be an IANA time zone like America/Indiana/Indianapolis, not "Ind', { timeZone: 'Indiana' }],
    ...['CST', 'GMT+2', '+02:00', '', 'a\nb'].map((timeZone) => [zone(timeZone), { timeZone }] as [string, object]),
    ['"session.idleMinutes"', { session: { idleMinutes: 0 } }, { session: { idleMinutes: 1441 } }],
    ['"passwords.clubWords.1" should be in lowercase', { passwords: { clubWords: ['purdue', 'Boiler'] } }],
    ['"socialLinks.0.url" should be a web address', { socialLinks: [{ label: 'X', url: 'javascript:alert(1)' }] }],
    ['"redirects./merch" should be a web address', { redirects: { '/merch': '//evil.example' } }],
    ['"redirects', ...['merch', '//evil'].map((path) => ({ redirects: { [path]: 'https://shop.example.com' } }))],
    [
      '"maps.range.embedUrl" should be only the address inside src=',
      map({ embedUrl: '<iframe src="https://…"></iframe>' }),
    ],
    [
      '"maps.range.embedUrl" should be a web address',
      ...['http://maps.example.com', 'https://me:secret@maps.example.com', 'https://*;img-src/map'].map((embedUrl) =>
        map({ embedUrl }),
      ),
    ],
    ['"terms.0.from" should be a month and day', term({ from: 'January' })],
    ['"terms.1" should not overlap "Spring"', termBeside({ name: 'Summer', from: '05-15', to: '08-15' })],
    ['there is no setting "colour"', { colour: 'gold' }],
    [
      '"resources.0.url" should be a web address',
      ...['http://x.example', '//evil.example/x', 'javascript:alert(1)', '/a/../b'].map((url) => resource({ url })),
    ],
    ['"resources.0.date" should be a date', ...['24.8.2026', '2026-02-30'].map((date) => resource({ date }))],
    ['"storeImport.products.Shirt" should say how many', { storeImport: { products: { Shirt: {} } } }],
    ['"storeImport.products" should list each product once', { storeImport: { products: twice } }],
    ['"storeImport.columns.order" should be a column name', { storeImport: { columns: { order: 5 } } }],
    ['the file', undefined, 'a club'],
  ])('%s: %j', (says, ...settings) => {
    for (const refusal of settings.map(refusalOf)) {
      expect(refusal).toContain(`my-club.ts: ${says}`)
      expect(refusal).not.toContain('\n')
    }
  })
})

test('lists the settings that are missing, but not those that a club sets to none', () => {
  expect(listMissingSettings(parseClubConfig({}))).toHaveLength(10)
  const settled = {
    maps: { range: null, carpool: null },
    storeLinks: { practices: null, passes: 'https://store.example.com' },
    socialLinks: [],
    contactEmail: null,
    redirects: { '/merch': null, '/sponsorship': null },
    resources: [],
  }
  expect(listMissingSettings(parseClubConfig(settled))).toEqual(['redirects.donate'])
})

// Shows: 9.44, 9.45
test('latitudes are numbers from -90 to 90, longitudes from -180 to 180, both ends included', () => {
  const degrees = { latitude: 90, longitude: 180 }
  for (const [name, most] of Object.entries(degrees)) {
    const refusal = `my-club.ts: "maps.range.${name}" should be a number of degrees from -${most} to ${most}.`
    for (const fine of [-most, 0, most]) expect(refusalOf(map({ [name]: fine }))).toBe('accepted')
    for (const wrong of [most + 0.000_001, -most - 0.000_001, 400, Number.NaN, '40.4', null, undefined])
      expect(refusalOf(map({ [name]: wrong }))).toBe(refusal)
  }
})
