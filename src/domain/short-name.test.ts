import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestShortName, shortNameOf } from './names.ts'

test.each([
  ['Archery Club', 'Archery Club'],
  ['  Bows  ', 'Bows'],
  ['Purdue Archery Club', 'Archery Club'],
  ['Archery at Purdue', 'Archery'],
  ['University of Michigan Archery', 'Archery'],
  ['Boiler Archers of Purdue University', 'Archers'],
  ['The Purdue Shooters', 'Shooters'],
  ['Bogenschützengesellschaft', 'Bogenschütze'],
  ['🎯🎯🎯🎯🎯🎯🎯', '🎯🎯🎯🎯🎯🎯'],
  ['Bogenschütz 🎯club', 'Bogenschütz'],
])('%s is shown under an icon as %s', (name, short) => expect(shortNameOf(name)).toBe(short))

test('of any name something is shown, and it fits', () => {
  const names = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((name) => name.trim() !== '')
  fc.assert(
    fc.property(names, (name) => {
      const short = shortNameOf(name)
      expect(short.length).toBeLessThanOrEqual(longestShortName)
      expect(short.length).toBeGreaterThan(0)
      expect(name.replace(/\s+/g, ' ')).toContain(short)
    }),
  )
})
