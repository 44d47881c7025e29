import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSecrets } from '#server/crypto/secrets.ts'
import { whyUnreachable } from '#server/features/calendar/why-unreachable.ts'
import { probeHeader, probePauseMs, readProbe } from '#server/live/doctor-probe.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import {
  type CheckGroup,
  type CheckInput,
  codeOf,
  type Finding,
  type Limits,
  ok,
  type ProbeResult,
  type SeenServer,
  warning,
  wrong,
} from './check.ts'

/** A documentation address (RFC 5737): a server that takes it for the client's would accept any forged address. */
const forged = '192.0.2.77'

type ServerLookup = { settings: CheckInput['settings']; authSecret: string | null; nowMs: number; limits: Limits }

/** Probes the server directly and through BASE_URL, and checks whether the data folder is in use. */
export async function lookForServer({ settings, authSecret, nowMs, limits }: ServerLookup): Promise<SeenServer> {
  const { baseUrl, dataDir, databaseUrl, port } = settings
  const token = authSecret === null ? '' : createSecrets(authSecret).probeToken(nowMs)
  const here = addressOf(settings)
  const [direct, through] = await Promise.all([
    probe(here, token, limits),
    isSamePlace(baseUrl, port) ? null : probe(baseUrl, token, limits),
  ])
  return { direct, through, isDataInUse: databaseUrl === null ? isLocked(dataDir) : null }
}

/** The URL at which this machine reaches the server directly. */
function addressOf({ host, port }: CheckInput['settings']) {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function isSamePlace(baseUrl: string, port: number) {
  const url = new URL(baseUrl)
  return url.protocol === 'http:' && isLocalhost(url.hostname) && Number(url.port || 80) === port
}

async function probe(origin: string, token: string, { timeoutMs }: Limits): Promise<ProbeResult> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  try {
    const answer = await fetch(`${origin}/live`, {
      headers: { [probeHeader]: token, 'x-forwarded-for': forged },
      redirect: 'manual',
      signal: over.signal,
    })
    const { status, headers } = answer
    let text = ''
    let firstMs = 0
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      firstMs ||= performance.now()
      text += decoder.decode(chunk, { stream: true })
      if (readProbe(text) !== null || text.length > 20_000) break
    }
    const probed = readProbe(text)
    if (probed === null)
      return { outcome: 'other', status, isQuiver: headers.has('x-request-id'), location: headers.get('location') }
    const buffered = performance.now() - firstMs < probePauseMs / 2
    return { outcome: 'answers', probed, buffered, ready: await isReady(origin, over.signal) }
  } catch (error) {
    if (over.signal.aborted) return { outcome: 'unreachable', code: 'ETIMEDOUT', why: 'doesn’t respond' }
    return { outcome: 'unreachable', code: codeOf(error), why: whyUnreachable(error) }
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

async function isReady(origin: string, signal: AbortSignal) {
  const answer = await fetch(`${origin}/readyz`, { redirect: 'manual', signal })
  await answer.body?.cancel()
  return answer.status === 200
}

/** Whether a server has locked the data folder: reading the lock file then fails with SQLITE_BUSY. Null if that can't be seen. */
function isLocked(dataDir: string) {
  const file = join(dataDir, 'server.lock')
  if (!existsSync(file)) return false
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { readOnly: true })
    lock.exec('pragma busy_timeout = 0')
    lock.prepare('select count(*) from sqlite_master').all()
    return false
  } catch (error) {
    return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5 ? true : null
  } finally {
    lock?.close()
  }
}

const useTheSame =
  'Use the server’s own settings (quiver.env, as the user it runs as), and restart it after changing them.'

export const server: CheckGroup = {
  name: 'Server',
  async look(input) {
    const { direct } = input.server
    const here = lookAtDirect(input)
    return direct.outcome === 'answers' ? [...here, ...lookAtThrough(input)] : [...here, ...lookAtSettingsAlone(input)]
  },
}

function lookAtDirect({ settings, server: { direct, isDataInUse } }: CheckInput): Finding[] {
  const { dataDir, host, port } = settings
  const place = `${host}:${port}`
  if (direct.outcome === 'unreachable')
    return isDataInUse
      ? [
          wrong(
            `A server is using the data folder ${dataDir}, but nothing responds at ${place} (${direct.code}).`,
            `If it’s just starting, check again in a minute. Otherwise, it was started with a different PORT or HOST. ${useTheSame}`,
          ),
        ]
      : [warning('No server is running.', 'Start it: systemctl start quiver, or npm start.')]
  if (direct.outcome === 'other' && direct.isQuiver && direct.status === 503)
    return [
      wrong(
        `The server at ${place} is overloaded right now.`,
        'Check again in a minute. If it stays that way, look in its log: journalctl -u quiver',
      ),
    ]
  if (direct.outcome === 'other')
    return direct.isQuiver
      ? [
          wrong(
            `Another Quiver is running at ${place}, with a different AUTH_SECRET or from an older release.`,
            `Stop one of them, or give this one another PORT. ${useTheSame}`,
          ),
        ]
      : [wrong(`Another program is running at ${place}.`, 'Stop it, or set another PORT (in the proxy, too).')]
  if (isDataInUse === false)
    return [
      wrong(
        `The server at ${place} uses a different data folder, not ${dataDir}.`,
        `Stop the wrong one, or set DATA_DIR. ${useTheSame}`,
      ),
    ]
  if (!direct.ready)
    return [
      wrong(
        `The server at ${place} is running but isn’t ready.`,
        'Look in its log: journalctl -u quiver. Usually the database doesn’t respond.',
      ),
    ]
  return [ok(`It’s running at ${place} and is ready.`)]
}

