import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from './scan-targets.ts'

export type ScanTool = keyof typeof scanTools
/** A finding of a tool: its kind, and where it is. */
export type Finding = { kind: string; where: string }
export type Scan = { url: string; cookie: string | null; minutes: number; signal: AbortSignal }

const versionFlags = { wapiti: '--version', sqlmap: '--version', ffuf: '-V' }

/** @returns the versions of the tools; null for one that isn't installed */
export async function versionsOf(tools: readonly ScanTool[]) {
  const versions = await Promise.all(
    tools.map(async (tool) => {
      const { code, output } = await run(tool, [versionFlags[tool]], {
        minutes: 1,
        signal: AbortSignal.timeout(60_000),
      })
      return [tool, code === 0 ? (/\d+\.\d+(\.\d+)*/.exec(output)?.[0] ?? 'unknown') : null] as const
    }),
  )
  return Object.fromEntries(versions) as Record<ScanTool, string | null>
}

/** Modules of wapiti that send requests only to the site. Others download lists, or make the site call a server of theirs. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

/** Crawls the pages, and attacks every parameter it finds and those of `paths`. */
export function runWapiti(scan: Scan, paths: string[]) {
  return inFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const { output } = await run(
      'wapiti',
      [
        ...['-u', `${scan.url}/`, '--scope', 'domain', '-m', modules, '-f', 'json', '-o', report, '-v', '1'],
        ...['--store-session', folder, '--flush-session', '--no-bugreport'],
        // A fifth of the time for crawling, the rest for the modules. If it were killed, it would write no report.
        ...['--max-scan-time', seconds(scan.minutes / 5)],
        ...['--max-attack-time', seconds((scan.minutes * 0.7) / modules.split(',').length)],
        ...paths.flatMap((path) => ['-s', scan.url + path]),
        ...headers(scan).flatMap((header) => ['-H', header]),
      ],
      scan,
    )
    if (!existsSync(report)) throw new Error(`wapiti wrote no report:\n${output.slice(-2000)}`)
    const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as Record<string, WapitiSection>
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found.map(({ method, path, info }) => ({ kind, where: `${method} ${path} ${info}`.slice(0, 300) })),
    )
  })
}
type WapitiSection = Record<string, { method: string; path: string; info: string }[]>

/** Tries SQL injection on every parameter of these requests. */
export function runSqlmap(scan: Scan, targets: Omit<Target, 'operation'>[]) {
  return inFolder(async (folder) => {
    const requests = join(folder, 'requests.txt')
    await writeFile(requests, targets.map((target) => requestText(scan, target)).join('\n'))
    const results = join(folder, 'results.csv')
    const { output } = await run(
      'sqlmap',
      [
        ...['-l', requests, '--batch', '--disable-coloring', '--output-dir', folder, '--results-file', results],
        ...['--technique', 'BEUQ', '--level', '1', '--timeout', '10', '--retries', '0', '--threads', '2'],
        ...['--flush-session', '--skip-waf', '--ignore-stdin', '--ignore-code', '*', '--parse-errors'],
      ],
      scan,
    )
    if (!/testing (if|connection)/.test(output)) throw new Error(`sqlmap tested nothing:\n${output.slice(-2000)}`)
    const written = existsSync(results) ? await readFile(results, 'utf8') : ''
    return (
      written
        .split('\n')
        .slice(1)
        // Rows with letters for the successful techniques before the last comma.
        .filter((line) => /,[A-Z]+,[^,]*$/.test(line.trim()))
        .map((line) => ({ kind: 'SQL injection', where: line.slice(0, 300) }))
    )
  })
}

/** Formats the requests as a proxy log, the only format in which it accepts several at a time. */
function requestText({ url, cookie }: Scan, { method, path, body }: Omit<Target, 'operation'>) {
  const rule = '='.repeat(54)
  const { host } = new URL(url)
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: */*', ...(cookie ? [`Cookie: ${cookie}`] : [])]
  if (method !== 'GET') head.push('Content-Type: application/json')
  const text = [...head, '', ...(body ? [JSON.stringify(body)] : [])].join('\n')
  return `${rule}\n12:00:00  ${url}  [127.0.0.1]\n${rule}\n${text}\n${rule}\n`
}

/** Requests each path of a list. @returns those that exist: neither missing nor redirected to the login page */
export function runFfuf(scan: Scan, paths: string[]) {
  return inFolder(async (folder) => {
    const [list, report] = [join(folder, 'paths.txt'), join(folder, 'report.json')]
    await writeFile(list, paths.join('\n'))
    const { output } = await run(
      'ffuf',
      [
        ...['-u', `${scan.url}/FUZZ`, '-w', list, '-mc', 'all', '-fc', '302,404', '-of', 'json', '-o', report],
        ...['-s', '-t', '8', '-timeout', '10', '-maxtime', seconds(scan.minutes)],
        ...headers(scan).flatMap((header) => ['-H', header]),
      ],
      scan,
    )
    if (!existsSync(report)) throw new Error(`ffuf wrote no report:\n${output.slice(-2000)}`)
    const { results } = JSON.parse(await readFile(report, 'utf8')) as { results: { status: number; url: string }[] }
    return results.map(({ status, url }) => ({ kind: `${status}`, where: url.slice(scan.url.length) }))
  })
}

const scanTools = { wapiti: runWapiti, sqlmap: runSqlmap, ffuf: runFfuf }

/** Path lists that come with sqlmap: common names of files, tables, and columns. */
export async function listedPaths(folder = '/usr/share/sqlmap/data/txt') {
  if (!existsSync(folder)) return []
  const files = (await readdir(folder)).filter((name) => /^common-(files|tables|columns)\.txt$/.test(name))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const names = texts.flatMap((text) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  return [...new Set(names.map((name) => encodeURI(name.trim().replace(/^\/+/, ''))))].filter((name) => name !== '')
}

function seconds(minutes: number) {
  return String(Math.ceil(minutes * 60))
}

function headers({ cookie }: Scan) {
  return cookie === null ? [] : [`Cookie: ${cookie}`]
}

async function inFolder<T>(work: (folder: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-scan-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stops it at its time limit; what it has found by then counts. */
async function run(tool: string, words: string[], { minutes, signal }: { minutes: number; signal: AbortSignal }) {
  const over = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)])
  const env = { PATH: process.env.PATH, HOME: tmpdir(), LANG: 'C.UTF-8' }
  const child = spawn(tool, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill('SIGTERM')
  over.addEventListener('abort', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output = (output + chunk).slice(-200_000)
    })
  try {
    const [code] = await once(child, 'close')
    return { code: code as number | null, output }
  } catch {
    return { code: null, output: 'it is not installed' }
  } finally {
    over.removeEventListener('abort', stop)
  }
}
