// Finds the browsers for tests and pictures: Chromium, which every browser test needs, and Firefox and WebKit for the twelve journeys that run in
// every engine. Installs what is missing where it may: on Debian and Ubuntu as root, in a CI image for example, so that it surprises no
// one. No dependencies, because set-up.mjs uses this file before any package is installed.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Renders the same pages without a window, which cuts the time of the browser tests by a quarter (record 27). */
const headlessShell = 'chromium-headless-shell'
const chromiums = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge']

const debianPackages = {
  // Without a font, pages show boxes.
  chromium: ['chromium', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  // WebKitGTK needs its driver, a virtual screen, a window manager, and a screenshot tool.
  webkit: ['webkit2gtk-driver', 'xvfb', 'openbox', 'imagemagick'],
}

/** Returns the path of a Chromium that starts here, or undefined. Throws if CHROMIUM_PATH is set and doesn't start. */
export async function findChromium({ withWindow = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named && !(await starts(named))) throw refusal(`CHROMIUM_PATH is ${named}, which doesn't start.`)
  if (named && !withWindow) return named
  const names = withWindow ? chromiums.slice(1) : chromiums
  for (const file of names.map(onPath)) if (file && (await starts(file))) return file
  return named ?? (await playwrightChromium())
}

/** Returns a Chromium, or throws an error that says how to get one. `withWindow` prefers a full browser over the headless shell. */
export async function requireChromium(options) {
  const found = (await findChromium(options)) ?? (await findChromium())
  if (found) return found
  throw refusal(
    'No browser for the tests. Install Chromium, Chrome, or Edge (Debian: `sudo apt-get install chromium fonts-liberation`), or set CHROMIUM_PATH to the program.',
  )
}

/** @param root the project's folder */
export async function installChromium(root, say) {
  if (canInstall()) {
    say('Installing Chromium for the browser tests, with apt-get (once) …')
    // Not every Debian has the shell.
    if (await aptInstall([headlessShell, ...debianPackages.chromium])) await aptInstall(debianPackages.chromium)
    if (await findChromium()) return
  }
  say('Installing Chromium for the browser tests, with Playwright (once) …')
  const playwright = path.join(root, 'node_modules', 'playwright', 'cli.js')
  say((await runProgram(process.execPath, [playwright, 'install', 'chromium'])).trouble)
  await requireChromium()
}

/** Returns the path of a Firefox. */
export function findFirefox() {
  return process.env.FIREFOX_PATH || ['firefox-esr', 'firefox'].map(onPath).find(Boolean)
}

/** Returns the programs of a WebKit that can be driven: Safari's on a Mac, WebKitGTK's on Linux. */
export function findWebKit() {
  if (process.platform === 'darwin') return { driver: '/usr/bin/safaridriver' }
  const [driver, screen, windowManager, camera] = ['WebKitWebDriver', 'Xvfb', 'openbox', 'import'].map(onPath)
  if (!driver || !screen || !windowManager || !camera) return undefined
  // The browser isn't a command: the libraries store it with their own programs, on Debian per architecture.
  const folders = ['/usr/libexec', '/usr/lib64', ...fs.readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`)]
  const browser = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0']
    .flatMap((release) => folders.map((folder) => `${folder}/${release}/MiniBrowser`))
    .find(fs.existsSync)
  return browser && { driver, browser, screen, windowManager, camera }
}

/** Returns which of the two optional engines are missing on this machine. */
export function missingEngines() {
  return [...(findWebKit() ? [] : ['webkit']), ...(findFirefox() ? [] : ['firefox'])]
}

/** Installs the optional engines that are missing, or says how to. A missing one isn't an error. */
export async function installEngines(say) {
  const packages = missingEngines().flatMap((engine) => debianPackages[engine])
  if (canInstall()) {
    say('Installing WebKit and Firefox for the browser tests, with apt-get (once) …')
    say(await aptInstall(packages))
  }
  const left = missingEngines()
  if (left.length > 0)
    say(
      `The journeys run without ${left.join(' and ')}. On Debian and Ubuntu: sudo apt-get install ${packages.join(' ')}; elsewhere, install Firefox, or set FIREFOX_PATH to the program. WebKit comes with macOS.`,
    )
}

export function canInstall() {
  return process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
}

/** Returns an error message, or an empty string. */
export async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runProgram('apt-get', ['update', '-qq'], env)
  // Wait if another apt-get is running.
  const options = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends']
  const install = await runProgram('apt-get', ['install', ...options, ...packages], env)
  return install.trouble && `${update.trouble}\n${install.trouble}`.trim()
}

/** Whether the program starts: on Ubuntu, a file with this name may be a stub that only says how to install a snap. */
async function starts(file) {
  // On Windows and macOS, --version opens a window, and there is no such stub.
  if (process.platform !== 'linux') return fs.existsSync(file)
  return /\d+\.\d+\.\d+/.test((await runProgram(file, ['--version'])).output)
}

function onPath(name) {
  const folders = (process.env.PATH || '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file))
}

async function playwrightChromium() {
  const playwright = await import('@playwright/test').catch(() => undefined)
  const file = playwright?.chromium.executablePath()
  return file && fs.existsSync(file) ? file : undefined
}

/** Runs a program to its end. Returns its output, and the same as `trouble` if it failed. */
function runProgram(file, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 900_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ output: '', trouble: error.message }))
    child.on('close', (code) => resolve({ output, trouble: code === 0 ? '' : output.trim() || `${file} failed` }))
  })
}

function refusal(message) {
  return Object.assign(new Error(message), { isRefusal: true })
}
