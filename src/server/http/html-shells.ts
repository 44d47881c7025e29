import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/messages.ts'
import { openGraph } from './web-manifest.ts'

/** An HTML page ready to be sent, as it is and compressed. */
export type Document = { etag: string; identity: Buffer; br: Buffer; gzip: Buffer }

/** What Vite says of a built file: which others come with it. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
/** `src/web/auth/login-html.tsx`, built. */
type SignInBundle = {
  renderSignIn(club: Club, query: Record<string, unknown>): Promise<{ title: string; markup: string }>
}

/** Each page's own code, asked for together with the app's instead of after it. */
const pageModules = {
  '/login': ['login'],
  '/verify': ['verify'],
  '/reset': ['reset'],
  '/unsubscribe': ['unsubscribe'],
  '/code': ['code'],
  '/welcome': ['welcome', 'signed-in'],
  '/home': ['home', 'signed-in'],
  '/info': ['info', 'signed-in'],
  '/my-pass': ['my-pass', 'signed-in'],
  '/my-practices': ['my-practices', 'signed-in'],
  '/profile': ['profile', 'signed-in'],
  '/scorecard': ['scorecard', 'signed-in'],
  '/manage-practices': ['manage-practices', 'signed-in'],
  '/members': ['members', 'signed-in'],
  '/resources': ['resources', 'signed-in'],
} as const
export type PagePath = keyof typeof pageModules
export const pagePaths = Object.keys(pageModules) as PagePath[]

/** The script with which every page of this build begins; after a deploy that changed anything it has another name. */
export async function readEntry(webDir: string) {
  const { 'index.html': entry } = await readManifest(webDir)
  return entry ? `/${entry.file}` : null
}

async function readManifest(webDir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(webDir, '.vite/manifest.json'), 'utf8'))
}

/** Which answers public/early.js asks for beside the code of the page. */
const asked = / data-ask="([^"]*)"/
/** What the home page shows: the same address as api.home.get(), which then finds the answer. */
const homeAddress = '/rpc/home/get?data=%7B%7D'

const emptyRoot = '<div id="root"></div>'

/** With and without a mode and a reason. */
const signInPages = 6
/** Stands in the links of a rendered sign-in page for where sign-in leads. */
const anyNext = '/here-comes-next'

/**
 * What of an address makes a sign-in page of its own. So that no one can have one rendered for each spelling, where it leads is put
 * into a page that was rendered before; what needs more than letters, digits and the signs of an address is left to the app, which reads
 * the address itself.
 */
