import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

type Settings = {
  baseUrl: string
  /** Whose pages may stand in a frame of ours: the maps'. */
  mapOrigins: string[]
}

/**
 * The content security policy and its companions (T91). Nothing inline, nothing from elsewhere but the club's maps; style
 * attributes alone are allowed, because React sets them. The one Trusted Types policy is for the service worker.
 */
export async function addSecurityHeaders(app: FastifyInstance, { baseUrl, mapOrigins }: Settings) {
  const secure = baseUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'"],
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
  })
}