function lookAtThrough({ settings, database, server: { direct, through } }: CheckInput): Finding[] {
  const { baseUrl, host, port, trustProxy } = settings
  const isAlone = isLocalhost(host.includes(':') ? `[${host}]` : host)
  if (through === null)
    return trustProxy !== false && !isAlone
      ? [
          warning(
            'TRUST_PROXY is set, but there’s no proxy: visitors can fake their address and get around the limits.',
            'Remove TRUST_PROXY, or set HOST to 127.0.0.1 and put a proxy in front.',
          ),
        ]
      : []
  if (through.outcome !== 'answers') return [whyNotThrough(through, settings)]
  const findings: Finding[] = []
  const { probed, buffered } = through
  const isOne = direct.outcome === 'answers' && direct.probed.instance === probed.instance
  if (!isOne && database?.engine !== 'postgres')
    findings.push(
      wrong(
        `${baseUrl} leads to a different server, not the one at ${host}:${port}.`,
        `Point the proxy to 127.0.0.1:${port}, and stop the other server.`,
      ),
    )
  if (buffered)
    findings.push(
      wrong(
        `Something between ${baseUrl} and the server holds back the live stream, so open screens don’t update.`,
        'nginx: "proxy_buffering off" as in deploy/nginx.conf, and no gzip for text/event-stream. Other proxies: turn off buffering and compression for /live.',
      ),
    )
  if (probed.ip === forged)
    findings.push(
      wrong(
        'Visitors can fake their address and get around the limits: the server trusts more proxies than there are.',
        'Set TRUST_PROXY to the number of proxies in front (one nginx or Caddy: 1), and have the outermost set X-Forwarded-For as in deploy/.',
      ),
    )
  else if (!probed.trustsProxy)
    findings.push(
      wrong(
        'There’s a proxy, but TRUST_PROXY isn’t set: all visitors count as one and lock each other out.',
        'Set TRUST_PROXY=1 (the number of proxies in front), and restart the server.',
      ),
    )
  else if (!isAlone)
    findings.push(
      warning(
        `The server also listens on ${host}, past the proxy. Visitors who come that way can fake their address.`,
        'Set HOST to 127.0.0.1, or close the port in the firewall. In a container, publish it on 127.0.0.1 only.',
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(`${baseUrl} leads there, the live stream gets through immediately, and visitors are told apart.`)]
}

function whyNotThrough(
  through: Exclude<ProbeResult, { outcome: 'answers' }>,
  { baseUrl, port }: CheckInput['settings'],
): Finding {
  const { host, protocol } = new URL(baseUrl)
  if (through.outcome === 'unreachable') {
    const { code, why } = through
    const says = `BASE_URL can’t be reached: ${host} ${why}.`
    if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
      return wrong(says, 'Check BASE_URL, and that the domain’s DNS record points to this machine.')
    if (/CERT|SELF_SIGNED|SIGNATURE/.test(code))
      return wrong(
        says,
        'Get a certificate for this name. Caddy does that automatically. For nginx, run certbot renew, or follow step 3 in docs/install.md if there’s none yet.',
      )
    if (protocol === 'https:' && /SSL|EPROTO/.test(code))
      return wrong(says, 'The proxy doesn’t use https there. Add the certificate to it (docs/install.md).')
    return wrong(
      says,
      'Check that the proxy is running (systemctl status nginx, or caddy), and that the firewall allows ports 80 and 443.',
    )
  }
  if (through.location !== null && URL.canParse(through.location, baseUrl)) {
    const { origin } = new URL(through.location, baseUrl)
    if (origin !== baseUrl)
      return wrong(
        `${baseUrl} redirects to ${origin}.`,
        `Set BASE_URL=${origin}, the address people end up at, and restart the server.`,
      )
  }
  if ([502, 503, 504].includes(through.status) && !through.isQuiver)
    return wrong(
      `The proxy at ${host} responds but can’t reach the server (status ${through.status}).`,
      `Point it to 127.0.0.1:${port}, where the server listens.`,
    )
  if (through.isQuiver)
    return wrong(`${host} leads to another Quiver.`, `Point the proxy to 127.0.0.1:${port}, and stop the other server.`)
  return wrong(
    `Something else responds at ${host} (status ${through.status}).`,
    `Check BASE_URL, and that the proxy has a site for ${host} that points to 127.0.0.1:${port}.`,
  )
}

/** Checks the proxy settings alone, while no server is running. */
function lookAtSettingsAlone({ settings }: CheckInput): Finding[] {
  const { baseUrl, trustProxy } = settings
  if (!baseUrl.startsWith('https:') || trustProxy !== false) return []
  return [
    wrong(
      'BASE_URL is https, so there’s a proxy, but TRUST_PROXY isn’t set: all visitors will count as one.',
      'Set TRUST_PROXY=1 (the number of proxies in front).',
    ),
  ]
}
