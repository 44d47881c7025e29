import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorBody } from './errors.ts'

/** Methods that change something. */
export const mutating = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Ignores an id sent by the client, because it would go into logs and responses. */
export function newRequestId() {
  return randomUUID()
}

/**
 * Protection against CSRF (T15). Requests that change something, or read with a session, must come from our own origin; those that
 * change something must also have a content type of JSON (or what their route accepts). Forms, plain-text fetches and scripts of
 * other sites fail one of the two. The only route that accepts a form uses no session (features/notifications/preferences.ts).
 */
export function addHooks(app: FastifyInstance, baseUrl: string) {
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url) && !isCanonical(request.url))
      return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
    if (!mutating.has(request.method) && !isOfPerson(request)) return done()
    if (!isSameOrigin(request, baseUrl))
      return reply.code(403).send(errorBody('WRONG_ORIGIN', 'This request came from another site.', request.id))
    if (!mutating.has(request.method)) return done()
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const { takes } = request.routeOptions.config
    if (takes !== undefined && !takes.includes(type)) {
      const code = takes[0]?.startsWith('image/') ? 'PICTURES_ONLY' : 'FORMS_ONLY'
      return reply.code(415).send(errorBody(code, `Send ${takes.join(', ')}.`, request.id))
    }
    if (takes === undefined && type !== 'application/json')
      return reply.code(415).send(errorBody('JSON_ONLY', 'Send application/json.', request.id))
    done()
  })
}

/** Whether a route depends on the session: a link on another site must not trigger a download, or an audit entry in someone's name. */
function isOfPerson({ routeOptions }: FastifyRequest) {
  const { policy } = routeOptions.config
  return policy === 'operation' || policy === 'signed-in' || policy === 'member' || policy === 'officer'
}

/** Whether a URL is at or below `/rpc` or `/api` in any spelling, because the router decodes `/%61pi` to `/api`. */
export function isApi(url: string) {
  if (plainApi.test(url)) return true
  return /^\/+(rpc|api)(\/|$)/i.test(decode(url.split(/[?;]/)[0] ?? ''))
}

/** A fast path that matches almost all API requests. */
const plainApi = /^\/(rpc|api)(\/[a-zA-Z0-9_-]+)+(\?|$)/

function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Whether the path has its canonical spelling, so that a variant can't bypass a limit (T3): no double or trailing slash, nothing a
 * URL parser would normalize, no percent-encoding. Below `/api/v1` paths contain ids, so required encoding is allowed there.
 */
function isCanonical(url: string) {
  if (plainApi.test(url)) return true
  const path = url.split('?')[0] ?? ''
  if (/\/\/|\/$|;/.test(path) || URL.parse(`http://localhost${path}`)?.pathname !== path) return false
  return !(path.startsWith('/api/v1/') ? needlesslyEncoded : /%/).test(path)
}

/** An encoded unreserved character (RFC 3986, 2.3), or lowercase hex digits. */
const needlesslyEncoded = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|(?![0-9A-F]{2}))/

function isSameOrigin(request: FastifyRequest, baseUrl: string) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && origin !== baseUrl) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
