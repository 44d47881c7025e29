import * as z from 'zod/mini'
import { type $strip, type $ZodObject, $ZodObjectJIT, type $ZodShape } from 'zod/v4/core'
import { cleanLine, cleanLines } from '#domain/clean-text.ts'
import { isDay } from '#domain/iso-day.ts'

export const instant = z
  .string()
  .check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    z.describe('An instant: ISO 8601 in UTC with milliseconds.'),
  )
export const day = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d$/), z.describe('A calendar day in the club’s time zone, YYYY-MM-DD.'))
/** An input day that exists, unlike February 31. */
export const realDay = day.check(z.refine(isDay, { error: 'That day doesn’t exist.' }))
/** A practice's or a member's id, as input. */
export const id = z.string().check(z.minLength(1), z.maxLength(1024))
/** One line that a person types, without what can't be seen. @param longest in UTF-16 code units */
export function oneLine(longest: number) {
  return z.string().check(z.overwrite(cleanLine), z.maxLength(longest))
}
/** Several such lines. */
export function manyLines(longest: number) {
  return z.string().check(z.overwrite(cleanLines), z.maxLength(longest))
}
export const wholeNumber = z.number().check(z.int())
export const role = z.enum(['Member', 'Officer'])
export const passName = z.enum(['none', 'Day Pass', 'Carpool Range Pass'])

/**
 * An object schema for long lists of rows. Zod compiles its checks to a function, unlike those of `z.object` from
 * `zod/mini`.
 */
export function rowObject<const Shape extends $ZodShape>(shape: Shape) {
  return new $ZodObjectJIT({ type: 'object', shape }) as $ZodObject<Shape, $strip>
}
