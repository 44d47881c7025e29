// Run this after changing dependencies: `node scripts/lockfile-integrity.mjs`. It adds the programs for other platforms (optional
// dependencies such as @biomejs/cli-darwin-arm64) to package-lock.json, because npm leaves them out if the registry in use doesn't have
// them. Without these entries, `npm ci` of npm 11 rejects the lock file on every platform
// (https://github.com/npm/cli/issues/9846), and that of npm 10 installs too little on those platforms
// (https://github.com/npm/cli/issues/4828). The version is the one the dependent requests, the platform is in the name; npm
// preserves the entries later. A complete lock file isn't changed.
// With `--fingerprints`, it also gets missing integrity hashes from the registry in use, through npm (T97). Packages that this
// registry doesn't have stay without one, so try again with a more complete registry.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
const added = []

for (const [folder, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies || {})) {
    // Only exact versions; npm must resolve ranges.
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) continue
    const found = resolve(folder, name)
    if (found && lock.packages[found].version === version) continue
    const platform = platformOf(name)
    if (!platform) continue
    lock.packages[found ? `${folder}/node_modules/${name}` : `node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}

const asked = process.argv.includes('--fingerprints') ? Object.entries(lock.packages) : []
const without = asked.filter(([folder, entry]) => folder !== '' && !entry.link && !entry.integrity)
const unknown = []
for (const [folder, entry] of without) {
  const name = `${folder.replace(/^.*node_modules\//, '')}@${entry.version}`
  const integrity = fingerprintOf(name)
  if (integrity) entry.integrity = integrity
  else unknown.push(name)
}

if (added.length > 0 || unknown.length < without.length) {
  const entries = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`)
}
process.stdout.write(`${added.map((line) => `${line}\n`).join('')}${added.length} added to package-lock.json\n`)
if (asked.length > 0)
  process.stdout.write(
    `${without.length - unknown.length} fingerprints added; ${unknown.length} not in this registry\n`,
  )

/** @returns undefined if the registry doesn't have it */
function fingerprintOf(name) {
  const windows = process.platform === 'win32'
  const { stdout } = spawnSync(windows ? 'npm.cmd' : 'npm', ['view', name, 'dist.integrity'], {
    encoding: 'utf8',
    shell: windows,
  })
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(stdout?.trim() ?? '') ? stdout.trim() : undefined
}

/** Where Node would find `name` from `folder`: there or in a folder above. */
function resolve(folder, name) {
  for (let place = folder; ; place = place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = place ? `${place}/node_modules/${name}` : `node_modules/${name}`
    if (lock.packages[candidate]) return candidate
    if (!place) return undefined
  }
}

function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const cpu = processors.filter((processor) => words.includes(processor))
  const os = systems.filter((system) => words.includes(system))
  if (cpu.length !== 1 || os.length > 1 || (os.length === 0 && cpu[0] !== 'wasm32')) return undefined
  const libc = words.flatMap((word) => libraries[word] || [])
  return { cpu, ...(libc.length ? { libc } : {}), ...(os.length ? { os } : {}) }
}
