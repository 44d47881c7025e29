// Where the browser for tests and pictures is, and how to get one when there is none. Without dependencies, because
// set-up.mjs uses it; Playwright's own browsers are asked for only after the machine's.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aptInstall, canInstall, runProgram } from './apt.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** The same pages without a window around them: the journeys take three quarters of the time (record 0033). */
const shell = 'chromium-headless-shell'
/** Left where apt was asked for both kinds: not every Debian has the shell, and once is enough. */
const askedStamp = path.join(root, '.cache', 'asked-for-browsers')

const commands = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const macApps = ['Chromium', 'Google Chrome', 'Microsoft Edge']

const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

const howToGetOne =
  'No browser for the tests. Install Chromium, Chrome, or Edge (Debian: `sudo apt-get install chromium fonts-liberation`), or set CHROMIUM_PATH to the program.'

/** The program file of a Chromium that starts here; undefined when there is none. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await starts(named)) return named
    throw refusal(`CHROMIUM_PATH is ${named}, which doesn't start.`)
  }
  for (const file of machineBrowsers()) if (await starts(file)) return file
  const own = await playwrightBrowser()
  return own && (await starts(own)) ? own : undefined
}

/** One as people have it, where there is one: the shell knows no tabs, and sends some requests a second time. */
export async function requireWholeBrowser() {
  const usual = await requireBrowser()
  if (path.basename(usual) !== shell) return usual
  for (const file of machineBrowsers()) if (path.basename(file) !== shell && (await starts(file))) return file
  return usual
}

/** Whether there is a browser; where packages can be installed, both kinds, unless apt was asked for them before. */
export async function hasBrowser() {
  if (!(await findBrowser())) return false
  if (process.env.CHROMIUM_PATH || !canInstall() || isThere(askedStamp)) return true
  return onPath([shell, 'chromium']).every(Boolean)
}

/** Installs one, or throws with one sentence on what to install. Tells `say` what it is about to do. */
export async function installBrowser(say) {
  const troubles = []
  if (canInstall()) {
    say('Installing Chromium for the browser tests, with apt-get (once) …')
    // Without a font a page shows boxes.
    for (const browser of [shell, 'chromium']) troubles.push(await aptInstall([browser, 'fonts-liberation']))
    fs.mkdirSync(path.dirname(askedStamp), { recursive: true })
    fs.writeFileSync(askedStamp, '')
    if (await findBrowser()) return
  }
  say('Installing Chromium for the browser tests, with Playwright (once) …')
  const installer = path.join(root, 'node_modules', 'playwright', 'cli.js')
  const { code, output } = await runProgram(process.execPath, [installer, 'install', 'chromium'])
  if (code !== 0) troubles.push(output.trim())
  if (await findBrowser()) return
  throw refusal([...troubles, howToGetOne].filter(Boolean).join('\n'))
}

/** The browser, or the sentence on how to get one. */
export async function requireBrowser() {
  const browser = await findBrowser()
  if (!browser) throw refusal(howToGetOne)
  return browser
}

function machineBrowsers() {
  if (process.platform === 'darwin') {
    const folders = ['/Applications', path.join(process.env.HOME || '', 'Applications')]
    const files = folders.flatMap((folder) =>
      macApps.map((app) => path.join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    )
    return files.filter(isThere)
  }
  if (process.platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .map((name) => process.env[name])
      .filter(Boolean)
    return folders.flatMap((folder) => windowsPrograms.map((program) => path.join(folder, program))).filter(isThere)
  }
  return onPath(commands).filter(Boolean)
}

/** The program file of each of these commands, in their order; undefined for one that is not there. */
export function onPath(names) {
  const folders = (process.env.PATH || '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return names.map((name) => folders.map((folder) => path.join(folder, name)).find(isThere))
}

async function playwrightBrowser() {
  try {
    const { chromium } = await import('@playwright/test')
    const file = chromium.executablePath()
    return isThere(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** A file with the right name may still be Ubuntu's stand-in that only says how to install a snap. */
export async function starts(file) {
  if (!isThere(file)) return false
  // On Windows and macOS --version opens a window, and there is no such stand-in.
  if (process.platform !== 'linux') return true
  const { code, output } = await runProgram(file, ['--version'], { timeout: 60_000 })
  return code === 0 && /\d+\.\d+\.\d+/.test(output)
}

export function isThere(file) {
  return fs.existsSync(file)
}

function refusal(message) {
  return Object.assign(new Error(message), { isRefusal: true })
}
