import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorBody } from './errors.ts'

/** With which something is changed. */
export const mutating = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** A request id from outside is not taken over: it goes into logs and answers. */
export function newRequestId() {
  return randomUUID()
}

/**
 * What every request passes. One that changes something needs JSON as its content type (or what its route says) and our own pages as
 * its origin (T15); so does one that reads with a session. The only route that takes a form looks at no session
 * (notifications/preferences.ts). A form, a plain-text fetch, or another site's script fails one of the two.
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

/** What is read with a session; a link on another site could otherwise download it, and leave a trace that its reader never meant. */
function isOfPerson({ routeOptions }: FastifyRequest) {
  const { policy } = routeOptions.config
  return policy === 'operation' || policy === 'signed-in' || policy === 'member' || policy === 'officer'
}

/** Whether an address is at or below `/rpc` or `/api`, however it is spelled: the router takes `/%61pi` for `/api`. */
export function isApi(url: string) {
  if (plainApi.test(url)) return true
  return /^\/+(rpc|api)(\/|$)/i.test(decode(url.split(/[?;]/)[0] ?? ''))
}

/** Nearly every address there is: nothing in its path needs to be looked at twice. */
const plainApi = /^\/(rpc|api)(\/[a-zA-Z0-9_-]+)+(\?|$)/

function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * One spelling per path, so that no limit is passed by a variant (T3): no doubled or closing slash, nothing for a URL parser
 * to tidy up, and nothing encoded. Below `/api/v1` a path holds ids, so there what has to be encoded may be.
 */
function isCanonical(url: string) {
  if (plainApi.test(url)) return true
  const path = url.split('?')[0] ?? ''
  if (/\/\/|\/$|;/.test(path) || URL.parse(`http://localhost${path}`)?.pathname !== path) return false
  return !(path.startsWith('/api/v1/') ? needlesslyEncoded : /%/).test(path)
}

/** A letter, a digit or another sign that stands for itself (RFC 3986, 2.3), or small hex digits. */
const needlesslyEncoded = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|(?![0-9A-F]{2}))/

function isSameOrigin(request: FastifyRequest, baseUrl: string) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && origin !== baseUrl) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
