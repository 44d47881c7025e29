import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ConditionalSchemaConverter, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/contract.ts'
import { Home } from '#contract/home.ts'
import { AnsweredPractice, AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { MyPass } from '#contract/passes.ts'
import { type Operation, type Policy, policies } from '#contract/policies.ts'
import { Attendee, PracticeCard } from '#contract/practices.ts'
import { Club, Person, SessionLimits } from '#contract/session.ts'
import { ProfileDraft } from '#contract/welcome.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { restPrefix } from '../http/rest.ts'
import { sessionCookieName } from '../identity/cookies.ts'
import type { Parts } from '../parts.ts'
import { type ContractErrors, errorResponses, headersOfEveryAnswer } from './errors.ts'
import { addExamples } from './examples.ts'
import { describeSignIn } from './sign-in.ts'
import { describeUpload, picturePath } from './upload.ts'

const tags = [
  { name: 'sign-in', description: 'How to come by the session cookie, and to be rid of it.' },
  { name: 'session', description: 'The club, and who is signed in.' },
  { name: 'account', description: 'Making an account and proving its mailbox.' },
  { name: 'welcome', description: 'The wizard that comes first.' },
  { name: 'home', description: 'What the home page shows.' },
  { name: 'practices', description: 'Answers, check-in, running a practice, and what officers do about one.' },
  { name: 'members', description: 'The club’s members, their passes, money and roles; for officers.' },
  { name: 'calendar', description: 'A member’s own calendar feed.' },
  { name: 'scorecards', description: 'A member’s own cards. Changes of slots name what they were made upon.' },
  { name: 'pass', description: 'Passes and day passes.' },
  { name: 'profile', description: 'What members say of themselves.' },
  { name: 'info', description: 'What holds on the range.' },
  { name: 'resources', description: 'The club’s documents, for officers.' },
  {
    name: 'store',
    description: 'What was bought in the club’s store, and what is paid for who has no account yet; for officers.',
  },
  { name: 'audit', description: 'What officers did.' },
]

const whom: Record<Policy, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For whoever is signed in, the welcome wizard done or not.',
  member: 'For members who have finished the welcome wizard.',
  officer: 'For officers.',
}

const output = { strategy: 'output' } as const
const schemas = {
  Home: { schema: Home, ...output },
  PracticeCard: { schema: PracticeCard, ...output },
  Attendee: { schema: Attendee, ...output },
  MyPractices: { schema: MyPractices, ...output },
  AnsweredPractice: { schema: AnsweredPractice, ...output },
  AttendedPractice: { schema: AttendedPractice, ...output },
  MyPass: { schema: MyPass, ...output },
  Club: { schema: Club, ...output },
  Person: { schema: Person, ...output },
  SessionLimits: { schema: SessionLimits, ...output },
  ProfileDraft: { schema: ProfileDraft },
}

/** `/api/v1/openapi.json`: made from the contract, so that it says what the server does. */
export async function describeApi({ club, baseUrl }: Pick<Parts, 'club' | 'baseUrl'>): Promise<OpenAPI.Document> {
  const ofContract = new Map<number, ContractErrors>()
  const generator = new OpenAPIGenerator({ schemaConverters: [unhurried(new ZodToJsonSchemaConverter())] })
  const document = await generator.generate(contract, {
    info: {
      title: `${club.name} API`,
      version: packageFile.version,
      description:
        'The members’ app of the club for programs: the same operations, rules and limits. One signs in for a session cookie; every request that changes something is sent as application/json, with a body or without.',
    },
    servers: [{ url: baseUrl + restPrefix }],
    tags,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(baseUrl),
          description: 'The session of a person, from POST /api/auth/sign-in/email.',
        },
      },
      headers: {
        'x-request-id': { description: 'The id of this request, as it stands in our log.', schema: { type: 'string' } },
        'retry-after': { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
      },
      parameters: { idempotencyKey },
    },
    commonSchemas: schemas,
    customErrorResponseBodySchema: (errors, status) => {
      const known = ofContract.get(status) ?? []
      const more = errors.filter(([code]) => known.every(([other]) => other !== code))
      ofContract.set(status, [...known, ...more])
      return null
    },
  })
  for (const path of Object.values(document.paths ?? {}))
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method]
      if (operation) complete(operation, method !== 'get')
    }
  document.components = { ...document.components, responses: errorResponses(ofContract) }
  Object.assign(document.paths?.[picturePath] ?? {}, { put: describeUpload() })
  const whole = { ...document, paths: { ...describeSignIn(baseUrl), ...document.paths } }
  addExamples(whole, { club, baseUrl })
  return whole
}

/** Lets whatever else waits in the process have its turn before each schema: all at once they take a tenth of a second. */
function unhurried(converter: ZodToJsonSchemaConverter): ConditionalSchemaConverter {
  return {
    condition: (schema) => converter.condition(schema),
    convert: async (schema, options) => {
      await nextTurn()
      return converter.convert(schema, options)
    },
  }
}

const idempotencyKey: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A fresh random text for each act. Sent again within a day under the same key, the act is not done again: its first answer is given once more.',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

/** Adds to an operation what the contract says elsewhere, or what HTTP does for all of them. */
function complete(operation: OpenAPI.OperationObject, writes: boolean) {
  const policy = policies[operation.operationId as Operation]
  Object.assign(operation, { 'x-policy': policy })
  operation.description = [operation.description, whom[policy]].filter(Boolean).join(' ')
  operation.security = policy === 'anyone' ? [{}, { session: [] }] : [{ session: [] }]
  const responses = operation.responses ?? {}
  const statuses = [...Object.keys(responses).map(Number), 400, 500, ...(writes ? [413, 415] : [])]
  for (const status of statuses)
    if (status >= 400) responses[status] = { $ref: `#/components/responses/Error${status}` }
    else Object.assign(responses[status] ?? {}, { headers: headersOfEveryAnswer })
  if (policy === 'anyone') delete responses[401]
  operation.responses = responses
  if (!writes) return
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/idempotencyKey' }]
  if (asksForNothing(operation)) operation.requestBody = noBody
}

const noBody: OpenAPI.RequestBodyObject = {
  description: 'May be left out; the content type is wanted all the same.',
  required: false,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
}

function asksForNothing({ requestBody }: OpenAPI.OperationObject) {
  if (!requestBody) return true
  const schema = 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
  return schema !== undefined && !('$ref' in schema) && schema.properties === undefined
}
