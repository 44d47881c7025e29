import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clubFileOfUrl, clubFilePath, logoFileName } from '#domain/settings/club-file.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody, sendThrownError, signedOut } from '#server/http/errors.ts'
import { admit } from '#server/http/procedures.ts'
import { matchesEtag } from '#server/http/response-cache.ts'
import { readWhole } from '#server/ops/files/club-files.ts'
import { findClubFile } from './club-files.ts'

/** PDF files are shown, without being allowed to do anything; everything else is downloaded. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; sandbox"

/** `/files/club/…`, what officers have uploaded: the logo for anyone, documents for officers. */
export function addClubFiles(app: FastifyInstance, ctx: AppContext) {
  const anyone = { config: { policy: 'anyone', isUnlimited: true } } as const
  app.get<{ Params: { id: string } }>(`/files/club/:id/${logoFileName}`, anyone, (request, reply) =>
    send(ctx, request, reply, request.params.id, { 'cache-control': 'public, max-age=31536000, immutable' }),
  )
  app.get<{ Params: { id: string } }>(
    '/files/club/:id/:name',
    { config: { policy: 'officer', isUnlimited: true } },
    async (request, reply) => {
      try {
        const me = await authenticate(ctx, request)
        // Opened by a link in the browser.
        if (!me && request.headers.accept?.includes('text/html')) return reply.redirect('/login?next=/resources', 302)
        await admit('officer', '/files/club', { me, ctx, requestId: request.id })
        if (!me) throw signedOut()
        return await send(ctx, request, reply, request.params.id, { 'cache-control': 'private, no-cache' })
      } catch (error) {
        return sendThrownError(error, request, reply)
      }
    },
  )
}

/** `/constitution.pdf`: the file that officers have uploaded, or else the one in `public/`. */
export function addConstitution(app: FastifyInstance, ctx: AppContext) {
  app.get('/constitution.pdf', async (request, reply) => {
    await ctx.settings.catchUp()
    const url = ctx.club.constitution ?? '/constitution.pdf'
    const id = clubFileOfUrl(url)
    if (id === null) return reply.header('content-security-policy', sandbox).sendFile(url.slice(1))
    return send(ctx, request, reply, id, { 'cache-control': 'no-cache' })
  })
}

async function send(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  headers: Record<string, string>,
) {
  const file = await findClubFile(ctx.database.db, id)
  const isOther = file && request.url.startsWith('/files/') && !request.url.endsWith(`/${file.name}`)
  const content = file && !isOther ? await ctx.files.read(clubFilePath(file)) : null
  if (!file || content === null) {
    if (file && !isOther) ctx.log.error({ file: id }, 'a club file is missing')
    return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
  }
  const isShown = file.mediaType === 'application/pdf' || file.name === logoFileName
  const etag = `"${id}"`
  reply.headers({
    ...headers,
    etag,
    'content-type': file.mediaType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${file.name}"`,
    'content-security-policy': sandbox,
  })
  if (matchesEtag(request, etag)) return reply.code(304).send()
  return reply.send(await readWhole(content))
}