function readQuery({ mode, next, reason }: Record<string, unknown>) {
  return {
    ...((mode === 'create' || mode === 'reset') && { mode }),
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
 * The documents of the app, made once at boot: for each page an empty shell that loads its code, and for who is signed out
 * the sign-in page as real markup, so that it can be read and typed into before any script has come.
 */
export async function loadDocuments(webDir: string, club: Club, baseUrl: string) {
  const shell = (await readFile(join(webDir, 'index.html'), 'utf8')).replace(/<title>.*?<\/title>/, titleTag(club.name))
  const manifest = await readManifest(webDir)
  const bundle: SignInBundle = await import(pathToFileURL(join(webDir, '../sign-in/login-html.js')).href)

  const shells = new Map<PagePath, Document>()
  // The sentence stands there before any script has come, and the app puts its own in its place (ui/page.tsx).
  const waiting = shell.replace(emptyRoot, `<div id="root"><div role="status"><h1>${messages.loading}</h1></div></div>`)
  for (const path of pagePaths) {
    const shown = path === '/home' ? waiting.replace(asked, ` data-ask="$1 ${homeAddress}"`) : waiting
    shells.set(path, toDocumentHere(withLinks(shown, manifest, pageModules[path])))
  }

  const ownShell = toDocumentHere(withLinks(waiting, manifest, ['signed-in']))

  const shown = `${openGraph(club, baseUrl)}\n</head>`
  // It is known that no one is logged in.
  const signInShell = codeAfterPaint(withLinks(shell, manifest, pageModules['/login']))
    .replace(asked, '')
    .replace('</head>', () => shown)
  // The club's facts change when samples are removed.
  const templates = new LRUCache<string, string>({ max: 4 * signInPages })
  const whole = new LRUCache<string, Document>({ max: signInPages })
  async function signIn(query: Record<string, unknown>, club: Club, pack: Pack = toDocument) {
    const { next, ...page } = readQuery(query)
    const facts = JSON.stringify(club)
    const key = JSON.stringify([page, facts])
    const kept = next === undefined ? whole.get(key) : undefined
    if (kept) return kept
    const html = await template(`${key} ${next !== undefined}`, { ...page, ...(next && { next: anyNext }) }, club)
    if (next !== undefined) return toQuickDocument(withNext(html, next))
    const document = await pack(html)
    whole.set(key, document)
    return document
  }
  async function template(key: string, query: Record<string, unknown>, club: Club) {
    const kept = templates.get(key)
    if (kept !== undefined) return kept
    const { title, markup } = await bundle.renderSignIn(club, query)
    const html = signInShell
      .replace(/<title>.*?<\/title>/, () => titleTag(`${title} · ${club.name}`))
      .replace(emptyRoot, () => `<div id="root">${markup}</div>${factsTag(JSON.stringify(club))}`)
    templates.set(key, html)
    return html
  }
  await signIn({}, club, toDocumentHere)
  return {
    shell: (path: PagePath) => shells.get(path) as Document,
    /** For any page behind the sign-in: the one that the service worker keeps on the device. */
    ownShell,
    /** @param query what follows `/login?` in the address @param now the club as it is now: samples may have been removed since */
    signIn: (query: Record<string, unknown>, now: Club = club) => signIn(query, now),
  }
}

function withLinks(html: string, manifest: Manifest, names: readonly string[]) {
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
  for (const name of names) add(keyOf(name))
  const links = [
    ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].filter((link) => !html.includes(link))
  return stylesFirst(html.replace('</head>', `${links.join('\n')}\n</head>`))
}

/** Nothing is painted without the style sheets, and on a slow line what is asked for at once shares it: they go before the code. */
function stylesFirst(html: string) {
  const sheet = /<link rel="stylesheet"[^>]*>\s*/g
  const sheets = html.match(sheet) ?? []
  return html.replace(sheet, '').replace('<script type="module"', () => `${sheets.join('')}<script type="module"`)
}

const code = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g

/**
 * The sign-in page is there to be read and typed into without its code, which public/early.js takes out of its template once the
 * page is painted: on a slow line the code would take its share from the page.
 */
function codeAfterPaint(html: string) {
  const template = `<template id="sign-in-code">${(html.match(code) ?? []).join('').trim()}</template>`
  return html.replace(code, '').replace('</body>', () => `${template}\n</body>`)
}

/** Where the manifest has the code of a page, or what only signed-in people need around it. */
export function keyOf(part: string) {
  return part === 'signed-in' ? 'src/web/shell/signed-in-shell.tsx' : `src/web/routes/${part}.tsx?tsr-split=component`
}

type Pack = (html: string) => Document | Promise<Document>

export async function toDocument(html: string): Promise<Document> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { etag: etagOf(html), identity, br, gzip: zipped }
}

/** For an address that hardly anyone asks for twice: brotli's best takes thirty times as long for a tenth less. */
async function toQuickDocument(html: string): Promise<Document> {
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { etag: etagOf(html), identity, br, gzip: zipped }
}

/** While nobody is served yet: each other thread that took part would keep the memory that it once needed. */
function toDocumentHere(html: string): Document {
  const identity = Buffer.from(html)
  return { etag: etagOf(html), identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
}

function etagOf(html: string) {
  return createHash('sha256').update(html).digest('base64url').slice(0, 22)
}

/** What the page's script starts with. */
function factsTag(facts: string) {
  return `<script type="application/json" id="sign-in-facts">${facts.replaceAll('<', '\\u003c')}</script>`
}

function titleTag(title: string) {
  return `<title>${title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</title>`
}
