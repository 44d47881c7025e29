import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { toDocument } from '#server/http/html-shells.ts'
import { sendDocument } from '#server/http/pages.ts'
import { restPrefix } from '#server/http/request-context.ts'

/**
 * Serves the OpenAPI document and the reference page made from it. They are public, because they contain no data and developers read
 * them before logging in. Both are made, and the code for it is loaded, on the first request.
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
