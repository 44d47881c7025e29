import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { openGraph } from './web-manifest.ts'

/** An HTML page, uncompressed and compressed. */
export type Document = { etag: string; identity: Buffer; br: Buffer; gzip: Buffer }

/** Vite's manifest: the output of each source file, and the files it needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
/** The built `src/web/server-html.tsx`. */
type ServerHtml = {
  renderSignIn(club: Club, query: Record<string, unknown>): { title: string; markup: string }
  renderPendingShell(club: Club): string
}

/** The pages of the app that anyone may open; the others are behind the login. Each is a route module of the same name, or `index` in a folder of that name. */
const openPages = ['/login', '/verify', '/reset', '/unsubscribe', '/reply', '/code', '/kiosk'] as const
const pagesBehindLogin = [
  '/welcome',
  '/home',
  '/check-in',
  '/info',
  '/my-pass',
  '/scan',
  '/my-practices',
  '/profile',
  '/profile/notifications',
  '/profile/security',
  '/profile/data',
  '/scorecard',
  '/manage-practices',
  '/members',
  '/resources',
  '/settings',
] as const
export type PagePath = (typeof openPages | typeof pagesBehindLogin)[number]
export const pagePaths: PagePath[] = [...openPages, ...pagesBehindLogin]

/** The URL of this build's entry script. It contains a hash, so it changes with every deploy that changes the app; null if there is none. */
export async function readEntry(webDir: string) {
  const { 'index.html': entry } = await readManifest(webDir)
  return entry ? `/${entry.file}` : null
}

async function readManifest(webDir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(webDir, '.vite/manifest.json'), 'utf8'))
}

/** Where public/early.js is in the build (vite.config.ts). */
const early = /<script src="\/assets\/early\/[\w-]+\.js"/
/** The attribute with the URLs that public/early.js requests while the code loads. */
const asked = / data-ask="([^"]*)"/
/** The same URL as that of api.home.get(), which then uses the early response. */
const homeAddress = '/rpc/home/get?data=%7B%7D'

const emptyRoot = '<div id="root"></div>'
const emptyTitle = /<title>.*?<\/title>/

/** The variants by mode and reason. */
const signInPages = 8
/** Placeholder in a rendered login page for the address to go to after it. */
const anyNext = '/here-comes-next'

/**
 * The query parameters that the rendered login page depends on. `next` is inserted into a page that is already rendered, so that
 * requests with different values don't cause a rendering each. A `next` with unusual characters is left to the app, which reads the
 * address itself.
 */
function readQuery({ mode, next, reason }: Record<string, unknown>) {
  return {
    ...((mode === 'create' || mode === 'reset' || mode === 'sent') && { mode }),
    ...(typeof next === 'string' && /^\/[\w/.?=&%-]{1,500}$/.test(next) && { next }),
    ...(reason === 'idle' && { reason }),
  }
}

function withNext(html: string, next: string) {
  return html
    .replaceAll(encodeURIComponent(anyNext), () => encodeURIComponent(next))
    .replaceAll(anyNext, () => next.replaceAll('&', '&amp;'))
}

/**
 * Makes the app's HTML documents, once at boot: for each page a shell that shows the app's frame, and a server-rendered login page, which
 * can be read and typed into before any script has loaded.
 */
export async function loadDocuments(webDir: string, club: Club, baseUrl: string) {
  const shell = await readFile(join(webDir, 'index.html'), 'utf8')
  const manifest = await readManifest(webDir)
  const bundle: ServerHtml = await import(pathToFileURL(join(webDir, '../sign-in/server-html.js')).href)

  // Shown until the scripts have loaded.
  function rooted(markup: string, club: Club) {
    return withColor(shell, club)
      .replace(emptyTitle, () => titleTag(club.name))
      .replace(emptyRoot, () => `<div id="root">${markup}</div>`)
  }
  function htmlOf(path: PagePath, club: Club) {
    const isOpen = openPages.some((each) => each === path)
    const waiting = `<div role="status"><h1>${messages.loading}</h1></div>`
    const shown = rooted(isOpen ? waiting : bundle.renderPendingShell(club), club)
    const asking = path === '/home' ? shown.replace(asked, ` data-ask="$1 ${homeAddress}"`) : shown
    return withLinks(asking, manifest, [appModule, routeModule(path, manifest)])
  }
  function ownShellHtml(club: Club) {
    const framed = rooted(bundle.renderPendingShell(club), club)
    return withLinks(framed, manifest, [appModule, routeModule('/home', manifest)])
  }
  const shellsOf = createShells(club, { htmlOf, ownShellHtml })

  // Without the early requests: no one is logged in.
  const signInShell = codeAfterPaint(withLinks(shell, manifest, ['src/web/first-login.tsx'])).replace(asked, '')
  // The club's data changes when officers change a setting, so several versions can be cached.
  const templates = new LRUCache<string, string>({ max: 4 * signInPages })
  const whole = new LRUCache<string, Document>({ max: signInPages })
  async function signIn(query: Record<string, unknown>, club: Club, pack: Pack = toDocument) {
    const { next, ...page } = readQuery(query)
    const facts = JSON.stringify(club)
    const key = JSON.stringify([page, facts])
    const cached = next === undefined ? whole.get(key) : undefined
    if (cached) return cached
    const html = template(`${key} ${next !== undefined}`, { ...page, ...(next && { next: anyNext }) }, club)
    if (next !== undefined) return toQuickDocument(withNext(html, next))
    const document = await pack(html)
    whole.set(key, document)
    return document
  }
  function template(key: string, query: Record<string, unknown>, club: Club) {
    const cached = templates.get(key)
    if (cached !== undefined) return cached
    const { title, markup } = bundle.renderSignIn(club, query)
    const html = withColor(signInShell, club)
      .replace(emptyTitle, () => titleTag(`${title} · ${club.name}`))
      .replace('</head>', () => `${openGraph(club, baseUrl)}\n</head>`)
      .replace(emptyRoot, () => `<div id="root">${markup}</div>${factsTag(JSON.stringify(club))}`)
    templates.set(key, html)
    return html
  }
  await signIn({}, club, toDocumentHere)
  return {
    /** @param now the current club; a new object when a setting has changed */
    shell: (path: PagePath, now: Club = club) => shellsOf(now).page(path),
    /** The shell for all pages behind the login, which the service worker caches. */
    ownShell: (now: Club = club) => shellsOf(now).own(),
    /** @param query the parsed query of `/login` */
    signIn: (query: Record<string, unknown>, now: Club = club) => signIn(query, now),
  }
}

