import { setTimeout as pause } from 'node:timers/promises'
import { isCachedInPage } from '../support/on-device.ts'
import type { QuickMember } from '../support/quick-member.ts'
import type { RunningServer } from '../support/server.ts'
import type { Driver, Key, Tab } from './drivers/driver.ts'
import { describeQuery, type Found, findInPage, type Name, type Query, text } from './locators.ts'

/** Enough for a machine that is busy with other browsers. */
const withinMs = 20_000
const lookEveryMs = 50
/** A browser may drop a script call into a page that it is leaving, so the call is retried after this time. */
const answerMs = 5000

export type Window = ReturnType<typeof windowOf>
type FoundElement = NonNullable<Found>

/** A tab as a person uses it: waits for what it looks for, and presses it where it is. */
export function windowOf(tab: Tab, driver: Driver, baseUrl: string) {
  const look = (query: Query, reach: 'look' | 'reach' | 'select' = 'look') => tab.evaluate(findInPage, query, reach)

  /**
   * Retries `test` until it returns something other than undefined. A page that is being left doesn't respond, so it is
   * tried again.
   */
  async function until<Value>(what: string, test: () => Promise<Value | undefined>, ms = withinMs): Promise<Value> {
    const end = Date.now() + ms
    let trouble = ''
    for (;;) {
      try {
        const value = await Promise.race([test(), noAnswer()])
        if (value !== undefined) return value
        trouble = ''
      } catch (error) {
        trouble = `\n${error}`
      }
      if (Date.now() > end)
        throw new Error(`${driver.engine}: in ${ms} ms not so: ${what}${trouble}\n${await excerpt()}`)
      await pause(lookEveryMs)
    }
  }

  async function noAnswer(): Promise<never> {
    await pause(answerMs, undefined, { ref: false })
    throw new Error(`no answer in ${answerMs} ms`)
  }

  async function excerpt() {
    const shown = await tab
      .evaluate(() => {
        const fields = [...document.querySelectorAll('input')].map(({ name, type, value, checked }) =>
          type === 'checkbox' || type === 'radio' ? `${name}: ${checked}` : `${name}: ${JSON.stringify(value)}`,
        )
        // biome-ignore lint/performance/useDomNodeTextContent: what is on the screen, line by line
        return [location.href, ...fields, document.body.innerText].join('\n')
      })
      .catch(String)
    return shown.replace(/\n+/g, '\n').slice(0, 1500)
  }

  /** Finds an element once it stays in one spot and nothing covers its middle. */
  async function reach(query: Query) {
    let before = ''
    return until(`${describeQuery(query)} can be pressed`, async () => {
      // On a busy machine a moving element may be at one spot for two reads, but not for two frames.
      await tab.evaluate(nextPictures)
      const found = await look(query, 'reach')
      const at = JSON.stringify(found?.box)
      const isStill = at === before
      before = at
      return found?.isReached && !found.isDisabled && isStill ? found : undefined
    })
  }

  const see = (query: Query | Name, ms?: number) => {
    const wanted = asQuery(query)
    return until(`${describeQuery(wanted)} is seen`, async () => (await look(wanted)) ?? undefined, ms)
  }

  return {
    tab,
    until,
    see,
    reach,
    goto: (path: string) => tab.goto(new URL(path, baseUrl).href),
    reload: () => tab.reload(),
    back: () => tab.back(),
    async press(query: Query) {
      await tab.press(middleOf(await reach(query)))
    },
    async fill(query: Query, value: string) {
      await tab.press(middleOf(await reach(query)))
      await look(query, 'select')
      await tab.type(value)
    },
    /** A date field has parts, and a press at the left starts with the first one. */
    async fillDate(query: Query, day: string) {
      const { box } = await reach(query)
      await tab.press({ x: box.x + 20, y: box.y + box.height / 2 })
      const [year = '', month = '', date = ''] = day.split('-')
      await tab.type(`${month}/${date}/${year}`)
    },
    type: (words: string) => tab.type(words),
    key: (key: Key) => tab.key(key),
    /** Waits until it is visible and passes the test. */
    seeIn: (query: Query, what: string, test: (found: FoundElement) => boolean) =>
      until(`${describeQuery(query)} ${what}`, async () => {
        const found = await look(query)
        return found && test(found) ? found : undefined
      }),
    miss: (query: Query | Name, ms?: number) => {
      const wanted = asQuery(query)
      return until(`${describeQuery(wanted)} is not seen`, async () => ((await look(wanted)) ? undefined : true), ms)
    },
    at: (address: RegExp, ms?: number) =>
      until(`the address is ${address}`, async () => (address.test(await tab.url()) ? true : undefined), ms),
  }
}

/** Runs in the page. Resolves after two frames. */
function nextPictures() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** The page's heading, once it no longer says that it is loading. */
export function headingOf(window: Window) {
  return window.until('the page has its heading', () =>
    window.tab.evaluate(() => {
      const words = document.querySelector('h1')?.textContent ?? ''
      return document.documentElement.dataset.running === undefined || words === '' || /^Loading/.test(words)
        ? undefined
        : words
    }),
  )
}

/** Resolves once the app opens without a connection. */
export function isOnDevice(window: Window) {
  const isCached = async () => (await window.tab.evaluate(isCachedInPage)) || undefined
  return window.until('the app is on the device', isCached, 40_000)
}

function asQuery(query: Query | Name): Query {
  return typeof query === 'string' || query instanceof RegExp ? text(query) : query
}

export function middleOf({ box: { x, y, width, height } }: FoundElement) {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Signs the browser in with this member's session. */
export async function takeSession(window: Window, server: Pick<RunningServer, 'url'>, member: QuickMember) {
  const [name = '', value = ''] = member.cookie.split('=')
  await window.tab.setCookie({ name, value, url: server.url })
}
