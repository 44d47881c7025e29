import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSetting } from './check-setting.ts'
import { definitionOf, placeOf, type SettingKind, type SettingName, settingNames } from './setting-list.ts'

const facts = { mapHosts: ['www.google.com', 'localhost:8080'] }
const range = {
  title: 'The Range',
  embedUrl: 'https://www.google.com/maps/embed?pb=1',
  address: '1 Range Road',
  latitude: 40.4,
  longitude: -86.9,
}
const link = 'https://example.edu/archery'
const fall = { name: 'Fall', from: '08-18', to: '12-15' }
/** A right value of each kind. */
const right = {
  line: 'Archery Club',
  text: 'I know the risks.\n\nI follow the rules.',
  email: 'archery@example.edu',
  link,
  links: [{ label: 'Instagram', url: link }],
  map: range,
  number: 5,
  weekTime: { day: 'Sunday', time: '18:00' },
  yesNo: false,
  choice: 'code',
  terms: [{ name: 'Spring', from: '01-08', to: '05-05' }, fall],
  calls: [{ hear: 'One blast', act: 'Shoot.', urgent: false }],
  rules: ['Never run.'],
  resources: [
    { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
    { label: 'List', url: link },
  ],
  logo: '/files/club/aaaaaaaaaaaaaaaaaaaaaaaa/logo.webp',
  pdf: '/files/club/aaaaaaaaaaaaaaaaaaaaaaaa/Constitution.pdf',
  color: { light: '#13294B', dark: '#8FB3E8' },
  products: { Card: { paidPractices: 10, dayPasses: 0, priceCents: 4500 }, 'T-shirt': null },
}

const check = (name: SettingName, value: unknown) => checkSetting(name, value, facts)
const problemsOf = (name: SettingName, value: unknown) => {
  const checked = check(name, value)
  return checked.outcome === 'refused' ? checked.problems.map(({ at }) => at) : []
}

/** Links that would lead somewhere else than they say, run code, or lead to the club's own machines. */
const hostileLinks = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.edu/1',
  'http://example.edu',
  '//example.edu',
  '/\\example.edu',
  'https:/example.edu',
  'https:\\\\example.edu',
  'https://example.edu\\@evil.example',
  'https://user:secret@example.edu',
  'https://www.instagram.com@evil.example',
  'https://exаmple.edu',
  'https://xn--exmple-cua.edu',
  'https://例え.jp',
  'https://example.edu\u202e/moc.live',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://localhost/',
  'https://intranet/',
  'https://',
  'https://exa mple.edu',
  '',
  ' ',
]
const markup = ['<b>x</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</title>', '<!-- x']
const nothing = ['', '   ', '\u200b', '\u202e', '\0']
const strange = [undefined, -1, Number.NaN, Number.POSITIVE_INFINITY, [[]], [null], { a: 1 }, 'x'.repeat(5000)]
/** The kinds whose values are also right for another one: any text is a line, and links are resources. */
const texts = ['line', 'text', 'email', 'link', 'logo', 'pdf', 'choice']
const alike: Partial<Record<SettingKind, string[]>> = { line: texts, text: texts, resources: ['links'] }

describe.each(settingNames)('the setting %s', (name) => {
  const { kind } = definitionOf(name)

  test('takes a right value as it is, and null only if the club may have none', () => {
    expect(check(name, right[kind])).toEqual({ outcome: 'accepted', value: right[kind] })
    const mayBeNone = ['email', 'link', 'map', 'logo', 'pdf', 'color', 'weekTime', 'text'].includes(kind)
    expect(check(name, null).outcome).toBe(mayBeNone ? 'accepted' : 'refused')
  })

  test('takes no value of another kind', () => {
    for (const [other, value] of Object.entries(right))
      if (other !== kind && !alike[kind]?.includes(other))
        expect([other, check(name, value).outcome]).toEqual([other, 'refused'])
    for (const value of strange) expect([value, check(name, value).outcome]).toEqual([value, 'refused'])
  })
})

test('hostile links are refused in every setting that has a link, where they were typed', () => {
  for (const url of hostileLinks) {
    for (const name of settingNames.filter((each) => definitionOf(each).kind === 'link'))
      expect([url, name, problemsOf(name, url)]).toEqual([url, name, ['']])
    expect([url, problemsOf('socialLinks', [right.links[0], { label: 'x', url }])]).toEqual([url, ['1.url']])
    expect([url, problemsOf('resources', [{ label: 'x', url }])]).toEqual([url, ['0.url']])
    expect([url, problemsOf('maps.range', { ...range, embedUrl: url })]).toEqual([url, ['embedUrl']])
  }
})

