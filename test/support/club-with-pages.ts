import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createApp } from '#server/app.ts'
import { sendAsWritten, type WrittenRequest } from './as-written.ts'
import { createTestClub } from './club.ts'
import { emptyFolder } from './empty-folder.ts'

const manifest = {
  'index.html': { file: 'assets/app-abc123.js' },
  _kit: { file: 'assets/kit-abc123.js', css: ['assets/kit-abc123.css'] },
  'src/web/app.tsx': { file: 'assets/pages-abc123.js', imports: ['_kit', 'index.html'] },
  'src/web/first-login.tsx': { file: 'assets/login-abc123.js', imports: ['_kit', 'index.html'] },
  'src/web/routes/home.tsx?tsr-split=component': { file: 'assets/home-abc123.js', css: ['assets/home-abc123.css'] },
}

/** A small build: one file of each kind. */
const built = {
  'web/index.html':
    '<!doctype html><head><title>Quiver</title><script src="/assets/early/abc123.js" data-ask="/rpc/session/get?data=%7B%7D"></script>' +
    '<script type="module" src="/assets/app-abc123.js"></script>' +
    '<link rel="modulepreload" crossorigin href="/assets/kit-abc123.js"></head><body><div id="root"></div></body>',
  'web/.vite/manifest.json': JSON.stringify(manifest),
  'web/constitution.pdf': '%PDF- of public/',
  'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'web/assets/app-abc123.js': 'export {}',
  'web/assets/app-abc123.js.br': 'brotli',
  'sign-in/package.json': '{"type":"module"}',
  'sign-in/server-html.js': `export const renderSignIn = (club, query) =>
    ({ title: 'Sign In', markup: '<h1>' + JSON.stringify(query) + '</h1>' })
  export const renderPendingShell = ({ name }) => '<main id="main">' + name.replaceAll('<', '&lt;') + '</main>'`,
  // Files that don't belong in a build and must not be served.
  'web/.env': 'AUTH_SECRET=canary',
  'web/.git/config': 'canary',
  'web/assets/.secret': 'canary',
}

/** A test club with a built app: its pages, on top of the same app context. */
export async function createClubWithPages(options: Parameters<typeof createTestClub>[1] = {}) {
  const place = emptyFolder()
  const dist = place.folder
  for (const [name, content] of Object.entries(built)) {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), content)
  }
  const club = await createTestClub('sqlite', options)
  const app = await createApp(club.ctx, {
    trustProxy: false,
    webDir: join(dist, 'web'),
    devMailFolder: join(club.dataDir, 'mail'),
    isSettled: () => true,
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const ask = ({ headers, ...more }: WrittenRequest) =>
    sendAsWritten(Number(port), { ...more, headers: { host: 'localhost:3000', ...headers } })
  return {
    club,
    app,
    webDir: join(dist, 'web'),
    ask,
    get: (path: string, headers: Record<string, string> = {}) => ask({ path, headers }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await club[Symbol.asyncDispose]()
      place[Symbol.dispose]()
    },
  }
}
