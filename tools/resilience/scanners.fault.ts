import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPI } from '@orpc/openapi'
import type { Policy } from '#contract/policies.ts'
import { pagePaths } from '#server/http/html-shells.ts'
import { goodPassword } from '#test/support/club.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { type Fault, type FaultContext, notJudged, type Outcome, outcomeOf } from './fault.ts'
import { type Target, targetsFor } from './scan-targets.ts'
import { type Finding, listedPaths, runFfuf, runSqlmap, runWapiti, type Scan, versionsOf } from './scan-tools.ts'
import { seedClub } from './seeded-club.ts'
import { startLeakySite } from './vulnerable-site.ts'

const tools = ['wapiti', 'sqlmap', 'ffuf'] as const
/** Time limit of one tool for one person. */
const minutesEach = 5

/** False positives, and what is intended: docs/security.md, "Security scanners". */
const triaged: Record<string, RegExp> = {
  // Switched off on purpose: in browsers that still have that filter, attackers could exploit it.
  'HTTP Secure Headers': /X-XSS-Protection is not set|Strict-Transport-Security is not set/,
  // Suspected because responses differed, then withdrawn by the tool itself.
  'SQL injection': /,false positive or unexploitable$/,
}

const openToMembers: Policy[] = ['anyone', 'signed-in', 'member']
const webFolder = join(import.meta.dirname, '../../dist/web')

export const fault: Fault = {
  name: 'scanners',
  promise:
    'Wapiti, sqlmap and ffuf, as a stranger, a member and an officer, find nothing that is not known, and no request of theirs fails by our fault.',
  engines: ['sqlite'],
  limitMinutes: 45,
  async run(context) {
    const versions = await versionsOf(tools)
    const missing = tools.filter((tool) => versions[tool] === null)
    if (missing.length > 0) {
      return notJudged(`Not installed: ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')}).`)
    }
    const wrong = await noticed(context)
    const proxy = await startCountingProxy()
    context.onEnd(() => proxy.stop())
    const club = await seedClub(context, { members: 6, practices: 3, dayPasses: 5, env: { BASE_URL: proxy.url } })
    const server = await club.start()
    proxy.leadTo(Number(server.env.PORT))

    const document = (await (await fetch(`${proxy.url}/api/v1/openapi.json`)).json()) as OpenAPI.Document
    const [member, other] = club.members
    const known = {
      memberId: other?.id,
      practiceId: club.practiceIds[0],
      email: 'new@purdue.edu',
      password: goodPassword,
      startsOn: '2026-12-01',
      startTime: '18:00',
      endTime: '20:00',
      code: 'ABCD-EFGH',
      title: 'Late one',
    }
    const words = await listedPaths()
    const people = [
      { name: 'stranger', cookie: null, policies: [] },
      { name: 'member', cookie: member?.cookie ?? '', policies: openToMembers },
      { name: 'officer', cookie: club.officer.cookie, policies: [...openToMembers, 'officer' as const] },
    ]
    const figures: Outcome['figures'] = Object.fromEntries(tools.map((tool) => [tool, versions[tool] ?? '']))
    const findings: (Finding & { tool: string })[] = []
    for (const { name, cookie, policies } of people) {
      const scan: Scan = {
        url: proxy.url,
        cookie,
        minutes: context.rounds(minutesEach * 10) / 10,
        signal: context.signal,
      }
      const targets = targetsFor(document, policies, known)
      const runs = {
        ffuf: () => runFfuf(scan, [...secretPaths, ...words]),
        ...(cookie === null
          ? {}
          : { wapiti: () => runWapiti(scan, readable(targets)), sqlmap: () => runSqlmap(scan, targets) }),
      }
      for (const [tool, go] of Object.entries(runs)) {
        const before = proxy.count().requests
        const begunAt = performance.now()
        const found = await go()
        const requests = proxy.count().requests - before
        const seconds = Math.round((performance.now() - begunAt) / 1000)
        context.say(`${tool} as ${name}: ${requests} requests in ${seconds} s, ${found.length} findings`)
        figures[`${tool} as ${name}`] = `${requests} requests, ${found.length} findings`
        findings.push(...found.map((finding) => ({ tool, ...finding })))
      }
    }
    const unknown = findings.filter((finding) => !isKnown(finding))
    const { requests, statuses, failed } = proxy.count()
    const list = await server.quiver('verify')
    wrong.push(...unknown.map(({ tool, kind, where }) => `${tool}: ${kind}: ${where}`), ...failed)
    if (list.code !== 0) wrong.push(`the club does not add up afterwards: ${list.output.slice(0, 300)}`)
    if ((statuses.get(200) ?? 0) < 100) wrong.push('hardly anything was answered: nobody was signed in')
    return outcomeOf(wrong, {
      ...figures,
      requests,
      'answered 200': statuses.get(200) ?? 0,
      'answered 5xx': [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0),
      findings: findings.length,
      'of them not known': unknown.length,
    })
  },
}

/** Negative control: each tool finds the vulnerability of its kind in a site that has one. */
async function noticed(context: FaultContext) {
  const site = await startLeakySite()
  context.onEnd(() => site.stop())
  const scan: Scan = { url: site.url, cookie: null, minutes: 1, signal: context.signal }
  const archer = { method: 'POST', path: '/archer', body: { id: '1' } }
  const found = {
    wapiti: (await runWapiti(scan, ['/hello?name=Ana'])).some(({ kind }) => /script/i.test(kind)),
    sqlmap: (await runSqlmap(scan, [archer])).length > 0,
    ffuf: (await runFfuf(scan, ['.env', 'elsewhere'])).some(({ where }) => where === '/.env'),
  }
  return Object.entries(found).flatMap(([tool, saw]) =>
    saw ? [] : [`the control did not notice: ${tool} found no hole`],
  )
}

function isKnown({ tool, kind, where }: Finding & { tool: string }) {
  if (tool !== 'ffuf') return triaged[kind]?.test(where) ?? false
  const open = [...pagePaths, '/healthz', '/readyz', ...readdirSync(webFolder).map((file) => `/${file}`)]
  return /^4/.test(kind) || open.includes(where)
}

/** The addresses of reads, without the marks. */
function readable(targets: Target[]) {
  return targets.filter(({ method }) => method === 'GET').map(({ path }) => path.replaceAll('*', ''))
}

const secretPaths = [
  ...['.env', '.env.production', '.git/config', '.git/HEAD', '.npmrc', '.ssh/id_rsa', '.htaccess', '.DS_Store'],
  ...['package.json', 'package-lock.json', 'club.config.ts', 'node_modules/', 'src/server/main.ts', 'dist/', 'data/'],
  ...['data/quiver.db', 'quiver.db', 'quiver.db-wal', 'data/auth-secret', 'auth-secret', 'backup.zip', 'dump.sql'],
  ...['assets/', 'files/', 'files/pictures/', 'index.html', '.vite/manifest.json', 'sw.js.map', 'server-status'],
  ...['metrics', 'debug', 'admin', 'api/auth/', 'api/auth/get-session', 'rpc', 'graphql', 'swagger.json', 'dev/mail'],
  ...['..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', 'assets/..%2f..%2f..%2fpackage.json'],
]
