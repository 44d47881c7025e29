import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { errorBody } from './errors.ts'

const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i

/**
 * Normalizes the request target, so that the router and all checks see the same. `rewriteUrl` is for Fastify's option of that name;
 * `refuseOthers` adds a hook that responds with 400 to a request for another host.
 */
export function createTargetCheck(baseUrl: string) {
  const refused = new WeakSet<object>()
  return {
    rewriteUrl(request: IncomingMessage & { originalUrl?: string }) {
      if (!readTarget(request, baseUrl)) {
        refused.add(request)
        return '/'
      }
      // Fastify has set this before the rewrite, and oRPC reads it.
      request.originalUrl = request.url ?? ''
      return request.originalUrl
    },
    refuseOthers(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!refused.has(request.raw)) return done()
        const message = `Ask for a path here, with ${baseUrl} as its host.`
        reply
          .code(400)
          .header('connection', 'close')
          .send(errorBody('WRONG_HOST', message, request.id))
      })
    },
  }
}

/**
 * Rewrites an absolute target (`GET http://club.example/path`) to a path and a Host header (RFC 9112, 3.2.2). Otherwise the router
 * would see the path and the checks the whole URL.
 * @returns false for a request for another host, or with two Host headers
 */
function readTarget(request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>, baseUrl: string) {
  if (hostsIn(request.rawHeaders) > 1) return false
  const { url = '' } = request
  if (url.startsWith('/') || url === '*') return true
  const [, scheme = '', authority = '', path = ''] = absolute.exec(url) ?? []
  const host = hostOf(scheme, authority)
  if (host === null || !isOwn(host, baseUrl)) return false
  const { host: said } = request.headers
  if (said !== undefined && hostOf(scheme, said) !== host) return false
  request.headers.host = host
  request.url = path.startsWith('/') ? path : `/${path}`
  return true
}

/** Counts Host headers. Node uses the first, but a proxy in front may have used another one. */
function hostsIn(rawHeaders: string[]) {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** The normalized host; null if the scheme isn't http(s) or the authority is invalid or contains user info. */
function hostOf(scheme: string, authority: string) {
  if (!/^https?$/i.test(scheme) || authority === '' || authority.includes('@')) return null
  const url = URL.parse(`${scheme}://${authority}`)
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.host : null
}

/** Whether it is the configured host, or another name of localhost if that is localhost (pages.ts redirects those). */
function isOwn(host: string, baseUrl: string) {
  const base = new URL(baseUrl)
  if (host === base.host) return true
  const asked = URL.parse(`${base.protocol}//${host}`)
  return asked?.port === base.port && isLocalhost(base.hostname) && isLocalhost(asked.hostname)
}
