import type { OpenAPI } from '@orpc/openapi'
import type { Parts } from '../parts.ts'
import found from './examples.json' with { type: 'json' }
import { operationsOf } from './operation-html.ts'

/** What one operation was sent once, and what it answered: by its id, as `examples.test.ts` has noted it from a club. */
export type Examples = Record<string, { parameters?: Values; body?: unknown; answer: unknown }>
type Values = Record<string, string>

/** As they were noted, which is not what this club is called. */
const asNoted = { emailDomain: 'purdue.edu', baseUrl: 'http://localhost:3000' }

/** Adds to each operation an example of what it is sent and what it answers, with this club's addresses. */
export function addExamples(document: OpenAPI.Document, { club, baseUrl }: Pick<Parts, 'club' | 'baseUrl'>) {
  const text = JSON.stringify(found)
    .replaceAll(`@${asNoted.emailDomain}"`, `@${club.emailDomain}"`)
    .replaceAll(`"${asNoted.baseUrl}`, `"${baseUrl}`)
  const examples: Examples = JSON.parse(text)
  for (const { operation } of operationsOf(document)) {
    const example = examples[operation.operationId ?? '']
    if (example) addTo(operation, example)
  }
}

function addTo(operation: OpenAPI.OperationObject, { parameters = {}, body, answer }: Examples[string]) {
  for (const parameter of operation.parameters ?? [])
    if ('name' in parameter && parameters[parameter.name] !== undefined) parameter.example = parameters[parameter.name]
  const { requestBody, responses = {} } = operation
  const asked = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
  if (asked && body !== undefined) asked.example = body
  const good = responses[200]
  const answered = good && 'content' in good ? good.content?.['application/json'] : undefined
  if (answered) answered.example = answer
}
