import { expect, test } from 'vitest'
import { goingNow } from './going-now.ts'

const face = (memberId: string) => ({ memberId, name: memberId, nameFirst: memberId, pictureUrl: '/p.webp' })
const me = { userId: 'me', displayName: 'me', nameFirst: 'me', pictureUrl: '/p.webp', showGoing: true }
const going = { myAnswer: 'archer', myPosition: null } as const
const ids = (...args: Parameters<typeof goingNow>) => goingNow(...args).map(({ memberId }) => memberId)

test('my own face comes with my RSVP and my yes, first', () => {
  expect(ids({ ...going, going: [face('ana')] }, me)).toEqual(['me', 'ana'])
  expect(ids({ ...going, going: [face('ana'), face('me')] }, me)).toEqual(['me', 'ana'])
  expect(ids({ ...going, going: ['a', 'b', 'c', 'd', 'e'].map(face) }, me)).toEqual(['me', 'a', 'b', 'c', 'd'])
})

test.each([
  ['I haven’t chosen', going, { ...me, showGoing: null }],
  ['I said no', going, { ...me, showGoing: false }],
  ['I can’t come', { ...going, myAnswer: 'cant-come' } as const, me],
  ['I cleared my RSVP', { ...going, myAnswer: null }, me],
  ['I’m on the waitlist', { ...going, myPosition: 2 }, me],
])('it is not there if %s', (_why, practice, person) => {
  expect(ids({ ...practice, going: [face('ana'), face('me')] }, person)).toEqual(['ana'])
})

test('a practice that an earlier release stored has no faces', () => {
  expect(ids({ ...going, myAnswer: null }, me)).toEqual([])
})
