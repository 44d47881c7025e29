// Prepares a clone for the npm script about to run, as in `node scripts/set-up.mjs start`: installs packages, builds the app, finds
// browsers. If there's nothing to do, it returns immediately. It runs on the machine's own Node before any package is installed, so it has
// no dependencies, and even an old Node can parse it far enough to print that it's too old.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as browsers from './browsers.mjs'
import { hashOf, ownNodes, stateOfOwnNode } from './own-node.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'

/** What each npm script needs in addition to the packages. `npm test` prepares each of its steps when it gets there. */
const needs = {
  start: ['web'],
  demo: ['web'],
  faults: ['web', 'browser'],
  unit: ['web'],
  e2e: ['web', 'browser'],
  engines: ['web', 'browser', 'engines'],
  matrix: ['web', 'browser'],
  bench: ['web', 'browser'],
}

const packageStamp = path.join(root, 'node_modules', '.cache', 'quiver', 'packages.json')
const webStamp = path.join(root, '.cache', 'web-build.json')
const ownNode = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

async function setUp(script) {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw refusal(`Quiver needs Node.js 20 or newer for setup; this is ${process.version}.`)
  }
  if (script === 'start') await import('./settings.mjs')
  const needed = needs[script] || []
  await once(arePackagesInstalled, installPackages)
  if (script === 'build')
    await once(
      () => false,
      () => buildWeb('inherit'),
    )
  if (needed.includes('web')) await once(isWebBuilt, () => buildWeb('pipe'))
  if (needed.includes('browser')) await once(browsers.findChromium, () => browsers.installChromium(root, say))
  if (needed.includes('engines')) {
    const hasAll = () => browsers.missingEngines().length === 0
    await once(hasAll, () => browsers.installEngines(say))
  }
}

/**
 * Does the work unless it's done, one setup of this folder at a time. The lock is a port that belongs to the folder: only one process can
 * listen on it, and the system frees it however that process ends.
 */
