import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core'
import { firefoxLostStream } from '#test/support/lost-stream.ts'
import { requireBrowser, requireWholeBrowser } from '../../../scripts/find-browser.mjs'
import { findFirefox } from '../../../scripts/find-engines.mjs'
import type { Driver, Point, Screen, Tab } from './driver.ts'

/** Nothing but the tests' own servers is asked for anything. */
const chromiumWords = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  // It shows only pages of ours, and its sandbox starts neither as root nor in most containers.
  '--no-sandbox',
]

const firefoxSettings = {
  'browser.safebrowsing.downloads.enabled': false,
  'network.proxy.type': 0,
  // A page that another window covers goes on as if it were seen; a tab behind another stays hidden.
  'widget.windows.window_occlusion_tracking.enabled': false,
}

/** Firefox says this of a file that a page was still loading when it was left. */
const leftEarly = /A ServiceWorker intercepted the request/

/**
 * Chromium by its DevTools protocol, Firefox by WebDriver BiDi.
 * @param options.lean Chromium's headless shell where it is there, for more pages than a whole browser has room for
 */
export async function launchPuppeteer(
  engine: 'chromium' | 'firefox',
  { lean = false, words = [] }: { lean?: boolean; words?: string[] } = {},
): Promise<Browser> {
  return puppeteer.launch({
    ...(engine === 'firefox'
      ? { browser: 'firefox', executablePath: await findFirefox(), extraPrefsFirefox: firefoxSettings }
      : {
          browser: 'chrome',
          executablePath: await (lean ? requireBrowser : requireWholeBrowser)(),
          headless: 'shell',
          args: [...chromiumWords, ...words],
        }),
    // The test runner ends what it has started.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** A person with their own cookies and storage in this browser. */
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
          void told(message).then((words) => words !== null && complaints.push(`console: ${words}`))
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

/** In the headless shell each page is a window of its own, and none lies over another. */
export async function setWindow(page: Page, windowState: 'minimized' | 'normal') {
  const session = await page.createCDPSession()
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  await session.detach()
}

/**
 * An error as its words, which the message itself only has for texts. Null when its page is gone by now: Firefox breaks off
 * what a page still loads when it is left, and the page tells that on its way out.
 */
async function told(message: ConsoleMessage) {
  try {
    return (await Promise.all(message.args().map((part) => part.evaluate(String)))).join(' ') || message.text()
  } catch {
    return null
  }
}

/** A window may take its size a moment after it was told. */
async function hasSize(page: Page, { width, height }: Screen) {
  await page.waitForFunction((w, h) => innerWidth === w && innerHeight === h, { polling: 50 }, width, height)
}

function tabOf(page: Page, front: Pick<Tab, 'hide' | 'show'>): Tab {
  async function press(from: Point, ...further: Point[]) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (const { x, y } of further) await page.mouse.move(x, y, { steps: 5 })
    await page.mouse.up()
  }
  return {
    // Firefox gives one up that begins while the page leaves by itself.
    goto: async (url) =>
      void (await page.goto(url).catch((error) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        return page.goto(url)
      })),
    reload: async () => void (await page.reload()),
    // Puppeteer's own waits in vain for the load of a page that Firefox has kept whole.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    // It does not hear of Firefox's return to a kept page either.
    url: () => page.evaluate(() => location.href),
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    setCookie: ({ name, value, url }) =>
      page
        .browserContext()
        .setCookie({ name, value, domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Lax' }),
    clearCookies: async () => page.browserContext().deleteCookie(...(await page.browserContext().cookies())),
    press: (...points) => press(...(points as [Point, ...Point[]])),
    point: ({ x, y }) => page.mouse.move(x, y, { steps: 3 }),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    async chooseFile(file) {
      const field = await page.waitForSelector('input[type=file]')
      await field?.uploadFile(file)
    },
    ...front,
    close: () => page.close(),
  }
}
