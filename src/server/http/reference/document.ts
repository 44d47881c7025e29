import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ConditionalSchemaConverter, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/contract.ts'
import { Home } from '#contract/home.ts'
import { AnsweredPractice, AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { MyPass } from '#contract/passes.ts'
import { needPassword, type Operation, type Policy, policies } from '#contract/policies.ts'
import { Attendee, PracticeCard } from '#contract/practices.ts'
import { ProfileDraft } from '#contract/profile.ts'
import { Club, Person, SessionLimits } from '#contract/session.ts'
import { passwordCountsForMinutes } from '#domain/sessions.ts'
import { kioskCookieName, sessionCookieName } from '#server/auth/cookies.ts'
import type { AppContext } from '#server/context.ts'
import { restPrefix } from '#server/http/request-context.ts'
import packageFile from '../../../../package.json' with { type: 'json' }
import { describeOwnData, describeSignIn, describeUpload, ownDataPath, picturePath } from './beside-contract.ts'
import { type ContractErrors, commonHeaders, errorResponses } from './errors.ts'
import { addExamples } from './examples.ts'

const tags = [
  { name: 'sign-in', description: 'Get a session cookie, and end the session.' },
  { name: 'session', description: 'The club and the person who is logged in.' },
  { name: 'account', description: 'Create an account and verify its email address.' },
  { name: 'welcome', description: 'The welcome wizard.' },
  { name: 'home', description: 'What the home page shows.' },
  { name: 'practices', description: 'RSVPs, check-in, running a practice, and officers’ changes to one.' },
  { name: 'kiosk', description: 'A tablet at the door where members check in, and nothing else.' },
  { name: 'members', description: 'The club’s members, their passes, payments, and roles (officers only).' },
  { name: 'calendar', description: 'A member’s own calendar feed.' },
  { name: 'scorecards', description: 'A member’s own scorecards. Changes to arrows state the value they replace.' },
  { name: 'pass', description: 'Passes and day passes.' },
  { name: 'profile', description: 'A member’s own profile.' },
  { name: 'info', description: 'Range calls and rules.' },
  { name: 'resources', description: 'The club’s documents (officers only).' },
  {
    name: 'store',
    description: 'Orders from the club’s store, and payments for people without an account yet (officers only).',
  },
  { name: 'settings', description: 'What officers set for the whole club.' },
  { name: 'audit', description: 'What officers have done.' },
]

const whom: Record<Policy, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For anyone logged in, before or after the welcome wizard.',
  member: 'For members who have finished the welcome wizard.',
  officer: 'For officers.',
  kiosk: 'For a kiosk of the live practice, which may call nothing else.',
}

const withPassword = `Needs the password entered in the last ${passwordCountsForMinutes} minutes: log in, or session.enterPassword.`

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

/** The OpenAPI document, generated from the contract so that it matches what the server does. */
export async function describeApi({ club, baseUrl }: Pick<AppContext, 'club' | 'baseUrl'>): Promise<OpenAPI.Document> {
  const ofContract = new Map<number, ContractErrors>()
  const generator = new OpenAPIGenerator({ schemaConverters: [yieldingConverter(new ZodToJsonSchemaConverter())] })
  const document = await generator.generate(contract, {
    info: {
      title: `${club.name} API`,
      version: packageFile.version,
      description:
        'The API of the club’s app, with the same operations, rules, and limits. Log in to get a session cookie. Send every request that changes something as application/json, even without a body.',
    },
    servers: [{ url: baseUrl + restPrefix }],
    tags,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(baseUrl),
          description: 'A person’s session, from POST /api/auth/sign-in/email.',
        },
        kiosk: {
          type: 'apiKey',
          in: 'cookie',
          name: kioskCookieName(baseUrl),
          description: 'A kiosk of the live practice, from kiosks.start, which ends the session.',
        },
      },
      headers: {
        'x-request-id': { description: 'The id of this request in the server’s log.', schema: { type: 'string' } },
        'retry-after': { description: 'How many seconds to wait before trying again.', schema: { type: 'integer' } },
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
  Object.assign(document.paths ?? {}, { [ownDataPath]: { post: describeOwnData() } })
  const whole = { ...document, paths: { ...describeSignIn(baseUrl), ...document.paths } }
  addExamples(whole, { club, baseUrl })
  return whole
}

/** Yields to the event loop before each schema, because converting all of them takes a tenth of a second. */
function yieldingConverter(converter: ZodToJsonSchemaConverter): ConditionalSchemaConverter {
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
    'A new random string for each action. If you send the same request with the same key within 24 hours, it isn’t performed again; you get the first response.',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

/** Adds to an operation its policy, shared errors, headers and the idempotency key. */
function complete(operation: OpenAPI.OperationObject, writes: boolean) {
  const policy = policies[operation.operationId as Operation]
  Object.assign(operation, { 'x-policy': policy })
  const needs = needPassword.includes(operation.operationId as Operation) ? withPassword : undefined
  operation.description = [operation.description, whom[policy], needs].filter(Boolean).join(' ')
  const own: Record<string, string[]> = { [policy === 'kiosk' ? 'kiosk' : 'session']: [] }
  operation.security = policy === 'anyone' ? [{}, own] : [own]
  const responses = operation.responses ?? {}
  const statuses = [...Object.keys(responses).map(Number), 400, 500, ...(writes ? [413, 415] : [])]
  for (const status of statuses)
    if (status >= 400) responses[status] = { $ref: `#/components/responses/Error${status}` }
    else Object.assign(responses[status] ?? {}, { headers: commonHeaders })
  if (policy === 'anyone') delete responses[401]
  operation.responses = responses
  if (!writes) return
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/idempotencyKey' }]
  if (asksForNothing(operation)) operation.requestBody = noBody
}

const noBody: OpenAPI.RequestBodyObject = {
  description: 'Optional, but the content type is still required.',
  required: false,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
}

function asksForNothing({ requestBody }: OpenAPI.OperationObject) {
  if (!requestBody) return true
  const schema = 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
  return schema !== undefined && !('$ref' in schema) && schema.properties === undefined
}
