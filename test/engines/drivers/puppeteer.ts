import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core'
import { firefoxLostStream } from '#test/support/lost-stream.ts'
import { findFirefox, requireChromium } from '../../../scripts/browsers.mjs'
import type { Driver, Screen, Tab } from './driver.ts'

/** Keeps the browser from contacting any server but the tests' own. */
const chromiumWords = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  // It only shows our own pages, and its sandbox doesn't start as root or in most containers.
  '--no-sandbox',
]

const firefoxSettings = {
  'browser.safebrowsing.downloads.enabled': false,
  'network.proxy.type': 0,
  // A page covered by another window stays visible to itself; only a background tab is hidden.
  'widget.windows.window_occlusion_tracking.enabled': false,
}

/** Firefox logs this for a file that was still loading when its page was left. */
const leftEarly = /A ServiceWorker intercepted the request/

/**
 * Chromium with its DevTools protocol, Firefox with WebDriver BiDi.
 * @param options.lean Chromium's headless shell, if installed, for more pages than the whole browser has room for
 */
export async function launchPuppeteer(
  engine: 'chromium' | 'firefox',
  { lean = false, words = [] }: { lean?: boolean; words?: string[] } = {},
): Promise<Browser> {
  return puppeteer.launch({
    ...(engine === 'firefox'
      ? { browser: 'firefox', executablePath: findFirefox(), extraPrefsFirefox: firefoxSettings }
      : {
          browser: 'chrome',
          executablePath: await requireChromium({ withWindow: !lean }),
          headless: 'shell',
          args: [...chromiumWords, ...words],
        }),
    // The test runner stops what it has started.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** Opens a context with its own cookies and storage in this browser. */
export async function openPuppeteer(engine: 'chromium' | 'firefox', browser: Browser, screen: Screen): Promise<Driver> {
  const context = await browser.createBrowserContext()
  const complaints: string[] = []
  let shown: Page | undefined
  let cover: Promise<Page> | undefined
  return {
    engine,
    complaints,
    async newTab() {
      const page = await context.newPage()
      await page.setViewport(screen)
      await hasSize(page, screen)
      shown = page
      page.on('pageerror', (error) => {
        const words = error instanceof Error ? error.message : String(error)
        if (!leftEarly.test(words) && !firefoxLostStream.test(words)) complaints.push(`page error: ${words}`)
      })
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          void messageText(message).then((words) => words !== null && complaints.push(`console: ${words}`))
      })
      return tabOf(page, {
        async hide() {
          if (engine === 'chromium') return setWindow(page, 'minimized')
          cover ??= context.newPage()
          await (await cover).bringToFront()
        },
        async show() {
          shown = page
          if (engine === 'chromium') await setWindow(page, 'normal')
          await page.bringToFront()
          await hasSize(page, screen)
        },
      })
    },
    async screenshot(file) {
      await shown?.screenshot({ path: file as `${string}.png` })
    },
    close: () => context.close(),
  }
}

/** In the headless shell each page is a window of its own, and windows never cover each other. */
export async function setWindow(page: Page, windowState: 'minimized' | 'normal') {
  const session = await page.createCDPSession()
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  await session.detach()
}

/**
 * An error's text; the message itself has text only where the page logged a string. Null when its page is gone: Firefox
 * aborts requests when a page is left, and the page logs that on its way out.
 */
async function messageText(message: ConsoleMessage) {
  try {
    return (await Promise.all(message.args().map((part) => part.evaluate(String)))).join(' ') || message.text()
  } catch {
    return null
  }
}

/** A window may get its size a moment after the command. */
async function hasSize(page: Page, { width, height }: Screen) {
  await page.waitForFunction((w, h) => innerWidth === w && innerHeight === h, { polling: 50 }, width, height)
}

function tabOf(page: Page, front: Pick<Tab, 'hide' | 'show'>): Tab {
  return {
    // Firefox aborts a navigation that starts while the page itself is navigating.
    goto: async (url) =>
      void (await page.goto(url).catch((error) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        return page.goto(url)
      })),
    reload: async () => void (await page.reload()),
    // Puppeteer's own `goBack` waits for a load event, which Firefox doesn't fire for a page from its back/forward cache.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    // Nor does Puppeteer update the URL when Firefox returns to such a page.
    url: () => page.evaluate(() => location.href),
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    setCookie: ({ name, value, url }) =>
      page
        .browserContext()
        .setCookie({ name, value, domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Lax' }),
    clearCookies: async () => page.browserContext().deleteCookie(...(await page.browserContext().cookies())),
    async press(from, ...further) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      for (const { x, y } of further) await page.mouse.move(x, y, { steps: 5 })
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    async chooseFile(file) {
      const field = await page.waitForSelector('input[type=file]')
      await field?.uploadFile(file)
    },
    ...front,
  }
}
