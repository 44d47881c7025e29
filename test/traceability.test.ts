import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnnotations } from '#tools/traceability/annotations.ts'
import { problemsOf, readLists } from '#tools/traceability/requirements.ts'

const root = join(import.meta.dirname, '..')

test('a test shows each sentence of the specification, threat, bound, and requirement, or a note says why none does', () => {
  expect(problemsOf(root, readLists(root), readAnnotations(root))).toEqual([])
})

test('the lists are whole', () => {
  const { specification, threats, bounds, asvs } = readLists(root)
  const countOf = (sections: typeof threats) => sections.flatMap(({ requirements }) => requirements).length
  expect([specification, threats, bounds, asvs].map(countOf)).toEqual([497, 100, 18, 253])
})
