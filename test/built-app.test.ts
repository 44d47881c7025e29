import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tokenizer } from 'acorn'
import { describe, expect, test } from 'vitest'
import { loadDocuments, type PagePath, pagePaths } from '#server/http/html-shells.ts'
import { shellAddress, withCamera } from '#server/http/shell-address.ts'
import { filesOf, sizeOf, webDir } from '#test/support/built-files.ts'
import { createTestClub } from '#test/support/club.ts'

// The download size of each page of the built app, and the page that the server renders.

const club = await aClub()
const documents = await loadDocuments(webDir, club, 'https://quiver.example.edu')

/** The most kilobytes of gzipped JavaScript for each page, with 0.2 to spare: other hashes in file names compress differently. */
const budgets: Record<PagePath, number> = {
  '/login': 93.9,
  '/verify': 127.1,
  '/reset': 126.3,
  '/unsubscribe': 125.2,
  '/reply': 129,
  '/code': 127,
  '/home': 161.3,
  '/check-in': 160.8,
  '/my-practices': 174.2,
  '/welcome': 184.7,
  '/info': 160.1,
  '/my-pass': 167.8,
  '/scan': 200.1,
  '/kiosk': 166.3,
  '/profile': 198.1,
  '/profile/notifications': 190.1,
  '/profile/security': 190.1,
  '/profile/data': 190.1,
  '/scorecard': 166.3,
  '/manage-practices': 215.3,
  '/members': 206.1,
  '/resources': 193.8,
  '/settings': 192.1,
}

describe('the files of a page', () => {
  test.each(pagePaths)('%s keeps within its budget', async (path) => {
    const document = await (path === '/login' ? documents.signIn({}) : documents.shell(path))
    const { scripts, styles } = filesOf(document.identity.toString())
    const [js, css] = [sizeOf(scripts), sizeOf(styles)]
    expect(js).toBeGreaterThan(50)
    expect(js, `${path}: ${js.toFixed(1)} kB of JavaScript`).toBeLessThanOrEqual(budgets[path])
    expect(css, `${path}: ${css.toFixed(1)} kB of CSS`).toBeLessThanOrEqual(path === '/login' ? 8 : 24.2)
  })

  test.each(['start-card', 'scoring'])(
    'of the scorecard, %s, keep within 190 kB with the shell, without charts',
    (half) => {
      const shell = chunksOf('index.html', 'src/web/app.tsx')
      const page = chunksOf(
        'src/web/routes/scorecard.tsx?tsr-split=component',
        `src/web/features/scorecards/${half}.tsx`,
      )
      const own = page.filter((name) => !shell.includes(name))
      expect(own.length).toBeGreaterThan(2)
      expect(sizeOf([...shell, ...own])).toBeLessThanOrEqual(190)
      for (const chart of ['card-insight', 'trends'])
        expect(page).not.toContain(chunksOf(`src/web/features/scorecards/${chart}.tsx`)[0])
    },
  )

  test('lie compressed beside themselves', () => {
    const files = readdirSync(join(webDir, 'assets')).filter((name) => /\.(js|css)$/.test(name))
    expect(files.length).toBeGreaterThan(10)
    const worthIt = files.filter((name) => statSync(join(webDir, 'assets', name)).size > 1000)
    for (const name of worthIt)
      for (const ending of ['br', 'gz']) expect(existsSync(join(webDir, 'assets', `${name}.${ending}`))).toBe(true)
  })
})

describe('the sign-in page in the first response', () => {
  // Shows: B17
  test('leads on as one that is rendered for the address itself', async () => {
    const { renderSignIn } = await import(pathToFileURL(join(webDir, '../sign-in/server-html.js')).href)
    for (const next of [
      '/home',
      '/home?open=pass',
      '/scorecard?join=K7QM-3XPD',
      '/members?q=a%20b&sort=name',
      '/x.y_z/%2F',
    ])
      for (const mode of [undefined, 'create', 'reset']) {
        const html = (await documents.signIn({ mode, next })).identity.toString()
        expect(html).toContain((await renderSignIn(club, { mode, next })).markup)
      }
  })

  test('comes for any address, without running it', async () => {
    for (const odd of ['javascript:alert(1)', '"><script>alert(1)</script>', '//evil.example', ['a', 'b'], '\0', '%']) {
      const html = (await documents.signIn({ next: odd, mode: odd, reason: odd })).identity.toString()
      expect(html).toContain('>Sign In</h1>')
      expect(html).not.toContain('<script>alert')
    }
  })
})

describe('what the service worker keeps', () => {
  const worker = readFileSync(join(webDir, 'sw.js'), 'utf8')
  const entry = /\{url:"([^"]+)",revision:(null|"\w+")\}/g
  const kept = [...worker.matchAll(entry)].map(([, url, revision]) => ({ url, revision }))

  test('is what runs before the app, at the address that every document names', async () => {
    const all = await Promise.all([
      ...pagePaths.map((path) => documents.shell(path)),
      documents.ownShell(),
      documents.signIn({}),
      documents.signIn({ mode: 'create' }),
    ])
    const html = all.map(({ identity }) => identity.toString())
    const named = html.flatMap((each) => [...each.matchAll(/<script src="([^"]+)"[^>]*>/g)].map(([, src]) => src))
    const [early = ''] = named
    expect(named).toEqual(html.map(() => early))
    expect(early).toMatch(/^\/assets\/early\/[\w-]{8}\.js$/)
    expect(kept).toContainEqual({ url: early.slice(1), revision: 'null' })
    const source = readFileSync(join(import.meta.dirname, '../public/early.js'), 'utf8')
    expect(codeOf(readFileSync(join(webDir, early), 'utf8'))).toEqual(codeOf(source))
    for (const ending of ['br', 'gz']) expect(existsSync(join(webDir, `${early}.${ending}`))).toBe(true)
  })

  test('is the page of its own build, and that is what it answers with', async () => {
    const shell = await shellAddress(webDir)
    expect(kept).toContainEqual({ url: shell, revision: 'null' })
    expect(kept).toContainEqual({ url: withCamera(shell), revision: 'null' })
    expect(worker.match(/\/shell\.html[^"]*/g)).toEqual([shell, withCamera(shell), shell, withCamera(shell), shell])
  })

  test('is every style sheet and script, each once', () => {
    const files = readdirSync(join(webDir, 'assets')).filter((name) => /\.(js|css)$/.test(name))
    const urls = kept.map(({ url }) => url)
    for (const name of files) expect(urls).toContain(`assets/${name}`)
    expect(new Set(urls).size).toBe(urls.length)
  })
})

type Manifest = Record<string, { file: string; imports?: string[] }>

/** Scripts that load with these modules: the modules' own first, then their imports. */
function chunksOf(...modules: string[]) {
  const manifest: Manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8'))
  const found = new Set<string>()
  function add(module: string) {
    const chunk = manifest[module]
    if (chunk === undefined) throw new Error(`The build has no ${module}.`)
    const name = chunk.file.replace('assets/', '')
    if (found.has(name)) return
    found.add(name)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...found]
}

async function aClub() {
  await using club = await createTestClub('sqlite')
  return (await club.visitor().api.session.get()).club
}

/** A script without comments and spaces. */
function codeOf(script: string) {
  return [...tokenizer(script, { ecmaVersion: 5 })].map(({ start, end }) => script.slice(start, end))
}
