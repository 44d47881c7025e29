import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { parse } from 'acorn'
import { describe, expect, test } from 'vitest'
import { oldestBrowsers } from '../scripts/oldest-browsers.ts'
import { readBuild, tooNew } from '../scripts/scan-build.ts'
import { webDir } from './support/built-files.ts'

describe('what a build may not need', () => {
  test.each([
    ['a static method', 'a.js', 'export const is = (text) => URL.canParse(text)', /URL\.canParse .*safari_ios 16\.4/],
    ['a method of each', 'a.js', 'export const f = (list) => list.toSorted()', /\.toSorted\(\) .*firefox 114/],
    ['an event', 'a.js', 'addEventListener("beforetoggle", () => {})', /event beforetoggle .*chrome 111/],
    ['a function of styles', 'a.css', 'a { color: light-dark(red, blue) }', /light-dark\(\) .*chrome 111/],
  ])('is found: %s', (_what, file, code, line) => {
    expect(tooNew({ [file]: code }).join('\n')).toMatch(line)
  })

  test('is nowhere in what is built', () => {
    const files = readBuild(webDir)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['sw.js', 'unsupported-browser.css']))
    expect(tooNew(files)).toEqual([])
  })
})

const [earlyFile = ''] = globSync(join(webDir, 'assets/early/*.js'))
const early = readFileSync(earlyFile, 'utf8')

describe('the script that comes first', () => {
  test('can be read by any browser', () => {
    expect(() => parse(early, { ecmaVersion: 5 })).not.toThrow()
    expect(() => parse(`${early};() => {}`, { ecmaVersion: 5 })).toThrow()
  })

  test.each([
    ['the oldest one', {}, null],
    ['Safari 16.3', { without: '(?<=' }, '/unsupported-browser.html'],
    ['Firefox 113', { without: 'infinity' }, '/unsupported-browser.html'],
  ] as const)(
    'lets %s in, or leads it to the page about versions',
    (_name, { without = 'nothing' }: { without?: string }, led) => {
      expect(openedIn(without)).toBe(led)
    },
  )

  test('asks for what came with the oldest versions, and with none after them', () => {
    const lookbehind = 'javascript.regular_expressions.lookbehind_assertion'
    const asked = [lookbehind, 'css.types.color.color-mix', 'css.types.calc-keyword.infinity']
    const since = (browser: string) => Math.max(...asked.map((feature) => firstIn(browser, feature)))
    for (const [browser, version] of Object.entries(oldestBrowsers))
      expect([browser, since(browser)]).toEqual([browser, version])
  })
})

/** @param without the feature that the browser lacks @returns where it is redirected, or null */
function openedIn(without: string) {
  let led: string | null = null
  const nothing = () => {}
  runInNewContext(early, {
    RegExp: class {
      constructor(pattern: string) {
        if (pattern.includes(without)) throw new SyntaxError(pattern)
      }
    },
    CSS: { supports: (_name: string, value: string) => !value.includes(without) },
    location: {
      replace(address: string) {
        led = address
      },
    },
    window: {},
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    addEventListener: nothing,
    document: {
      currentScript: { getAttribute: () => null },
      documentElement: { setAttribute: nothing, toggleAttribute: nothing },
      addEventListener: nothing,
    },
  })
  return led
}

const data: Identifier = createRequire(import.meta.url)('@mdn/browser-compat-data')

function firstIn(browser: string, feature: string) {
  const found = feature.split('.').reduce<Identifier | undefined>((at, name) => at?.[name], data)
  const support = found?.__compat?.support as Record<string, SupportStatement> | undefined
  const [statement] = [support?.[browser] ?? []].flat()
  return Number(statement?.version_added)
}

test('the page for older browsers names the versions that the build is made for', () => {
  const page = readFileSync(join(import.meta.dirname, '../public/unsupported-browser.html'), 'utf8')
  const { safari, safari_ios: ios, chrome, firefox } = oldestBrowsers
  for (const words of [`iOS ${ios}`, `version ${safari}`, `version ${chrome}`, `version ${firefox}`])
    expect(page).toContain(words)
})
