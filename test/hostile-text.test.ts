import type { AnySchema } from '@orpc/contract'
import { expect, test } from 'vitest'
import { type $ZodType, type $ZodTypes, safeParse, toJSONSchema } from 'zod/v4/core'
import { hostileStrings } from '#test/support/hostile-strings.ts'
import { operations, procedureOf } from '#test/support/transports.ts'

// Text that hides, mirrors, or overflows, in every input for text: a harmless paste is taken, and nothing is stored that
// can't be seen (docs/decisions/0026-text-cleaning.md).

/** The schemas of free text in an input, by path, such as `scorecard.save.changes[].why`. */
function textsIn(schema: $ZodType, path: string): [string, $ZodType][] {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`))
    case 'array':
      return textsIn(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return textsIn(def.innerType, path)
    case 'pipe':
      return textsIn(def.in, path)
    case 'string':
      return 'pattern' in toJSONSchema(schema, { io: 'input' }) ? [] : [[path, schema]]
    default:
      return []
  }
}

/** Identifiers, secrets, and days, which aren't texts; addresses, which have only ASCII letters; and what the person saw before. */
const notText =
  /(Id|Ids\[\]|[pP]assword|\.(token|code|cursor|mark|idempotencyKey|endpoint|p256dh|auth|birthday|startsOn|startTime|endTime|term|person|email|seen))$|\.expected(\.|$)/
const severalLines = [
  'schedule.create.description',
  'schedule.change.description',
  'schedule.cancel.message',
  'clubSettings.set.value',
]

const textInputs = operations.flatMap((operation) => {
  const input: AnySchema | undefined = procedureOf(operation)['~orpc'].inputSchema
  return input ? textsIn(input as unknown as $ZodType, operation).filter(([path]) => !notText.test(path)) : []
})

test('the inputs for text are found', () => {
  const paths = textInputs.map(([path]) => path)
  expect(paths).toEqual(
    expect.arrayContaining([...severalLines, 'scorecard.save.changes[].why', 'profile.save.nameLast']),
  )
  expect(new Set(paths).size).toBe(33)
})

test.each(textInputs)('%s takes what is harmless and keeps nothing invisible', (path, schema) => {
  for (const { what, text, line, lines = line } of hostileStrings) {
    const clean = severalLines.includes(path) ? lines : line
    const { success, data } = safeParse(schema, text)
    if (success) expect([what, data]).toEqual([what, clean])
    else expect(clean === '' || clean.length > 4000, what).toBe(true)
  }
})