async function once(isDone, work) {
  if (await isDone()) return
  const port = 20_000 + (Number.parseInt(hash(root).slice(0, 8), 16) % 10_000)
  for (let tries = 0; ; tries++) {
    const lock = net.createServer().listen(port, '127.0.0.1')
    const isTaken = await new Promise((resolve) => {
      lock.on('listening', () => resolve(false)).on('error', ({ code }) => resolve(code === 'EADDRINUSE'))
    })
    try {
      if (!isTaken) return (await isDone()) || (await work())
    } finally {
      lock.close()
    }
    if (tries === 0) say(`Waiting for another setup of this folder, or for the program that uses port ${port} …`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

// --- packages

/** Whether package-lock.json is what is installed, and the project's Node runs. A stamp saves comparing again. */
function arePackagesInstalled() {
  const installed = readFile('node_modules/.package-lock.json')
  if (installed === undefined) return false
  const stamp = hash([readFile('package-lock.json'), installed, fileState(ownNode), JSON.stringify(ownNodes)].join())
  if (readFile(packageStamp) === stamp) return true
  if (wrongPackages().length > 0 || troubleOfOwnNode()) return false
  try {
    writeFile(packageStamp, stamp)
  } catch (error) {
    // Installed by another user and not writable by this one, so the check runs again each time.
    if (!isDenied(error)) throw error
  }
  return true
}

/** Returns the packages of the lock file that are missing or installed in another version. */
function wrongPackages() {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn)
  const isWrong = ([folder, wanted]) => {
    const found = installed[folder]
    if (!found) return folder !== '' && (!wanted.optional || isForThisPlatform(wanted))
    return found.version !== wanted.version || (wanted.integrity && found.integrity !== wanted.integrity)
  }
  return Object.entries(locked).filter(isWrong).map(nameOf)
}

/** Whether an optional package is a binary for this very platform. npm skips these silently if their installation fails. */
function isForThisPlatform({ os: systems, cpu, libc, integrity }) {
  if (!systems || !cpu || !integrity) return false
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  const isRightLibc = !libc || libc.includes(isMusl ? 'musl' : 'glibc')
  return systems.includes(process.platform) && cpu.includes(process.arch) && isRightLibc
}

/** Returns why the project's Node doesn't run, or an empty string. Checks its hash first, so that a wrong one never runs. */
function troubleOfOwnNode() {
  requireRightNode()
  const { stdout, stderr, error } = spawnSync(ownNode, ['--version'], { encoding: 'utf8' })
  if (stdout === `v${JSON.parse(readFile('package.json')).dependencies.node}\n`) return ''
  return error ? error.message : `${stdout}${stderr}`.trim() || 'it printed no version'
}

let isUnknownSaid = false

/** @throws a refusal if the project's Node isn't the one in scripts/own-node.mjs */
function requireRightNode() {
  const state = stateOfOwnNode(ownNode)
  const name = path.relative(root, ownNode)
  if (state === 'wrong') {
    throw refusal(
      `The project's own Node.js, ${name}, isn't the one Quiver was released with, so it wasn't run. It may be damaged or replaced.\nDelete the node_modules folder and run this command again. If you see this again, don't use the npm registry or mirror that it came from.\nIts SHA-256 is ${hashOf(ownNode)}; the ones expected are in scripts/own-node.mjs.`,
    )
  }
  if (state === 'unknown' && !isUnknownSaid) {
    isUnknownSaid = true
    say(
      `Quiver has no checksum for Node.js on ${process.platform}-${process.arch}, so ${name} isn't checked. Checked platforms: ${Object.keys(ownNodes.hashes).join(', ')}.`,
    )
  }
}

async function installPackages() {
  say('Installing packages (only once; takes about a minute) …')
  // The build tools are dev dependencies, needed even if NODE_ENV is production. Install scripts run only after the project's Node has
  // been checked, because npm would run them on it.
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
  const options = ['--include=dev', '--ignore-scripts', ...quiet]
  const failure = "npm couldn't install the packages."
  // Windows can't delete the running Node, so there npm only changes what differs.
  const isOwnNodeRunning = process.execPath.startsWith(path.join(root, 'node_modules'))
  try {
    await npm([...(isWindows && isOwnNodeRunning ? ['install', '--no-save'] : ['ci']), ...options], failure)
  } catch (error) {
    if (!isOnlyOptionalMissing(error.message)) throw error
    await npm(['install', '--no-save', ...options], failure)
  }
  // The install script of the package `node` downloads the binary for this platform.
  if (stateOfOwnNode(ownNode) !== 'right') await npm(['rebuild', 'node', ...quiet], failure)
  if (!fs.existsSync(ownNode)) {
    throw refusal(
      "The project's own Node.js is missing because npm is set not to run install scripts, and one of them installs it. Run `npm rebuild node --ignore-scripts=false` here, then run this command again. (package.json names the few packages with such scripts, under allowScripts.)",
    )
  }
  requireRightNode()

  const libraries = ['libatomic1', 'libstdc++6']
  if (browsers.canInstall() && troubleOfOwnNode().includes('shared libraries')) {
    say('Installing the libraries Node.js needs with apt-get (only once) …')
    await browsers.aptInstall(libraries)
  }
  const trouble = troubleOfOwnNode()
  if (trouble) {
    throw refusal(
      `The project's own Node.js, ${path.relative(root, ownNode)}, doesn't run here: ${trouble}\nOn a minimal Debian or Ubuntu, run: sudo apt-get install ${libraries.join(' ')}`,
    )
  }
  await runInstallScripts(quiet, failure)
  if (arePackagesInstalled()) return

  // npm left out optional packages that need a newer Node than the machine's own. On the project's Node it adds them.
  await npm(['install', '--no-save', ...options], failure, ownNode)
  await runInstallScripts(quiet, failure)
  if (arePackagesInstalled()) return
  throw refusal(`npm failed to install ${wrongPackages().join(', ')}.`)
}

/** Runs the install scripts of all other packages. */
async function runInstallScripts(options, failure) {
  const installed = Object.entries(packagesIn('node_modules/.package-lock.json'))
  const names = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf)
  const others = names.filter((name) => name !== 'node')
  if (others.length > 0) await npm(['rebuild', ...others, ...options], failure)
}

/**
 * Whether `npm ci` failed only because the lock file lacks programs for other platforms, which happens if it was made with a registry that
 * had none (https://github.com/npm/cli/issues/9846). `npm install` works without them.
 */
function isOnlyOptionalMissing(output) {
  const locked = Object.values(packagesIn('package-lock.json'))
  const optional = new Set(locked.flatMap((entry) => Object.keys(entry.optionalDependencies || {})))
  const missing = [...output.matchAll(/Missing: (\S+)@\S* from lock file/g)].map((match) => match[1])
  return missing.length > 0 && !output.includes('Invalid: ') && missing.every((name) => optional.has(name))
}

function packagesIn(lockFile) {
  return JSON.parse(readFile(lockFile)).packages
}

function nameOf([folder]) {
  return folder.replace(/^.*node_modules\//, '')
}

// --- web

/** The inputs of the web build, without tests and the files that the build generates. */
const webInputs = [
  ...['src/web', 'src/contract', 'src/domain', 'public', 'index.html'],
  ...['vite.config.ts', 'src/server/http/shell-address.ts'],
  ...[
    'scripts/code-chunks.ts',
    'scripts/oldest-browsers.ts',
    'scripts/scan-build.ts',
    'scripts/unsupported-features.ts',
  ],
  ...['club.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
]

function isWebBuilt() {
  const stamp = readFile(webStamp)
  return stamp !== undefined && stamp === currentWebStamp()
}

function currentWebStamp() {
  const digest = createHash('sha256')
  const inputs = [...webInputs, ...(process.env.CLUB_CONFIG ? [process.env.CLUB_CONFIG] : [])]
  for (const file of inputs.flatMap((input) => filesIn(path.resolve(root, input)))) {
    if (/\.(test\.tsx?|gen\.ts)$/.test(file)) continue
    digest
      .update(path.relative(root, file))
      .update('\0')
      .update(hash(fs.readFileSync(file)))
  }
  return JSON.stringify({
    inputs: digest.digest('hex'),
    output: fileState(path.join(root, 'dist', 'web', 'index.html')),
  })
}

function filesIn(name) {
  if (!fs.existsSync(name)) return []
  if (!fs.statSync(name).isDirectory()) return [name]
  const names = fs.readdirSync(name).sort()
  return names.flatMap((child) => filesIn(path.join(name, child)))
}

async function buildWeb(stdio) {
  if (stdio === 'pipe') say('Building the app …')
  const { inputs } = JSON.parse(currentWebStamp())
  fs.rmSync(webStamp, { force: true })
  const vite = path.join('node_modules', 'vite', 'bin', 'vite.js')
  const options = { failure: "The app didn't build.", env: { NODE_ENV: 'production' }, stdio }
  await run(ownNode, [vite, 'build', '--ssr', 'src/web/server-html.tsx'], options)
  await run(ownNode, [vite, 'build'], options)
  await run(ownNode, [path.join('scripts', 'scan-build.ts'), path.join('dist', 'web')], options)
  // The stamp has the state from before the build: a file that changes during the build may have been read before or after.
  writeFile(webStamp, JSON.stringify({ ...JSON.parse(currentWebStamp()), inputs }))
}

// --- helpers

/** Runs npm, the one running this script if any, on the same Node or the given one. */
function npm(args, failure, node = process.env.npm_node_execpath || process.execPath) {
  if (/npm-cli\.js$/.test(process.env.npm_execpath || ''))
    return run(node, [process.env.npm_execpath, ...args], { failure })
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter)
  return run(isWindows ? 'npm.cmd' : 'npm', args, { failure, env: { PATH }, shell: isWindows })
}

/** Shows a program's output only if it fails, unless its `stdio` is inherited. */
async function run(file, args, { failure, env = {}, shell = false, stdio = 'pipe' }) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    shell,
    stdio: ['ignore', stdio, stdio],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  if (code !== 0) throw refusal(`${output.trimEnd()}\n${failure}`.trim())
}

/** An error that is shown as its message only, without a stack. */
function refusal(message) {
  return Object.assign(new Error(message), { isRefusal: true })
}

/** Prints to standard error, because standard output belongs to the command. */
function say(line) {
  if (line) process.stderr.write(`${line}\n`)
}

function readFile(name) {
  try {
    return fs.readFileSync(path.resolve(root, name), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function writeFile(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

function isDenied(error) {
  return ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
}

function fileState(file) {
  const state = fs.statSync(file, { throwIfNoEntry: false })
  return state ? `${state.size} ${state.mtimeMs}` : 'none'
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}

setUp(process.argv[2]).catch((error) => {
  process.exitCode = 1
  if (error.isRefusal) say(error.message)
  else if (isDenied(error)) say(`Setup needs to write here once, as a user with permission: ${error.message}`)
  else say(`Setup failed: ${error.stack}`)
})
