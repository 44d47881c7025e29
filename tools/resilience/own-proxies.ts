import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patched } from './tree-copy.ts'
import type { WebProxy } from './usual-proxies.ts'

/** The configurations in deploy/, except for the certificate, the port, and the server's address. */
export const ownProxies = (root: string): WebProxy[] => [
  {
    name: 'nginx',
    args: (file, folder) => ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    settings({ port, target, folder }) {
      const file = 'deploy/nginx.conf'
      const text = readFileSync(join(root, file), 'utf8')
      const log = text.slice(text.indexOf('\nmap '), text.indexOf('\nserver {'))
      const server = text.slice(text.lastIndexOf('\nserver {'))
      const changes: [string, string][] = [
        ['access_log /var/log/nginx/access.log quiver;', `access_log ${folder}/access.log quiver;`],
        ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
        ['  listen [::]:443 ssl;\n', ''],
        ['  http2 on;\n', ''],
        ['server_name archery.example.edu;', 'server_name localhost;'],
        ['  ssl_certificate /etc/letsencrypt/live/archery.example.edu/fullchain.pem;\n', ''],
        ['  ssl_certificate_key /etc/letsencrypt/live/archery.example.edu/privkey.pem;\n', ''],
      ]
      const site = changes.reduce((sum, [from, to]) => patched(sum, { file, from, to }), server)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 768; }
        http { sendfile on; tcp_nopush on; gzip on; access_log off; ${temporary.join(' ')}
        ${log}
        ${site.replaceAll('127.0.0.1:3000', `127.0.0.1:${target}`).replaceAll('proxy_set_header Host $host;', `proxy_set_header Host $host:${port};`)} }`
    },
  },
  {
    name: 'caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    settings({ port, target }) {
      const file = 'deploy/Caddyfile'
      const text = readFileSync(join(root, file), 'utf8')
      const site = patched(text, {
        file,
        from: '\narchery.example.edu {',
        to: `\nhttp://localhost:${port} {\n\tbind 127.0.0.1`,
      })
      const options = patched(site, { file, from: '\n{\n', to: '\n{\n\tadmin off\n\tauto_https off\n' })
      return patched(options, { file, from: '127.0.0.1:3000', to: `127.0.0.1:${target}` })
    },
  },
]
