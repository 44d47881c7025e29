import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { requireBrowser } from '../../scripts/find-browser.mjs'

export type PageBrowser = Awaited<ReturnType<typeof startPageBrowser>>

/** A Chromium with a profile of its own, for Lighthouse, which wants a browser that nobody else drives meanwhile. */
export async function startPageBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'quiver-pages-'))
  const child = spawn(await requireBrowser(), [...browserFlags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: on Debian the program is a script that starts the browser, and both have to end.
    detached: true,
  })
  const end = () => endGroup(child)
  process.once('exit', end)
  const port = await portOf(child)

  /** What only a driver of the browser can do, between two measurements. */
  async function withContext(work: (context: BrowserContext) => Promise<void>) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    try {
      const [context] = browser.contexts()
      if (context) await work(context)
    } finally {
      await browser.close()
    }
  }

  return {
    withContext,
    /** One visit with a mid-range phone on a slow line, as Lighthouse simulates them. @throws when the page can't be measured */
    async measure(url: string, flags: Flags): Promise<Result> {
      const run = await lighthouse(url, { port, logLevel: 'silent', disableFullPageScreenshot: true, ...flags })
      const error = run?.lhr.runtimeError
      if (!run || error) throw new Error(`${url} can't be measured: ${error?.message ?? 'no result'}`)
      return run.lhr
    },
    async dispose() {
      process.off('exit', end)
      if (child.exitCode === null && child.signalCode === null) {
        // Its output is open until the last of the group has ended.
        const ended = once(child, 'close')
        end()
        await ended
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const browserFlags = [
  '--headless',
  '--remote-debugging-port=0',
  // It shows only pages of ours, and its sandbox starts neither as root nor in most containers.
  '--no-sandbox',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
]

function endGroup(child: ChildProcess) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function portOf(child: ChildProcess) {
  return new Promise<number>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port) resolve(Number(port))
    })
    child.once('exit', () => reject(new Error(`The browser did not start:\n${said}`)))
  })
}
