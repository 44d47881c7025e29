import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { themeCss } from './src/web/ui/theme-css.ts'

const server = 'http://127.0.0.1:3000'

// Two builds: `vite build` makes the app, `vite build --ssr src/web/login/sign-in-markup.tsx` the one page of it that the
// server renders.
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
    babel({ presets: [reactCompilerPreset()] }),
    themeStyleSheet(),
    !isSsrBuild &&
      compression({
        include: /\.(js|css|svg)$/,
        algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip')],
        logLevel: 'silent',
      }),
  ],
  build: isSsrBuild ? signInBuild : appBuild,
  // With everything that it needs, so that the build alone decides what runs.
  ssr: { noExternal: true },
  server: {
    proxy: Object.fromEntries(['/rpc', '/api', '/live', '/files', '/dev'].map((path) => [path, { target: server }])),
  },
}))

const signInBuild: BuildEnvironmentOptions = {
  outDir: 'dist/sign-in',
  emptyOutDir: true,
  copyPublicDir: false,
}

const ours = /\/src\/(web|domain)\//
const inside =
  /\/src\/(domain\/officer-messages\.|web\/(practices|manage)\/|web\/(home\/use-home-dialog|my-practices\/my-practices-query)\.|web\/shell\/((use-)?club-times|confirm-act|freshness|person-avatar|use-address-dialog)\.|web\/ui\/(empty-state|info-dialog|number-stepper)\.)/

/** What several pages load, but neither signing in nor the home page: no part of what everybody gets. */
const elsewhere =
  /\/src\/(domain\/scorecard\/|web\/(manage-practices|members|resources|scorecard|store)\/|web\/ui\/(choice-cards|error-summary|listed|native-select|segmented)\.|domain\/csv\.)/

const appBuild: BuildEnvironmentOptions = {
  outDir: 'dist/web',
  emptyOutDir: true,
  // Says which files a page needs, for the server's preload links and the size check.
  manifest: true,
  // The policy allows no inline script; browsers that know modules of this age preload them by themselves.
  modulePreload: { polyfill: false },
  // Nothing as a data: address: every asset is a hashed file that is cached for good.
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          // What every page needs and a deploy rarely changes: it stays in the browser's cache.
          {
            name: 'vendor',
            test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack(?!\/(react-)?virtual)|@orpc)\//,
            priority: 2,
          },
          // Parts that several pages share, in one file instead of a dozen of a few hundred bytes.
          {
            name: 'kit',
            test: (id) => ours.test(id) && !inside.test(id) && !elsewhere.test(id),
            minShareCount: 3,
            priority: 1,
          },
          // The styles of the officers' pages compress far better in one file than in eight.
          {
            name: 'officers',
            test: /\/src\/web\/(bulk-edit|manage|manage-practices|members|resources|store|ui\/(listed|more-menu))[^?]*\.module\.css$/,
            priority: 2,
          },
          // So do those of what members have for themselves.
          {
            name: 'own',
            test: /\/src\/web\/(info|my-practices|profile|scorecard|welcome|ui\/(choice-cards|error-summary|native-select))[^?]*\.module\.css$/,
            priority: 2,
          },
          {
            name: 'evening',
            test: /\/src\/web\/(home|pass|practices)[^?]*\.module\.css$/,
            priority: 2,
          },
          // Both halves of the scorecard, and the sending of arrows from any page, need all of these.
          {
            name: 'cards',
            test: /\/src\/(domain\/scorecard\/(card|faces|setup)|web\/scorecard\/(device-cards|kept-card|setup-words))\.tsx?$|\/idb\//,
            priority: 2,
          },
          // The same of those behind the sign-in, for which signing in has no use.
          { name: 'inside', test: inside, minShareCount: 3 },
        ],
      },
    },
  },
}

/** `virtual:quiver-theme.css`: tokens and Mantine's variables as a style sheet (src/web/ui/theme-css.ts). */
function themeStyleSheet(): Plugin {
  const id = 'virtual:quiver-theme.css'
  return {
    name: 'quiver-theme',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? themeCss() : null),
  }
}
