import { expect, test } from 'vitest'
import { shortNameOf } from './names.ts'

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
