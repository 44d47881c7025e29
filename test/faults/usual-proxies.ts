import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/support/server.ts'
import type { FaultContext } from './fault.ts'

export type WebProxy = {
  /** Of its program, too. */
  name: string
  args: (file: string, folder: string) => string[]
  settings: (facts: Facts) => string
}
type Facts = { port: number; target: number; folder: string }

/** As Debian installs them, leading to one server: nothing is set but that, and where they may write. */
const usual: WebProxy[] = [
  {
    name: 'nginx',
    args: (file, folder) => ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    settings: ({ port, target, folder }) => `
      daemon off;
      worker_processes 1;
      pid ${folder}/nginx.pid;
      events { worker_connections 768; }
      http {
        sendfile on;
        tcp_nopush on;
        gzip on;
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n        ')}
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://127.0.0.1:${target}; }
        }
      }`,
  },
  {
    name: 'caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    settings: ({ port, target }) => `{
  admin off
  auto_https off
}
http://localhost:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${target}
}
`,
  },
  {
    name: 'haproxy',
    args: (file) => ['-db', '-f', file],
    settings: ({ port, target }) => `
defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
frontend everybody
  bind 127.0.0.1:${port}
  default_backend quiver
backend quiver
  server quiver 127.0.0.1:${target}
`,
  },
]

/** Those as Debian installs them. @throws where one is not installed */
export function startUsualProxies(context: FaultContext, target: number) {
  return startProxies(context, usual, target)
}

/** Which of them are not installed here. */
export function missingOf(proxies: WebProxy[]) {
  return proxies.filter(({ name }) => findProgram(name) === undefined).map(({ name }) => name)
}

/** Each in front of the same server. @throws where one is not installed */
export async function startProxies(context: FaultContext, proxies: WebProxy[], target: number) {
  const missing = missingOf(proxies)
  if (missing.length > 0) throw new Error(`Not installed (Debian: apt-get install ${missing.join(' ')}).`)
  return Promise.all(
    proxies.map(async (proxy) => {
      const folder = mkdtempSync(join(tmpdir(), 'quiver-proxy-'))
      context.onEnd(() => rmSync(folder, { recursive: true, force: true }))
      const port = await freePort()
      const file = join(folder, 'settings')
      mkdirSync(join(folder, 'home'))
      writeFileSync(file, proxy.settings({ port, target, folder }))
      const child = spawn(findProgram(proxy.name) ?? '', proxy.args(file, folder), {
        env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
      context.onEnd(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        const slow = setTimeout(() => child.kill('SIGKILL'), 2000)
        await gone
        clearTimeout(slow)
      })
      for (let tries = 0; !(await listens(port)); tries++) {
        if (tries > 200 || child.exitCode !== null) throw new Error(`${proxy.name} does not listen:\n${said}`)
        await pause(50)
      }
      return { name: proxy.name, url: `http://localhost:${port}` }
    }),
  )
}

/** Where ordinary users do not look, too. */
function findProgram(name: string) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

async function listens(port: number) {
  const line = connect(port, '127.0.0.1')
  const answer = await Promise.race([
    once(line, 'connect').then(() => true),
    once(line, 'close').then(() => false),
  ]).catch(() => false)
  line.destroy()
  return answer
}
