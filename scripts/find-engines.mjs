// Finds WebKit and Firefox for the tests that run in every engine, and installs what is missing. Chromium has its own file
// (find-browser.mjs), because no browser test runs without it; these two are optional.
import fs from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from './apt.mjs'
import { isThere, onPath, starts } from './find-browser.mjs'

const names = { webkit: 'WebKit', firefox: 'Firefox' }

/** WebKitGTK needs its driver, a virtual screen, a window manager, and a screenshot tool. */
const packages = {
  webkit: ['webkit2gtk-driver', 'xvfb', 'openbox', 'imagemagick'],
  firefox: ['firefox-esr'],
}

/** Returns which of the two are missing on this machine. */
export async function missingEngines() {
  return [...(findWebKit() ? [] : ['webkit']), ...((await findFirefox()) ? [] : ['firefox'])]
}

/** Installs what is missing, or says how to get it. A missing engine isn't an error. */
export async function installEngines(say) {
  const missing = await missingEngines()
  if (canInstall()) {
    say(`Installing ${listed(missing)} for the browser tests, with apt-get (once) …`)
    const trouble = await aptInstall(missing.flatMap((engine) => packages[engine]))
    if (trouble) say(trouble)
  }
  const left = await missingEngines()
  if (left.length > 0) say(`The journeys run without ${listed(left)}: ${howToGet(left)}`)
}

/** Returns the path of a Firefox. */
export async function findFirefox() {
  const named = process.env.FIREFOX_PATH
  if (named) return named
  if (process.platform === 'darwin') return ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(isThere)
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']].filter(Boolean)
    return folders.map((folder) => path.join(folder, 'Mozilla Firefox', 'firefox.exe')).find(isThere)
  }
  const [esr, firefox] = onPath(['firefox-esr', 'firefox'])
  if (esr) return esr
  return firefox && (await starts(firefox)) ? firefox : undefined
}

/** Returns the programs of a WebKit that can be driven: Safari's on a Mac, WebKitGTK's on Linux. */
export function findWebKit() {
  if (process.platform === 'darwin') {
    const driver = '/usr/bin/safaridriver'
    return isThere(driver) ? { driver } : undefined
  }
  if (process.platform !== 'linux') return undefined
  const [driver, screen, windowManager, camera] = onPath(['WebKitWebDriver', 'Xvfb', 'openbox', 'import'])
  const browser = miniBrowsers().find(isThere)
  return driver && screen && windowManager && camera && browser
    ? { driver, browser, screen, windowManager, camera }
    : undefined
}

/** Possible paths of the browser: it isn't a command; the libraries store it with their own programs, on Debian per architecture. */
function miniBrowsers() {
  const forArchitectures = fs.readdirSync('/usr/lib').filter((name) => name.includes('-linux-'))
  const folders = [...forArchitectures.map((name) => `/usr/lib/${name}`), '/usr/libexec', '/usr/lib64', '/usr/lib']
  const releases = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0']
  return releases.flatMap((release) => folders.map((folder) => `${folder}/${release}/MiniBrowser`))
}

function howToGet(missing) {
  if (isThere('/usr/bin/apt-get')) {
    return `sudo apt-get install ${missing.flatMap((engine) => packages[engine]).join(' ')}`
  }
  const isMissingWebKit = missing.includes('webkit')
  const isMissingFirefox = missing.includes('firefox')
  return [
    ...(isMissingFirefox ? ['install Firefox, or set FIREFOX_PATH to the program.'] : []),
    ...(isMissingWebKit ? ['WebKit comes with macOS, and with apt on Debian and Ubuntu.'] : []),
  ].join(' ')
}

function listed(engines) {
  return engines.map((engine) => names[engine]).join(' and ')
}
