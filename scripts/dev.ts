import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Runs the server, which restarts on each change, behind Vite, which serves the web app and updates it in place.

const root = fileURLToPath(new URL('..', import.meta.url))
// The browser talks to Vite, so this is the address for links in emails and the origin of every request.
const webPort = '5173'
const env = { NODE_ENV: 'development', BASE_URL: `http://localhost:${webPort}`, ...process.env }

const children = [
  run('--watch', '--watch-preserve-output', 'src/server/main.ts'),
  run('node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort'),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAll(signal))
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stopAll('SIGTERM')
  })
}

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
}

function stopAll(signal: NodeJS.Signals) {
  for (const child of children) child.kill(signal)
}
