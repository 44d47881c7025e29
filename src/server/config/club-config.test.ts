import { describe, expect, test } from 'vitest'
import clubConfig from '../../../club.config.ts'
import { parseClubConfig, SettingError } from './club-config.ts'
import { rangeCalls, rangeRules } from './range-rules.ts'
import { listUnset } from './unset-settings.ts'

/** The sentence with which these settings are refused. */
function refusalOf(settings: unknown) {
  try {
    parseClubConfig(settings, 'my-club.ts')
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
  return 'accepted'
}

test('an empty configuration is the specification’s club', () => {
  expect(parseClubConfig({})).toEqual({
    name: 'Archery Club',
    emailDomain: 'purdue.edu',
    emailLabel: 'Purdue Email',
    timeZone: 'America/Indiana/Indianapolis',
    session: { idleMinutes: 60, fixedMinutes: 60, keepDays: 30 },
    passwords: {
      shortest: 8,
      clubWords: ['purdue', 'boiler', 'boilermaker', 'archery', 'club'],
      hideKnownAddresses: false,
    },
    practices: { startWindowMinutes: 30, lookAheadDays: 10, nextPanels: 3, upcomingTile: 5, pastTile: 5 },
    welcome: { dayPasses: 2, paidPractices: 0 },
    storeLinks: {},
    redirects: {},
    info: { calls: rangeCalls, rules: rangeRules },
    terms: [
      { name: 'Spring', from: '01-01', to: '05-15' },
      { name: 'Summer', from: '05-16', to: '08-15' },
      { name: 'Fall', from: '08-16', to: '12-31' },
    ],
  })
})

test('the file that ships is accepted, and is that club', () => {
  expect(parseClubConfig(clubConfig)).toEqual(parseClubConfig({}))
})

test('a group that is given in part keeps its other defaults', () => {
  expect(parseClubConfig({ session: { keepDays: 0 } }).session).toEqual({
    idleMinutes: 60,
    fixedMinutes: 60,
    keepDays: 0,
  })
})

test.each([
  { passwords: { shortest: 6 } },
  { passwords: { shortest: 64 } },
  { session: { idleMinutes: 1, fixedMinutes: 1440, keepDays: 365 } },
  { emailDomain: 'cs.my-university.ac.uk' },
  { redirects: { '/merch': 'https://shop.example.com/x?y=1' } },
  { timeZone: 'Asia/Kathmandu' },
  { terms: [] },
  { terms: [{ name: 'Winter', from: '11-15', to: '02-29' }] },
])('%j is fine', (settings) => {
  expect(refusalOf(settings)).toBe('accepted')
})

describe('a wrong value stops the start with the field’s name and what it should be', () => {
  test.each([
    ['"name"', { name: '' }],
    ['"emailDomain" should be a domain', { emailDomain: '@purdue.edu' }],
    ['"emailDomain" should be a domain', { emailDomain: 'Purdue.edu' }],
    ['"emailDomain" should be a domain', { emailDomain: 'purdue' }],
    ['"emailDomain" should be a domain', { emailDomain: 'purdue.edu\n' }],
    ['"timeZone" should be an IANA time zone', { timeZone: 'Indiana' }],
    ['"session.idleMinutes"', { session: { idleMinutes: 0 } }],
    ['"session.idleMinutes"', { session: { idleMinutes: 1441 } }],
    ['"session.fixedMinutes"', { session: { fixedMinutes: 1.5 } }],
    ['"session.keepDays"', { session: { keepDays: -1 } }],
    ['"session.keepDays"', { session: { keepDays: '30' } }],
    ['"passwords.shortest"', { passwords: { shortest: 5 } }],
    ['"passwords.shortest"', { passwords: { shortest: 65 } }],
    ['"passwords.clubWords.1" should be in lower case', { passwords: { clubWords: ['purdue', 'Boiler'] } }],
    ['"passwords.clubWords.0"', { passwords: { clubWords: ['ab'] } }],
    ['"passwords.hideKnownAddresses"', { passwords: { hideKnownAddresses: 'yes' } }],
    ['"practices.startWindowMinutes"', { practices: { startWindowMinutes: 0 } }],
    ['"welcome.dayPasses"', { welcome: { dayPasses: 1000 } }],
    ['"storeLinks.passes" should be a web address', { storeLinks: { passes: 'http://shop.example.com' } }],
    ['"socialLinks.0.url" should be a web address', { socialLinks: [{ label: 'X', url: 'javascript:alert(1)' }] }],
    ['"redirects./merch" should be a web address', { redirects: { '/merch': '//evil.example' } }],
    ['"redirects', { redirects: { merch: 'https://shop.example.com' } }],
    ['"redirects', { redirects: { '//evil': 'https://shop.example.com' } }],
    ['"terms.0.from" should be month and day', { terms: [{ name: 'Spring', from: 'January', to: '05-15' }] }],
    ['"terms.0.to" should be month and day', { terms: [{ name: 'Spring', from: '01-10', to: '02-30' }] }],
    [
      '"terms.1" should not overlap "Spring"',
      {
        terms: [
          { name: 'Spring', from: '01-10', to: '05-15' },
          { name: 'Summer', from: '05-15', to: '08-15' },
        ],
      },
    ],
    [
      '"terms.1" should have another name than "Spring"',
      {
        terms: [
          { name: 'Spring', from: '01-10', to: '05-15' },
          { name: 'spring', from: '06-01', to: '08-15' },
        ],
      },
    ],
    ['there is no setting "colour"', { colour: 'gold' }],
    ['there is no setting "session.idle"', { session: { idle: 60 } }],
    ['the file', undefined],
    ['the file', 'a club'],
  ])('%s: %j', (says, settings) => {
    const refusal = refusalOf(settings)
    expect(refusal).toContain(`my-club.ts: ${says}`)
    expect(refusal).not.toContain('\n')
  })
})

test('what nobody has decided about is listed, what a club says it has none of is not', () => {
  const all = listUnset(parseClubConfig({})).map(({ setting }) => setting)
  expect(all).toEqual([
    'storeLinks.practices',
    'storeLinks.passes',
    'socialLinks',
    'contactEmail',
    "redirects['/merch']",
    "redirects['/sponsorship']",
    "redirects['/donate']",
  ])
  const settled = {
    storeLinks: { practices: null, passes: 'https://store.example.com' },
    socialLinks: [],
    contactEmail: null,
    redirects: { '/merch': null, '/sponsorship': null },
  }
  expect(listUnset(parseClubConfig(settled)).map(({ setting }) => setting)).toEqual(["redirects['/donate']"])
})
