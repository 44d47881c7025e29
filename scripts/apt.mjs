// Installing what a bare Debian or Ubuntu lacks: only as root, so that nobody is surprised, and only where a command
// would fail without it (an image for CI, say). Without dependencies, because set-up.mjs uses it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'

export function canInstall() {
  return Boolean(process.getuid) && process.getuid() === 0 && fs.existsSync('/usr/bin/apt-get')
}

/** What went wrong, or an empty text. */
export async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runProgram('apt-get', ['update', '-qq'], { env })
  // Another apt-get may be at work.
  const options = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends']
  const install = await runProgram('apt-get', ['install', ...options, ...packages], { env })
  return install.code === 0 ? '' : `${update.output}${install.output}`.trim()
}

/** Runs a program to its end and gives its exit code (1 when it did not even start) with all that it said. */
export function runProgram(file, args, { env = {}, timeout = 900_000 } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(file, args, { env: { ...process.env, ...env }, stdio, timeout })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
