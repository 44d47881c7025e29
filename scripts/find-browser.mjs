// Finds the browser for tests and pictures, and installs one if there is none. No dependencies, because set-up.mjs uses this file.
// Playwright's own browsers come last, after the ones installed on the machine.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aptInstall, canInstall, runProgram } from './apt.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Renders the same pages without a window, which cuts the time of the end-to-end tests by a quarter (record 27). */
const shell = 'chromium-headless-shell'
/** Written once apt was asked for both packages: not every Debian has the shell, so don't try again. */
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

/** Returns the path of a Chromium that starts here, or undefined. Throws if CHROMIUM_PATH is set and doesn't start. */
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

/** Returns a full browser if there is one: the headless shell has no tabs and sends some requests twice. */
export async function requireWholeBrowser() {
  const usual = await requireBrowser()
  if (path.basename(usual) !== shell) return usual
  for (const file of machineBrowsers()) if (path.basename(file) !== shell && (await starts(file))) return file
  return usual
}

/** Whether there is a browser. Where packages can be installed, it wants both kinds, unless apt was asked for them before. */
export async function hasBrowser() {
  if (!(await findBrowser())) return false
  if (process.env.CHROMIUM_PATH || !canInstall() || isThere(askedStamp)) return true
  return onPath([shell, 'chromium']).every(Boolean)
}

/** Installs a browser, or throws an error that says what to install. Reports each step to `say`. */
export async function installBrowser(say) {
  const troubles = []
  if (canInstall()) {
    say('Installing Chromium for the browser tests, with apt-get (once) …')
    // Without a font, pages show boxes.
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

/** Returns the browser, or throws an error that says how to get one. */
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

/** Returns the path of each command, in the same order; undefined for a missing one. */
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

/** Whether the program starts: on Ubuntu, a file with this name may be a stub that only says how to install a snap. */
export async function starts(file) {
  if (!isThere(file)) return false
  // On Windows and macOS, --version opens a window, and there is no such stub.
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
