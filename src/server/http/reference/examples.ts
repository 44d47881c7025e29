import type { OpenAPI } from '@orpc/openapi'
import type { AppContext } from '#server/context.ts'
import { operationsOf } from './operation-html.ts'
import type { Schema } from './schema-html.ts'

type ExampleClub = Pick<AppContext, 'club' | 'baseUrl'>
type ExampleValue = [path: RegExp, value: unknown]

/** Adds an example request and response to each operation, made from its schemas. */
export function addExamples(document: OpenAPI.Document, club: ExampleClub) {
  const schemas = document.components?.schemas ?? {}
  const values = valuesFor(club)
  const example = (schema: Schema, name: string) => exampleOf(schema, name, values, schemas)
  for (const { operation } of operationsOf(document)) {
    const { parameters = [], requestBody, responses = {} } = operation
    for (const parameter of parameters)
      if ('name' in parameter && parameter.required) parameter.example = example(parameter.schema ?? {}, parameter.name)
    for (const content of [requestBody, responses[200]]) {
      if (!content || '$ref' in content) continue
      const json = content.content?.['application/json']
      if (json?.schema && !hasNoFields(json.schema, content)) json.example = example(json.schema, '')
    }
  }
}

/** Whether an example makes no sense: the body is optional, or an object with unspecified fields. */
function hasNoFields(schema: Schema, content: OpenAPI.RequestBodyObject | OpenAPI.ResponseObject) {
  if ('$ref' in schema || schema.type !== 'object' || schema.properties) return false
  return schema.additionalProperties === true || ('required' in content && !content.required)
}

/** @param path the field names that lead to the value, such as `setup.name` @throws if no example fits */
function exampleOf(schema: Schema, path: string, values: ExampleValue[], schemas: Record<string, Schema>): unknown {
  const inner = (part: Schema, its = path) => exampleOf(part, its, values, schemas)
  if ('$ref' in schema) return inner(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return inner(variant)
  if ('const' in schema) return schema.const
  if (schema.type === 'array') return [inner(schema.items)]
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([name, part]) => [name, inner(part, path ? `${path}.${name}` : name)]))
  }
  const [, known] = values.find(([paths, value]) => paths.test(path) && fits(schema, value)) ?? []
  const example = known ?? schema.enum?.[0] ?? fallbackValues.find((value) => fits(schema, value))
  if (example !== undefined) return example
  throw new Error(`No example of ${path} fits ${JSON.stringify(schema)}: add one to reference/examples.ts.`)
}

function fits(schema: OpenAPI.SchemaObject, value: unknown) {
  const { type, pattern = '', minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = schema
  if (schema.enum) return schema.enum.includes(value)
  if (typeof value === 'string' && type === 'string')
    return value.length >= minLength && value.length <= maxLength && new RegExp(pattern).test(value)
  if (typeof value === 'number' && (type === 'number' || (type === 'integer' && Number.isInteger(value))))
    return value >= minimum && value <= maximum
  return type === typeof value
}

const id = '3f0c9a52-6d1e-4b7a-9c84-51e2d07b6af3'
const random = 'pcVQfBvpBGuu8pGmWHRXlvYkUjk4CZgdi7T3xKdbEf4'

/** Example values by the path of the field. The first one that fits the schema is used. */
function valuesFor({ club, baseUrl }: ExampleClub): ExampleValue[] {
  return [
    [/\bclub\.name$/, club.name],
    [/\bsetup\.name$/, 'Standard Indoor'],
    [/\bsemesters\.name$|\bsemester$/, 'Fall 2026'],
    [/\b(products\.name|product)$/, 'Carpool Range Pass'],
    [/\b(name|memberName|personName|archer|other|by|officer|startedBy|organizer)$/, 'Kai Nakamura'],
    [/\b(nameFirst|displayName)$/, 'Kai'],
    [/\bnameLast$/, 'Nakamura'],
    [/\bpronouns$/, 'They/Them'],
    [/\bbirthday$/, '2005-02-28'],
    [/\bemailDomain$/, club.emailDomain],
    [/\bemailLabel$/, club.emailLabel],
    [/\btimeZone$/, club.timeZone],
    [/email$/i, `kai.nakamura@${club.emailDomain}`],
    [/password$/i, 'quiet gold at eighteen meters'],
    [/\b(memberIds?|userId|person)$/, 'b2fJTXTENxmSjEwrKjGVlqYOfupsFiaG'],
    [/\bid$|Ids?$|\b(upon|change|slots\.before|now\.before)$/, id],
    [/\b(token|mark|deviceMark|idempotencyKey|p256dh|auth|serverKey|cursor|next|seen)$/, random],
    [/\bpassCodeHash$/, '9b74c9897bac770ffc029102a200c5de'.repeat(2)],
    [/\b(codes\.code|pin)$/, '482913'],
    [/\bcode$/, '7KQ2M9XF'],
    [/\bcode$/, '482913'],
    [/\bcodeStep$/, 59_834_880],
    [/\bcodes\.link$/, `${baseUrl}/check-in?practice=${id}&code=482913&step=59834880`],
    [/\bpictureUrl$/, '/default-pfp.png'],
    [/\bfeed\.url$/, `${baseUrl}/calendar/${random}.ics`],
    [/\bendpoint$/, `https://push.example.net/${random}`],
    [/(\burl|Url|Links\.\w+)$/, 'https://archery.example.edu'],
    [/\bfooterPaths$/, '/merch'],
    [/\btitle$/, 'Tuesday practice'],
    [/\b(location|address)$/, 'Indoor range'],
    [/\bdescription$/, 'Bring your own bow.'],
    [/\b(reason|why)$/, 'Rain'],
    [/\blabel$/, 'Constitution'],
    [/\bdevice$/, 'Firefox on Android'],
    [/\bhear$/, 'Two whistles'],
    [/\bact$/, 'Come to the line'],
    [/\brules$/, 'Only shoot when the line is clear.'],
    [/\border$/, '#1042'],
    [/\b(startsOn|boughtOn)$/, '2026-11-24'],
    [/\bstartTime$/, '18:00'],
    [/\bendTime$/, '20:00'],
    [/\b(endsAt|endedAt|until|\w+Until|expiresAt|idleExpiresAt)$/, '2026-11-25T01:00:00.000Z'],
    [/\b(lastOn|until|\w+Until)$/, '2026-12-08'],
    [/\bfile$/, 'TmFtZSxFbWFpbA0K'],
    [/\brole$/, 'Officer'],
    [/\b(pass|current)$/, 'Day Pass'],
    [/\b(has|keep|remember)[A-Z]/, true],
    [/\blatitude$/, 40.43],
    [/\blongitude$/, -86.91],
    [/\bdistances$/, 18],
    [/\barrowDiameter$/, 5.5],
    [/\b(arrowsPerEnd|carCapacity)$/, 3],
    [/\b(ends|attendanceLimit|limit)$/, 12],
    [/\barrow\.value$/, 'X'],
    [/\bcents$/, 500],
    [/\bvalue$/, 2],
    [/\b(value|fileValue)$/, club.name],
    [/Seconds$/, 60],
    [/\b(days|\w+Minutes)$/, 30],
    [/\bshortestPassword$/, 8],
  ]
}

/** Example values for all other fields. */
const fallbackValues = ['Text', '2026-11-24T23:00:00.000Z', '2026-11-24', id, 1, false]
