import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

type Settings = {
  baseUrl: string
  /** The origins of the maps, which may be shown in frames. */
  mapOrigins: string[]
}

/**
 * Sets the headers of every response: the request id, no caching or indexing unless the route overrides it, and the content security
 * policy and related headers (T91). Inline code and other origins are blocked, except the club's maps and style attributes, which
 * React sets. The one Trusted Types policy is for the service worker.
 */
export function addSecurityHeaders(app: FastifyInstance, settings: Settings) {
  const headers = securityHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** Which of the device's sensors a page may ask for. Only the pages that scan passes use the camera. */
export function permissionsPolicy({ camera }: { camera: boolean }) {
  return `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=()`
}

export function securityHeaders(settings: Settings): Record<string, string> {
  // Pages for members must not be indexed or cached.
  return {
    ...headersOf(policyOf(settings)),
    'permissions-policy': permissionsPolicy({ camera: false }),
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  }
}

/** Runs helmet once on a dummy request, because its headers are the same for every response. */
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
        // The app checks that a map's host responds before it adds the frame.
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
        'trusted-types': ['quiver-sw', 'quiver-scan'],
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
