import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

type Settings = {
  baseUrl: string
  /** Whose pages may stand in a frame of ours: the maps'. */
  mapOrigins: string[]
}

/**
 * What every answer says: its id, that it is for nobody's cache and no search unless its route says so, and the content security
 * policy and its companions (T91). Nothing inline, nothing from elsewhere but the club's maps; style attributes alone are allowed,
 * because React sets them. The one Trusted Types policy is for the service worker.
 */
export function addSecurityHeaders(app: FastifyInstance, settings: Settings) {
  const headers = securityHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

export function securityHeaders(settings: Settings): Record<string, string> {
  // What is for members has no place in a search, nor in a cache.
  return { ...headersOf(policyOf(settings)), 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }
}

/** What helmet says to a request that is none: the same to each, so it is asked once. */
function headersOf(options: HelmetOptions) {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders() as Record<string, string>
}

function policyOf({ baseUrl, mapOrigins }: Settings): HelmetOptions {
  const secure = baseUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        // Whether a map's host answers is asked before its frame is made.
        'connect-src': ["'self'", ...mapOrigins],
        'font-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': mapOrigins.length > 0 ? mapOrigins : ["'none'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['quiver-sw'],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  }
}
