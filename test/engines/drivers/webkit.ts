import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { findWebKit } from '../../../scripts/browsers.mjs'
import { freePort } from '../../support/server.ts'
import type { Driver, Key, Point, Screen, Tab } from './driver.ts'
import { openSession, type Session } from './webdriver.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
/** WebDriver's code points for keys without a character. */
const keys: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** WebKit over WebDriver: Safari on a Mac; elsewhere WebKitGTK's browser on a virtual display. */
export async function openWebKit(size: Screen): Promise<Driver> {
  const found = findWebKit()
  if (!found) throw new Error('There is no WebKit here: node scripts/set-up.mjs engines')
  const processes: ChildProcess[] = []
  const complaints: string[] = []
  const endAll = () => {
    for (const child of processes.reverse()) child.kill('SIGKILL')
  }
  // An aborted run leaves nothing behind.
  process.once('exit', endAll)
  try {
    const env: Record<string, string> = {}
    if (found.browser) {
      env.DISPLAY = await startScreen(found, size, processes)
      Object.assign(env, webKitGtkSettings)
    }
    const port = await freePort()
    const driver = start(found.driver, [`--port=${port}`], { env })
    processes.push(driver)
    readComplaints(driver, complaints)
    const url = `http://127.0.0.1:${port}`
    await answers(url)
    const session = await openSession(url, capabilitiesFor(found))
    const first = await session.command<string>('', 'GET', '/window')
    if (found.browser) await fillsScreen(session, first, size)
    else await session.command(first, 'POST', '/window/rect', { x: 0, y: 0, ...size })
    let unused: string | undefined = first
    return {
      engine: 'webkit',
      complaints,
      async newTab() {
        const handle =
          unused ?? (await session.command<{ handle: string }>('', 'POST', '/window/new', { type: 'tab' })).handle
        unused = undefined
        return tabOf(session, handle, size)
      },
      async screenshot(file) {
        // The driver's own screenshot hangs on a virtual display.
        if (found.camera && env.DISPLAY)
          await once(spawn(found.camera, ['-display', env.DISPLAY, '-window', 'root', file]), 'exit')
      },
      async close() {
        await session.command('', 'DELETE', '').catch(() => {})
        process.off('exit', endAll)
        endAll()
      },
    }
  } catch (error) {
    endAll()
    throw error
  }
}

type WebKitPrograms = NonNullable<ReturnType<typeof findWebKit>>

const webKitGtkSettings = {
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  // For dates in the American format.
  LC_ALL: 'en_US.UTF-8',
  // It only shows our own pages, and its sandbox doesn't start as root or in most containers.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
}

function capabilitiesFor({ browser }: WebKitPrograms) {
  const timeouts = { pageLoad: 20_000, script: 20_000 }
  if (!browser) return { browserName: 'safari', timeouts }
  const args = ['--automation', '--full-screen', '--enable-write-console-messages-to-stdout=true']
  return { 'webkitgtk:browserOptions': { binary: browser, args }, timeouts }
}

/**
 * Starts a virtual display and a window manager, without which a window neither gets the focus nor fills the screen.
 * @returns the display's name
 */
async function startScreen(
  { screen = '', windowManager = '' }: WebKitPrograms,
  { width, height }: Screen,
  processes: ChildProcess[],
) {
  // It picks a free display number and writes it to file descriptor 3 when it is ready.
  const words = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']
  const server = start(screen, words, { withWord: true })
  processes.push(server)
  const [name] = await once(server.stdio[3] as Readable, 'data', { signal: AbortSignal.timeout(20_000) })
  const display = `:${String(name).trim()}`
  const manager = start(windowManager, ['--sm-disable', '--startup', 'echo ready'], { env: { DISPLAY: display } })
  processes.push(manager)
  await once(manager.stdout as Readable, 'data', { signal: AbortSignal.timeout(20_000) })
  return display
}

/** Starts a program that ends with this process, even if this process is killed. */
function start(program: string, words: string[], options: { env?: Record<string, string>; withWord?: boolean } = {}) {
  const withUs = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', program] : [program]
  const [file = '', ...before] = withUs
  return spawn(file, [...before, ...words], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.withWord ? (['pipe'] as const) : [])],
  })
}

async function answers(url: string) {
  const end = Date.now() + 20_000
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) {
    if (Date.now() > end) throw new Error('the WebKit driver does not answer')
    await pause(50)
  }
}

async function fillsScreen(session: Session, window: string, { width, height }: Screen) {
  const end = Date.now() + 20_000
  for (;;) {
    const script = 'return [innerWidth, innerHeight]'
    const [w, h] = await session.command<number[]>(window, 'POST', '/execute/sync', { script, args: [] })
    if (w === width && h === height) return
    if (Date.now() > end) throw new Error(`the page is ${w} × ${h} instead of ${width} × ${height}`)
    await pause(50)
  }
}

/** WebKitGTK writes a page's console to its own output: `CONSOLE JS ERROR …`. */
function readComplaints(driver: ChildProcess, complaints: string[]) {
  for (const stream of [driver.stdout, driver.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      // Failed requests aren't errors of the page.
      for (const line of text.split('\n'))
        if (/CONSOLE (?!NETWORK)\w+ ERROR/.test(line)) complaints.push(line.replace(/^.*?CONSOLE /, 'console: '))
    })
}

function tabOf(session: Session, handle: string, size: Screen): Tab {
  const command = <Value = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    session.command<Value>(handle, method, path, body)

  async function evaluate(run: (...args: never[]) => unknown, ...args: unknown[]) {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve().then(() => (${run})(...[...arguments].slice(0, -1)))
        .then((value) => done(value === undefined ? {} : { value }), (error) => done({ error: String(error) }))`
    const answer = await command<{ value?: unknown; error?: string }>('POST', '/execute/async', { script, args })
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }
  /** Cookies can only be read and set from a page of their host. */
  const goNear = (url: string) => command('POST', '/url', { url: `${url}/healthz` })
  const pointer = (actions: object[]) =>
    command('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  const typed = (characters: string[]) => {
    const actions = characters.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    return command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  return {
    goto: async (url) => void (await command('POST', '/url', { url })),
    reload: async () => void (await command('POST', '/refresh')),
    back: async () => void (await command('POST', '/back')),
    url: () => command<string>('GET', '/url'),
    evaluate: evaluate as Tab['evaluate'],
    async setCookie({ name, value, url }) {
      await goNear(url)
      const cookie = { name, value, path: '/', domain: new URL(url).hostname, httpOnly: true, sameSite: 'Lax' }
      await command('POST', '/cookie', { cookie })
    },
    async clearCookies(url) {
      await goNear(url)
      await command('DELETE', '/cookie')
    },
    async press(from, ...further) {
      await pointer([
        { type: 'pointerMove', ...whole(from) },
        { type: 'pointerDown', button: 0 },
        ...further.map((point) => ({ type: 'pointerMove', ...whole(point), duration: 100 })),
        { type: 'pointerUp', button: 0 },
      ])
    },
    type: async (text) => void (await typed([...text])),
    key: async (key) => void (await typed([keys[key]])),
    async chooseFile(file) {
      const found = { using: 'css selector', value: 'input[type=file]' }
      const field = await command<Record<string, string>>('POST', '/element', found)
      await command('POST', `/element/${field[elementKey]}/value`, { text: file })
    },
    hide: async () => void (await command('POST', '/window/minimize')),
    show: async () => void (await command('POST', '/window/rect', { x: 0, y: 0, ...size })),
  }
}

function whole({ x, y }: Point) {
  return { x: Math.round(x), y: Math.round(y) }
}
