import type { FastifyInstance } from 'fastify'
import type { Parts } from '#server/context.ts'
import { toDocument } from '#server/http/html-shells.ts'
import { sendDocument } from '#server/http/pages.ts'
import { restPrefix } from '#server/http/rest.ts'

/**
 * The OpenAPI document and the page made of it, for anyone: they hold no data, and whoever writes a program reads them
 * before signing in. Made when first asked for, and what makes them is loaded then.
 */
export function addReference(app: FastifyInstance, parts: Parts) {
  let made: ReturnType<typeof write> | undefined
  const reference = () => {
    made ??= write(parts).catch((error) => {
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

async function write(parts: Parts) {
  const [{ describeApi }, { referencePage }] = await Promise.all([import('./document.ts'), import('./page.ts')])
  const document = await describeApi(parts)
  return { json: JSON.stringify(document), page: await toDocument(referencePage(document, parts.club)) }
}
