import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { errorBody } from './errors.ts'

const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i

/**
 * One form of target for everything that reads it: `rewriteUrl` is Fastify's option of that name, and `refuseOthers` adds the
 * hook that answers 400 to a request for another host.
 */
export function createTargetCheck(baseUrl: string) {
  const refused = new WeakSet<object>()
  return {
    rewriteUrl(request: IncomingMessage & { originalUrl?: string }) {
      if (!readTarget(request, baseUrl)) {
        refused.add(request)
        return '/'
      }
      // Fastify set it before, and oRPC reads it.
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
 * Brings `GET http://club.example/path` into the form that everything else reads: a path, and the host that was asked for as Host
 * (RFC 9112, 3.2.2). Otherwise the router would see the path and every check the whole address.
 * @returns false for a request that is for another host, or that names two
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

/** Node takes the first and drops the others; a proxy before it may have looked at another one. */
function hostsIn(rawHeaders: string[]) {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** In the one spelling of it; null for what is no host of the web, or has a user's name in it. */
function hostOf(scheme: string, authority: string) {
  if (!/^https?$/i.test(scheme) || authority === '' || authority.includes('@')) return null
  const url = URL.parse(`${scheme}://${authority}`)
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.host : null
}

/** The configured host; on one's own machine under any name of it (pages.ts leads them to the configured one). */
function isOwn(host: string, baseUrl: string) {
  const base = new URL(baseUrl)
  if (host === base.host) return true
  const asked = URL.parse(`${base.protocol}//${host}`)
  return asked?.port === base.port && isLocalhost(base.hostname) && isLocalhost(asked.hostname)
}