type ShellHtml = { htmlOf: (path: PagePath, club: Club) => string; ownShellHtml: (club: Club) => string }

/** The shells of the current club: at boot all of them, and after a change of its settings each when it is first requested. */
function createShells(first: Club, { htmlOf, ownShellHtml }: ShellHtml) {
  const pages = new WeakMap<Club, Map<string, Document | Promise<Document>>>()
  function shellsOf(club: Club, pack: Pack = toDocument) {
    const made = pages.get(club) ?? new Map<string, Document | Promise<Document>>()
    pages.set(club, made)
    function get(key: string, write: () => string) {
      const document = made.get(key) ?? pack(write())
      made.set(key, document)
      return document
    }
    return {
      page: (path: PagePath) => get(path, () => htmlOf(path, club)),
      own: () => get('own', () => ownShellHtml(club)),
    }
  }
  const atBoot = shellsOf(first, toDocumentHere)
  for (const path of pagePaths) atBoot.page(path)
  atBoot.own()
  return shellsOf
}

const appModule = 'src/web/app.tsx'

/** The page's own code, which the build has split off its route. */
function routeModule(path: PagePath, manifest: Manifest) {
  const begins = [`src/web/routes${path}.tsx?tsr-split=`, `src/web/routes${path}/index.tsx?tsr-split=`]
  return Object.keys(manifest).find((key) => begins.some((begin) => key.startsWith(begin))) ?? ''
}

/** Adds links to the files of these modules, which the browser preloads together with the app's entry. */
function withLinks(html: string, manifest: Manifest, modules: string[]) {
  const files = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  function add(key: string) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const module of modules) add(module)
  const links = [
    ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].filter((link) => !html.includes(link))
  return stylesFirst(html.replace('</head>', `${links.join('\n')}\n</head>`))
}

/** Moves style sheets before the code: they block the first paint, and on a slow connection parallel requests share the bandwidth. */
function stylesFirst(html: string) {
  const sheet = /<link rel="stylesheet"[^>]*>\s*/g
  const sheets = html.match(sheet) ?? []
  return html.replace(sheet, '').replace('<script type="module"', () => `${sheets.join('')}<script type="module"`)
}

const code = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g

/**
 * Moves the login page's code into a template, from which public/early.js takes it after the first paint. The page is usable without
 * its code, which would compete for bandwidth on a slow connection.
 */
function codeAfterPaint(html: string) {
  const template = `<template id="sign-in-code">${(html.match(code) ?? []).join('').trim()}</template>`
  return html.replace(code, '').replace('</body>', () => `${template}\n</body>`)
}

/** Has public/early.js set the club's color before the first paint; style elements are blocked by the content security policy. */
function withColor(html: string, { colorCss }: Club) {
  return colorCss === null ? html : html.replace(early, (tag) => `${tag} data-colors="${colorCss}"`)
}

type Pack = (html: string) => Document | Promise<Document>

export async function toDocument(html: string): Promise<Document> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { etag: etagOf(html), identity, br, gzip: zipped }
}

/** For a page that is rarely requested twice: brotli's best quality takes 30 times as long and saves a tenth. */
async function toQuickDocument(html: string): Promise<Document> {
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { etag: etagOf(html), identity, br, gzip: zipped }
}

/** Compresses synchronously at boot, because each thread of the pool would hold on to the memory it needed. */
function toDocumentHere(html: string): Document {
  const identity = Buffer.from(html)
  return { etag: etagOf(html), identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
}

function etagOf(html: string) {
  return createHash('sha256').update(html).digest('base64url').slice(0, 22)
}

/** The club's data for the login page's script. */
function factsTag(facts: string) {
  return `<script type="application/json" id="sign-in-facts">${facts.replaceAll('<', '\\u003c')}</script>`
}

function titleTag(title: string) {
  return `<title>${title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</title>`
}
