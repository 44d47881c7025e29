import { createHash } from 'node:crypto'
import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin, transformWithOxc } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { codeChunks, firstChunks } from './scripts/code-chunks.ts'
import { buildTarget } from './scripts/oldest-browsers.ts'
import { cameraPages, shellAddress, withCamera } from './src/server/http/shell-address.ts'
import { themeCss } from './src/web/ui/theme-css.ts'

const server = 'http://127.0.0.1:3000'

// Two builds: `vite build` makes the app, `vite build --ssr src/web/server-html.tsx` the one page that the server
// renders.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/web/routes',
      generatedRouteTree: './src/web/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    themeStyleSheet(),
    !isSsrBuild && earlyByContent(),
    !isSsrBuild &&
      compression({
        include: /\.(js|css|svg)$/,
        algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip')],
        logLevel: 'silent',
      }),
    !isSsrBuild && compiledWhileLoading(),
    !isSsrBuild && serviceWorker(),
    !isSsrBuild && notificationsInWorker(),
  ],
  build: isSsrBuild ? signInBuild : appBuild,
  define: { __SHAPES__: JSON.stringify(contractHash()) },
  css: { modules: { generateScopedName: shortClass } },
  // Bundles all dependencies, so that the server runs exactly what was built.
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(
      ['/rpc', '/api', '/live', '/files', '/dev', '/manifest.webmanifest'].map((path) => [path, { target: server }]),
    ),
  },
}))

/**
 * Pages that the service worker serves from the device. The login page comes from the server while it is reachable; all
 * other addresses always do.
 */
const ownPages =
  /^\/(check-in|home|info|kiosk|manage-practices|members|my-pass|my-practices|profile(\/(notifications|security|data))?|resources|scorecard|settings|welcome)(\?|$)/

/**
 * The service worker, `/sw.js`: the whole app is on the device after one visit, so that it opens offline and no chunk
 * is missing after a deploy. It waits until someone accepts the new version (src/web/shell/new-version.ts), and handles
 * only pages and files of the build: data requests go to the server.
 */
function serviceWorker() {
  return VitePWA({
    // Registered by the app, behind the sign-in.
    injectRegister: false,
    registerType: 'prompt',
    manifest: false,
    workbox: {
      globPatterns: ['assets/**/*.{js,css,svg,png,webp}', 'favicon.svg', 'default-pfp.png', 'unsupported-browser.*'],
      dontCacheBustURLsMatching: /^assets\//,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      inlineWorkboxRuntime: true,
    },
    integration: {
      // Runs when the files exist, because the name of the page depends on them.
      async beforeBuildServiceWorker({ outDir, workbox }) {
        Object.assign(workbox, navigationRules(await shellAddress(join(import.meta.dirname, outDir))))
      },
    },
  })
}

/**
 * Appends the notification handlers (src/web/features/notifications/push-worker.js) to the service worker: importing
 * them would need another script in the content security policy.
 */
function notificationsInWorker(): Plugin {
  let outDir = ''
  return {
    name: 'quiver-notifications',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle: {
      // After the service worker has been generated.
      sequential: true,
      order: 'post',
      async handler() {
        const own = await transformWithOxc(
          readFileSync(join(import.meta.dirname, 'src/web/features/notifications/push-worker.js'), 'utf8'),
          'worker.js',
          { target: buildTarget },
        )
        appendFileSync(join(import.meta.dirname, outDir, 'sw.js'), `\n${own.code}`)
      },
    },
  }
}

/** @param shell the server's one page for everything behind the login (src/server/http/html-shells.ts) */
function navigationRules(shell: string): Partial<VitePWAOptions['workbox']> {
  return {
    additionalManifestEntries: [shell, withCamera(shell)].map((url) => ({ url, revision: null })),
    navigateFallback: shell,
    navigateFallbackAllowlist: [ownPages],
    runtimeCaching: [
      {
        // Nothing is cached under these addresses, so they always get the shell whose headers allow the camera.
        urlPattern: new RegExp(`^https?://[^/]+(${cameraPages.join('|')})(\\?|$)`),
        handler: 'CacheOnly',
        options: { precacheFallback: { fallbackURL: withCamera(shell) } },
      },
      {
        urlPattern: ({ request, url }) => request.mode === 'navigate' && /^\/(login)?$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: shell } },
      },
    ],
  }
}

// Minified, because each server keeps its source text in memory.
const signInBuild: BuildEnvironmentOptions = {
  target: buildTarget,
  minify: true,
  outDir: 'dist/sign-in',
  emptyOutDir: true,
  copyPublicDir: false,
}

const appBuild: BuildEnvironmentOptions = {
  target: buildTarget,
  cssTarget: buildTarget,
  outDir: 'dist/web',
  emptyOutDir: true,
  // Lists the files of each page, for the server's preload links and the size check.
  manifest: true,
  // The content security policy allows no inline script, and browsers with module support preload without it.
  modulePreload: { polyfill: false },
  // No data: URLs: every asset is a hashed file that is cached for good.
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: codeChunks,
      },
    },
  },
}

/**
 * A build reads stored data only if the contract is unchanged, identified by this hash (src/web/lib/query-client.ts).
 */
function contractHash() {
  const hash = createHash('sha256')
  for (const file of globSync('src/contract/*.ts', { cwd: import.meta.dirname }).sort())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(import.meta.dirname, file)))
  return hash.digest('base64url').slice(0, 8)
}

/**
 * A built document names `public/early.js` by its content hash, because the two must match. It is an asset, not part of
 * the bundle, because it runs before the app.
 */
function earlyByContent(): Plugin {
  const written = readFileSync(join(import.meta.dirname, 'public/early.js'), 'utf8')
  // Without comments and indentation. A minifier would use syntax that the browsers it turns away can't read.
  const source = written.replace(/^\s*(\/\/.*)?\n|^\s+/gm, '')
  const fileName = `assets/early/${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
  return {
    name: 'quiver-early',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: (html) => html.replace('src="/early.js"', `src="/${fileName}"`),
  }
}

/**
 * Chromium compiles all functions of a file that begins with this comment while it loads, on another thread, instead of
 * when they are called first. Vite writes its list of files to preload above any banner, so the files that the home page
 * needs first are written again, and compressed again.
 */
function compiledWhileLoading(): Plugin {
  return {
    name: 'quiver-compile-hint',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir = '' }, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !firstChunks.includes(file.name)) continue
          const path = join(dir, file.fileName)
          const code = `//# allFunctionsCalledOnLoad\n${file.code}`
          writeFileSync(path, code)
          writeFileSync(`${path}.br`, brotliCompressSync(code))
          writeFileSync(`${path}.gz`, gzipSync(code))
        }
      },
    },
  }
}

const styleSheets = globSync('src/web/**/*.module.css', { cwd: import.meta.dirname }).sort()

/** `title_1f`: the same in both builds, and smaller than a hash for each sheet and a line for each class. */
function shortClass(name: string, file: string) {
  const sheet = styleSheets.indexOf(relative(import.meta.dirname, file.split('?')[0] ?? file))
  if (sheet < 0) throw new Error(`${file} is no style sheet of the app.`)
  return `${name}_${sheet.toString(36)}`
}

/** `virtual:quiver-theme.css`: the tokens as a style sheet (src/web/ui/theme-css.ts). */
function themeStyleSheet(): Plugin {
  const id = 'virtual:quiver-theme.css'
  return {
    name: 'quiver-theme',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? themeCss() : null),
  }
}