test('markup and empty text are refused in every text, where they were typed', () => {
  for (const text of [...markup, ...nothing]) {
    expect([text, problemsOf('name', text)]).toEqual([text, ['']])
    expect([text, problemsOf('socialLinks', [{ label: text, url: link }])]).toEqual([text, ['0.label']])
    expect([text, problemsOf('maps.carpool', { ...range, title: text, address: text })]).toEqual([
      text,
      ['title', 'address'],
    ])
    expect([text, problemsOf('terms', [{ ...fall, name: text }])]).toEqual([text, ['0.name']])
    expect([text, problemsOf('info.calls', [{ hear: text, act: text }])]).toEqual([text, ['0.hear', '0.act']])
    expect([text, problemsOf('info.rules', ['Fine.', text])]).toEqual([text, ['1']])
    expect([text, problemsOf('resources', [{ label: text, url: link }])]).toEqual([text, ['0.label']])
    expect([text, problemsOf('storeImport.products', { [text]: null })]).toEqual([text, [text]])
  }
})

const long = 'x'.repeat(2000)
test.each<[name: SettingName, value: unknown, reasons: string[]]>([
  ['info.rules', Array(51).fill('x'), ['too-many']],
  ['info.rules', ['', '<b>', long], ['empty', 'markup', 'too-long']],
  ['resources', [{ label: 'x', url: '', date: '2026-02-30' }], ['link-missing', 'date']],
  ['resources', [{ label: 'x', url: `${link}/${long}` }], ['too-long']],
  ['rm01Url', 'https://me:pass@example.edu', ['with-password']],
  ['rm01Url', 'https://exаmple.edu', ['look-alike']],
  ['rm01Url', 'https://localhost', ['not-public']],
  ['maps.range', { ...range, embedUrl: '', latitude: 91 }, ['map-missing', 'number']],
  ['maps.range', { ...range, embedUrl: '<iframe>' }, ['map-whole-code']],
  ['maps.range', { ...range, embedUrl: 'http://a.org' }, ['map-link']],
  ['maps.range', { ...range, embedUrl: link }, ['map-host']],
  ['terms', [{ ...fall, from: '02-30' }], ['day-of-year']],
  ['terms', [fall, fall], ['terms']],
  ['storeImport.products', { A: null, a: {} }, ['product-twice', 'product-worthless']],
  ['practices.weeklyEmail', { day: 'Today', time: '07:00' }, ['weekday', 'time']],
  ['contactEmail', 'x', ['email']],
  ['constitution', 'x.pdf', ['file-missing']],
  ['guests.allowed', 1, ['yes-or-no']],
  ['practices.checkInMode', 'x', ['choice']],
])('what is wrong with %s of %j: %j', (name, value, reasons) => {
  const checked = check(name, value)
  expect(checked.outcome === 'refused' && checked.problems.map(({ fault }) => fault.reason)).toEqual(reasons)
})

test('a setting has its place in the file', () => {
  const places = [['name'], ['redirects', '/merch'], ['maps', 'range']]
  expect((['name', 'redirects.merch', 'maps.range'] as const).map(placeOf)).toEqual(places)
})

test('what can’t be seen is taken out of accepted texts', () => {
  expect(check('name', '  Boiler\u200b \u202eArchers\0 ')).toEqual({ outcome: 'accepted', value: 'Boiler Archers' })
})

test('maps come only from the hosts that the webmaster allows', () => {
  for (const host of ['maps.google.com', 'www.google.com.evil.example', 'www.google.com:8443', 'evil.example'])
    expect([host, problemsOf('maps.range', { ...range, embedUrl: `https://${host}/maps` })]).toEqual([
      host,
      ['embedUrl'],
    ])
  const local = { ...range, embedUrl: 'http://localhost:8080/map' }
  expect(check('maps.range', local)).toEqual({ outcome: 'accepted', value: local })
  expect(problemsOf('maps.range', { ...local, embedUrl: 'http://localhost:9090/map' })).toEqual(['embedUrl'])
  expect(problemsOf('maps.range', { ...range, latitude: 91, longitude: -181 })).toEqual(['latitude', 'longitude'])
})

test('terms are refused if they overlap, share a name, or have days that don’t exist', () => {
  expect(problemsOf('terms', [fall, { name: 'Winter', from: '12-15', to: '01-05' }])).toEqual(['1.from'])
  expect(problemsOf('terms', [fall, { ...fall, from: '01-01', to: '02-01' }])).toEqual(['1.from'])
  expect(
    problemsOf('terms', [
      { ...fall, from: '02-30' },
      { name: 'x', from: '8-1', to: '13-01' },
    ]),
  ).toEqual(['0.from', '1.from', '1.to'])
})

test('a product is listed once, and says what it includes unless it has nothing to do with practices', () => {
  expect(problemsOf('storeImport.products', { Card: null, ' card ': null })).toEqual([' card '])
  expect(problemsOf('storeImport.products', { Card: { paidPractices: 0, dayPasses: 0 } })).toEqual(['Card'])
  expect(
    problemsOf('storeImport.products', { Card: { paidPractices: 1001 }, Pass: { dayPasses: 1, priceCents: -1 } }),
  ).toEqual(['Card.paidPractices', 'Pass.priceCents'])
})

test('an accepted value is accepted again, unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...settingNames), fc.jsonValue(), (name, value) => {
      const checked = check(name, value)
      if (checked.outcome === 'accepted') expect(check(name, checked.value)).toEqual(checked)
    }),
    { numRuns: 500 },
  )
})
