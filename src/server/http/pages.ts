import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Club } from '#contract/session.ts'
import { sessionCookieName } from '#server/auth/cookies.ts'
import type { AppContext } from '#server/context.ts'
import { readDamagedLink } from './damaged-links.ts'
import { errorBody } from './errors.ts'
import { isApi } from './hooks.ts'
import { type Document, loadDocuments, pagePaths } from './html-shells.ts'
import { matchesEtag } from './response-cache.ts'
import { permissionsPolicy } from './security-headers.ts'
import { cameraPages, shellAddress, shellPath, withCamera } from './shell-address.ts'
import { addWebManifest } from './web-manifest.ts'

type Pages = {
  webDir: string
  /** The club's public data; the same object while the settings are the same. */
  readClub: () => Club
  /** Adds the files that aren't always those of the build. */
  addFiles: (app: FastifyInstance) => void
}

/**
 * Serves the built app. Browsers may cache hashed files forever and other files for an hour. The pages contain no data; the app loads
 * it through `/rpc`. The paths in the club's `redirects` lead to its website, and unknown ones to the login page.
 */
export async function addPages(app: FastifyInstance, ctx: AppContext, { webDir, readClub, addFiles }: Pages) {
  const indexFile = join(webDir, 'index.html')
  if (!existsSync(indexFile))
    throw new Error(`The app is not built: ${indexFile} is missing. "npm run build" builds it.`)
  const documents = await loadDocuments(webDir, readClub(), ctx.baseUrl)
  addWebManifest(app, readClub)

  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, policy: 'anyone' }
    })
    await scope.register(fastifyStatic, {
      root: webDir,
      index: false,
      wildcard: false,
      // Pages are served by their path; `/index.html` is an unknown path. The constitution can be another file.
      globIgnore: ['index.html', 'constitution.pdf'],
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(webDir, 'assets'))
        const mayChange = ['sw.js', 'constitution.pdf'].some((name) => path === join(webDir, name))
        const unhashed = mayChange ? 'no-cache' : 'public, max-age=3600'
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : unhashed)
      },
    })
    addFiles(scope)
  })
  for (const path of pagePaths)
    app.get(path, { config: { policy: 'anyone' } }, async (request, reply) => {
      await ctx.settings.catchUp()
      if (isOtherName(request, ctx.baseUrl)) return reply.redirect(`${ctx.baseUrl}${request.url}`, 302)
      // Without a session cookie, send the rendered login page. With one, the app finds out whether the session is live.
      const isVisitor = path === '/login' && request.cookies[sessionCookieName(ctx.baseUrl)] === undefined
      const document = isVisitor
        ? await documents.signIn(request.query as Record<string, unknown>, readClub())
        : await documents.shell(path, readClub())
      if (cameraPages.includes(path)) reply.header('permissions-policy', permissionsPolicy({ camera: true }))
      return sendDocument(request, reply, document)
    })
  const ownAddress = await shellAddress(webDir)
  app.get(shellPath, { config: { policy: 'anyone' } }, async (request, reply) => {
    const camera = request.url === withCamera(ownAddress)
    if (!camera && request.url !== ownAddress) return sendMissing(request, reply)
    reply.header('permissions-policy', permissionsPolicy({ camera }))
    return sendDocument(request, reply, await documents.ownShell(readClub()))
  })
  app.setNotFoundHandler((request, reply) => notFound(ctx, request, reply))
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']) ?? 'identity'
  const etag = `"${document.etag}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' })
  if (matchesEtag(request, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(document[encoding])
}

/** A 404 that isn't cached, because during a rolling update another process may have the file. */
function sendMissing(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
}

async function notFound(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? '/'
  const isFile = /^\/(assets|files|dev|live|calendar\/[^/]+\.ics)(\/|$)/.test(path)
  if (isApi(path) || isFile || !['GET', 'HEAD'].includes(request.method)) return sendMissing(request, reply)
  const damaged = readDamagedLink(path)
  if (damaged !== null) return reply.redirect(damaged, 302)
  await ctx.settings.catchUp()
  return reply.redirect(moved[path] ?? ctx.shownClub.redirects[path] ?? '/login', 302)
}

/** Paths of the former app that have another name here. */
const moved: Record<string, string> = { '/manage-members': '/members' }

/**
 * Whether the request uses another name of this machine than the configured one, such as `127.0.0.1` for `localhost`. Only the
 * configured origin may write, so other names are redirected.
 */
function isOtherName(request: FastifyRequest, baseUrl: string) {
  const { protocol, host } = new URL(baseUrl)
  const asked = request.headers.host ?? host
  return protocol === 'http:' && asked !== host && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(asked)
}
