import type { OpenAPI } from '@orpc/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'
import type { Operation } from '#contract/policies.ts'
import type { TestClub } from './club.ts'
import { routeOf } from './transports.ts'

export async function readDocument(club: Pick<TestClub, 'app'>): Promise<OpenAPI.Document> {
  const reply = await club.app.inject({ method: 'GET', url: '/api/v1/openapi.json' })
  if (reply.statusCode !== 200) throw new Error(`openapi.json: ${reply.statusCode}`)
  return reply.json()
}

/** Checks a response against the club's own OpenAPI document: it lists the status, and its schema fits the body. */
export async function createApiCheck(club: Pick<TestClub, 'app'>) {
  const document = await readDocument(club)
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api')
  return (operation: Operation, reply: LightMyRequestResponse) => {
    const { method, path } = routeOf(operation)
    const what = `${operation}, ${reply.statusCode}`
    const listed = document.paths?.[path]?.[method.toLowerCase() as 'get']?.responses?.[reply.statusCode]
    if (!listed) throw new Error(`${what}: the document knows no such answer`)
    const at = ['paths', path, method.toLowerCase(), 'responses', String(reply.statusCode)]
    const pointer = '$ref' in listed ? listed.$ref : `#/${at.map(escapePointer).join('/')}`
    const fits = ajv.compile({ $ref: `api${pointer}/content/application~1json/schema` })
    const body: unknown = reply.json()
    if (!fits(body)) throw new Error(`${what}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`)
    if (reply.statusCode >= 400 && reply.json().requestId !== reply.headers['x-request-id'])
      throw new Error(`${what}: the request id is another one`)
  }
}

function escapePointer(name: string) {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
