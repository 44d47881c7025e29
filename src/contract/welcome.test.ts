import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ProfileDraft } from './profile.ts'

test.each([
  ['a field of another table', { nameFirst: 'Ana', role: 'Officer' }],
  ['a name without end', { nameFirst: 'x'.repeat(201) }],
  ['a birthday without end', { birthday: '2'.repeat(21) }],
  ['an unknown bow', { bowType: 'Longbow' }],
  ['a pronoun without end', { pronouns: ['x'.repeat(201)] }],
  ['a thousand pronouns', { pronouns: Array.from({ length: 1_000 }, (_, index) => `p${index}`) }],
])('a draft is refused with %s', (_, draft) => expect(z.safeParse(ProfileDraft, draft).success).toBe(false))
