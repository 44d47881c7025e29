import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readDocument } from '#test/support/api-check.ts'
import { atHttps, createTestClub } from '#test/support/club.ts'
import { operationsOf } from './operation-html.ts'

const club = { club: { name: 'Boiler <Archery> & Friends' } }
/** Makes a schema's references point to the document with the id `api`. */
function refersToDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"api#'))
}

describe('the OpenAPI document', () => {
  test('is valid by the official schema of OpenAPI 3.1', async () => {
    await using testClub = await createTestClub('sqlite')
    const document = await readDocument(testClub)
    expect(document.openapi).toMatch(/^3\.1\./)
    const { valid, errors } = await new Validator().validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
    const spoilt = { ...document, paths: { ...document.paths, '/x': { get: { responses: { 200: {} } } } } }
    expect((await new Validator().validate(spoilt)).valid).toBe(false)
  })

  test('has examples of each operation that match its schemas', async () => {
    await using testClub = await createTestClub('sqlite', { ...club, env: atHttps })
    const document = await readDocument(testClub)
    const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api')
    const misfits = (schema: object, example: unknown) => {
      const fits = ajv.compile(refersToDocument(schema))
      return fits(example) ? [] : [ajv.errorsText(fits.errors)]
    }
    const wrong: unknown[] = []
    for (const { operation } of operationsOf(document)) {
      const { operationId, requestBody, responses, parameters = [] } = operation
      const bodies = [requestBody, responses?.[200]].flatMap((each) =>
        each && 'content' in each ? (each.content?.['application/json'] ?? []) : [],
      )
      for (const { schema = {}, example } of bodies) {
        const isEmpty = !('$ref' in schema) && schema.type === 'object' && !schema.properties
        if (example === undefined && !isEmpty) wrong.push([operationId, 'has no example'])
        if (example !== undefined) wrong.push(...misfits(schema, example).map((why) => [operationId, why]))
      }
      for (const parameter of parameters) {
        if (!('name' in parameter)) continue
        const { name, example, required, schema = {} } = parameter
        if (example === undefined && required) wrong.push([operationId, name, 'has no example'])
        if (example !== undefined) wrong.push(...misfits(schema, example).map((why) => [operationId, name, why]))
      }
    }
    expect(wrong).toEqual([])
    expect(misfits({ $ref: '#/components/schemas/MyPass' }, { current: 'gold' })).toHaveLength(1)
    expect(JSON.stringify(document)).not.toMatch(/localhost/)
  })
})
