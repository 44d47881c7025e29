import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#test/support/server.ts'
import { missingPrograms, requirePrograms, startProgram } from './debian-program.ts'
import type { FaultContext } from './fault.ts'

export type WebProxy = {
  /** Also the name of its program. */
  name: string
  args: (file: string, folder: string) => string[]
  settings: (facts: ProxyOptions) => string
}
type ProxyOptions = { port: number; target: number; folder: string }

/** With Debian's defaults, in front of one server. Only that and the folders they write to are configured. */
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
frontend everyone
  bind 127.0.0.1:${port}
  default_backend quiver
backend quiver
  server quiver 127.0.0.1:${target}
`,
  },
]

/** Starts the proxies with Debian's defaults. @throws if one isn't installed */
export function startUsualProxies(context: FaultContext, target: number) {
  return startProxies(context, usual, target)
}

/** Returns those that aren't installed here. */
export function missingOf(proxies: WebProxy[]) {
  return missingPrograms(proxies.map(({ name }) => name))
}

/** Starts each in front of the same server. @throws if one isn't installed */
export async function startProxies(context: FaultContext, proxies: WebProxy[], target: number) {
  requirePrograms(proxies.map(({ name }) => name))
  return Promise.all(
    proxies.map(async ({ name, args, settings }) => {
      const port = await freePort()
      await startProgram(context, {
        name,
        port,
        settings(folder) {
          mkdirSync(join(folder, 'home'))
          return settings({ port, target, folder })
        },
        args,
        env: (folder) => ({ HOME: join(folder, 'home') }),
      })
      return { name, url: `http://localhost:${port}` }
    }),
  )
}
