import { createHash } from 'node:crypto'
import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { buildTarget } from './scripts/oldest-browsers.ts'
import { shellAddress } from './src/server/http/shell-address.ts'
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
  /^\/(home|info|manage-practices|members|my-pass|my-practices|profile|resources|scorecard|welcome)(\?|$)/

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
    additionalManifestEntries: [{ url: shell, revision: null }],
    navigateFallback: shell,
    navigateFallbackAllowlist: [ownPages],
    runtimeCaching: [
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

type ChunkingContext = Rolldown.ChunkingContext

/** Cached for each build. */
const reached = new Map<string, Set<string>>()

/** The modules loaded with these files (and src/web/main.tsx), without dynamic imports. */
function loadsWith(roots: string[], ctx: ChunkingContext) {
  return cached(roots.join(), () => {
    const found = new Set<string>()
    function add(id: string) {
      if (found.has(id)) return
      found.add(id)
      ctx.getModuleInfo(id)?.importedIds.forEach(add)
    }
    for (const root of ['main.tsx', ...roots]) add(resolve(import.meta.dirname, 'src/web', root))
    return found
  })
}

/** The modules that some dynamic import loads, other than that of the home page. */
function loadsLater(ctx: ChunkingContext) {
  return cached('', () => {
    const own = home.map((root) => resolve(import.meta.dirname, 'src/web', root))
    const roots = new Set<string>(own)
    const found = new Set<string>()
    for (const root of roots)
      for (const id of loadsWith([root], ctx)) {
        if (!own.includes(root)) found.add(id)
        for (const later of ctx.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(later)
      }
    return found
  })
}

function cached(key: string, find: () => Set<string>) {
  const found = reached.get(key) ?? find()
  reached.set(key, found)
  return found
}

const signIn = ['first-login.tsx']
const app = ['app.tsx']
const home = [...app, 'routes/home.tsx?tsr-split=component---loader']

/** The chunk of modules that both the login and the home page load. */
function everywhere(id: string, ctx: ChunkingContext) {
  return loadsWith(home, ctx).has(id) && loadsWith(signIn, ctx).has(id) ? 'kit' : null
}

/** The chunk of the router, and of modules that every page needs but the login page of a first visit. */
function withRouter(id: string, ctx: ChunkingContext) {
  if (id.includes('/node_modules/')) return 'router'
  return loadsWith(app, ctx).has(id) && !loadsWith(signIn, ctx).has(id) ? 'router' : null
}

/** The chunk of modules that the home page shares with others behind the login, and of the home page's styles. */
function behindSignIn(id: string, ctx: ChunkingContext) {
  if (/\/features\/(home|passes|practices)\/[^?]*\.module\.css$/.test(id)) return 'inside'
  if (!loadsWith(home, ctx).has(id) || loadsWith([...app, ...signIn], ctx).has(id)) return null
  return id.endsWith('.module.css') || loadsLater(ctx).has(id) ? 'inside' : null
}

/** Of libraries. */
function behindSignInLibs(id: string, ctx: ChunkingContext) {
  return loadsWith(home, ctx).has(id) ? 'inside' : null
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
        groups: [
          // Code that every page needs and a deploy rarely changes, so it stays in the browser's cache.
          {
            name: 'vendor',
            test: /node_modules\/(react|react-dom|scheduler)\//,
            priority: 6,
          },
          // Parts that several pages share, in one file instead of a dozen of a few hundred bytes.
          { name: everywhere, test: /\/src\/|\/icons\/Icon(Check|Minus)\.mjs$/, minShareCount: 2, priority: 5 },
          {
            name: withRouter,
            test: /\/src\/(domain|web\/(?!app\.))|node_modules\/(use-sync-external-store|@tanstack\/(history|react-router|react-store|router-core|store))\//,
            priority: 4,
          },
          { name: behindSignIn, test: /\/src\//, priority: 3 },
          // The officers' styles compress far better in one file than in eight.
          {
            name: 'officers',
            test: /\/src\/web\/(features\/(bulk-edit|data-table|manage-practices|members|resources|store-orders)\/|ui\/(list-section|more-menu))[^?]*\.module\.css$/,
            priority: 2,
          },
          // So do those of the members' own pages.
          {
            name: 'own',
            test: /\/src\/web\/(features\/(account|info|install|my-practices|photos|scorecards|welcome)\/|ui\/(choice-cards|error-summary))[^?]*\.module\.css$/,
            priority: 2,
          },
          {
            name: 'signing-in',
            test: /\/src\/web\/(auth\/auth-page|ui\/(check-field|password-field))[^?]*\.module\.css$/,
            priority: 2,
          },
          // Both halves of the scorecard need all of these, and so does sending arrows from any page.
          {
            name: 'cards',
            test: /\/src\/(domain\/scorecards\/(card|faces|setup)|web\/features\/scorecards\/(card-db|local-card|card-text))\.tsx?$|\/idb\//,
            priority: 2,
          },
          // Code that the login page shares with the pages its emails lead to.
          {
            name: 'logging-in',
            test: /\/src\/(web\/auth\/auth-forms|domain\/email)\.tsx?$/,
            priority: 1,
          },
          { name: 'fields', test: /\/src\/web\/ui\/((check|password|text)-)?field\.tsx/, priority: 1 },
          // A library's index seems to need all of its modules, so include those that at least three modules import.
          { name: behindSignInLibs, minShareCount: 3 },
          // Code of dialogs and drawers, loaded with the first one that opens.
          {
            name: 'over',
            test: /\/src\/web\/(ui\/(dialog|drawer|info-dialog|modal-frame|print-sheet)\.|features\/palette\/palette\.module|features\/session\/session-limit-dialogs\.module)/,
          },
        ],
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
  const source = readFileSync(join(import.meta.dirname, 'public/early.js'), 'utf8')
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
