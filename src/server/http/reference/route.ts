import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { toDocument } from '#server/http/html-shells.ts'
import { sendDocument } from '#server/http/pages.ts'
import { restPrefix } from '#server/http/request-context.ts'

/**
 * The OpenAPI document and the page made of it, for anyone: they hold no data, and whoever writes a program reads them
 * before signing in. Made when first asked for, and what makes them is loaded then.
 */
export function addReference(app: FastifyInstance, ctx: AppContext) {
  let made: ReturnType<typeof write> | undefined
  const reference = () => {
    made ??= write(ctx).catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
  const config = { policy: 'anyone' } as const
  app.get(`${restPrefix}/openapi.json`, { config }, async (_request, reply) =>
    reply.type('application/json').send((await reference()).json),
  )
  app.get(`${restPrefix}/reference`, { config }, async (request, reply) =>
    sendDocument(request, reply, (await reference()).page),
  )
  app.get(restPrefix, { config }, (_request, reply) => reply.redirect(`${restPrefix}/reference`, 302))
}

async function write(ctx: AppContext) {
  const [{ describeApi }, { referencePage }] = await Promise.all([import('./document.ts'), import('./page.ts')])
  const document = await describeApi(ctx)
  return { json: JSON.stringify(document), page: await toDocument(referencePage(document, ctx.club)) }
}
