import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRole, isActingOfficer, isLastOfficer, type RoleHolder, roles } from './roles.ts'

const member: RoleHolder = { role: 'Member', verified: true, removed: false }
const officer: RoleHolder = { ...member, role: 'Officer' }

describe('becoming an officer', () => {
  const decide = (person: RoleHolder, otherOfficers = 0) => decideRole({ person, role: 'Officer', otherOfficers })

  test('a verified member may, whether the club has officers or not', () => {
    expect(decide(member)).toEqual({ outcome: 'changed' })
    expect(decide(member, 7)).toEqual({ outcome: 'changed' })
  })

  test('who is one already stays one', () => expect(decide(officer)).toEqual({ outcome: 'unchanged' }))

  test('an unverified or removed person may not, whatever their role says', () => {
    for (const person of [member, officer]) {
      expect(decide({ ...person, verified: false })).toEqual({ outcome: 'refused', reason: 'unverified' })
      expect(decide({ ...person, removed: true })).toEqual({ outcome: 'refused', reason: 'removed' })
    }
  })
})

describe('ceasing to be one', () => {
  const decide = (person: RoleHolder, otherOfficers: number) => decideRole({ person, role: 'Member', otherOfficers })

  test('is open to everyone but the last', () => {
    expect(decide(officer, 1)).toEqual({ outcome: 'changed' })
    expect(decide(officer, 0)).toEqual({ outcome: 'refused', reason: 'last-officer' })
  })

  test('who is none stays none, also where there is no officer at all', () => {
    expect(decide(member, 0)).toEqual({ outcome: 'unchanged' })
  })

  test('an officer who can’t act anyway is not the last one', () => {
    expect(decide({ ...officer, removed: true }, 0)).toEqual({ outcome: 'changed' })
    expect(decide({ ...officer, verified: false }, 0)).toEqual({ outcome: 'changed' })
  })
})

test('whatever is asked for in whatever order, a club that has an acting officer keeps one', () => {
  const person = fc.record({ role: fc.constantFrom(...roles), verified: fc.boolean(), removed: fc.boolean() })
  const asks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...roles)), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 6 }), asks, (people, asks) => {
      const acting = () => people.filter(isActingOfficer).length
      let had = acting() > 0
      for (const [pick, role] of asks) {
        const index = pick % people.length
        const asked = people[index]
        if (!asked) continue
        const otherOfficers = people.filter((each, i) => i !== index && isActingOfficer(each)).length
        if (decideRole({ person: asked, role, otherOfficers }).outcome === 'changed') people[index] = { ...asked, role }
        had ||= acting() > 0
        expect(acting() > 0).toBe(had)
      }
    }),
  )
})

test('the last officer is known before a removal too', () => {
  expect(isLastOfficer(officer, 0)).toBe(true)
  expect(isLastOfficer(officer, 1)).toBe(false)
  expect(isLastOfficer(member, 0)).toBe(false)
})
