// Installs packages that a bare Debian or Ubuntu lacks. Only as root, so that it surprises no one, and only when a command would fail
// without them (in a CI image, for example). No dependencies, because set-up.mjs uses this file.
import { spawn } from 'node:child_process'
import fs from 'node:fs'

export function canInstall() {
  return Boolean(process.getuid) && process.getuid() === 0 && fs.existsSync('/usr/bin/apt-get')
}

/** Returns an error message, or an empty string. */
export async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runProgram('apt-get', ['update', '-qq'], { env })
  // Wait if another apt-get is running.
  const options = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends']
  const install = await runProgram('apt-get', ['install', ...options, ...packages], { env })
  return install.code === 0 ? '' : `${update.output}${install.output}`.trim()
}

/** Runs a program to its end. Returns its exit code (1 if it didn't start) and its output. */
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
