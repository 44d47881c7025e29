import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operationsOf } from '#test/support/operations.ts'
import { contract } from './contract.ts'

/** @throws if JSON can't represent a value: dates, sets, maps, big integers */
function schemaOf(output: unknown) {
  const schema = JSON.stringify(z.toJSONSchema(output as z.ZodMiniType))
  if (schema.includes('"binary"')) throw new Error('A file cannot be represented in JSON')
  return schema
}

describe('a response', () => {
  // `asPlainJson` in server/http/request-context.ts relies on this.
  test.each(operationsOf(contract).map(({ path, output }) => [path.join('.'), output]))(
    'of %s is what JSON can say as it is',
    (_, output) => {
      expect(output).toBeDefined()
      expect(schemaOf(output)).toMatch(/"type":"object"|"anyOf"|"oneOf"|"allOf"/)
    },
  )

  test.each([z.date(), z.set(z.string()), z.map(z.string(), z.string()), z.bigint(), z.file()])(
    'that JSON cannot say is noticed',
    (odd) => expect(() => schemaOf(z.object({ odd }))).toThrow('cannot be represented in JSON'),
  )
})
